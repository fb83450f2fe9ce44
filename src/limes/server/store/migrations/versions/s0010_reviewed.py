"""What a review found of a result: luck and points given away, in tenths."""

import sqlalchemy as sa
from alembic import op

revision = "s0010"
down_revision = "s0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("results", sa.Column("luck", sa.Integer))
    op.add_column("results", sa.Column("lost", sa.Integer))
