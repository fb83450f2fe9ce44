"""First answers to puzzles, and the ratings of guests and puzzles that follow from them."""

import sqlalchemy as sa
from alembic import op

revision = "s0009"
down_revision = "s0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "puzzle_answers",
        sa.Column("guest", sa.String(40), primary_key=True),
        sa.Column("puzzle", sa.String(10), primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("turn", sa.String(20), nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("change", sa.Integer, nullable=False),
    )
    op.create_table(
        "solvers",
        sa.Column("guest", sa.String(40), primary_key=True),
        sa.Column("mean", sa.Double, nullable=False),
        sa.Column("error", sa.Double, nullable=False),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String(10), primary_key=True),
        sa.Column("mean", sa.Double, nullable=False),
        sa.Column("error", sa.Double, nullable=False),
        sa.Column("tried", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
    )
