"""Tables count for the address that they were made from, by a keyed hash; so do stand-ins that search."""

import sqlalchemy as sa
from alembic import op

revision = "s0005"
down_revision = "s0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("network", sa.String(40)))
    op.add_column("tables", sa.Column("stand_ins", sa.Integer, nullable=False, server_default=sa.text("0")))
    counted = sa.text("network IS NOT NULL")
    op.create_index(
        "tables_of_network",
        "tables",
        ["network", "created"],
        sqlite_where=counted,
        postgresql_where=counted,
    )
