"""Results are kept beside the games, and boards for the deal of the day, the week and the month."""

import sqlalchemy as sa
from alembic import op

revision = "s0008"
down_revision = "s0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("day", sa.String(10)))
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("farmer", sa.Integer, nullable=False),
        sa.Column("fisherman", sa.Integer, nullable=False),
        sa.Column("woodcutter", sa.Integer, nullable=False),
        sa.Column("watchman", sa.Integer, nullable=False),
        sa.Column("workers", sa.String(40), nullable=False),
        sa.Column("bot", sa.String(40), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "boards",
        sa.Column("board", sa.String(10), primary_key=True),
        sa.Column("guest", sa.String(40), primary_key=True),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("table_id", sa.String(40)),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("best_of_board", "boards", ["board", "points", "at"])
    op.create_index("boards_of_guest", "boards", ["guest", "board"])
    op.create_table(
        "board_counts",
        sa.Column("board", sa.String(10), primary_key=True),
        sa.Column("points", sa.Integer, primary_key=True),
        sa.Column("guests", sa.Integer, nullable=False),
    )
    op.create_table(
        "day_bots",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("bot", sa.String(40), primary_key=True),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
    )
