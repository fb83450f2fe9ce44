"""Seats have devices: since when each holds it, when it was last seen, from which address (a keyed mark)."""

import sqlalchemy as sa
from alembic import op

revision = "s0006"
down_revision = "s0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("seats", "holders"):
        for name in ("since", "seen"):
            op.add_column(table, sa.Column(name, sa.Double, nullable=False, server_default=sa.text("0")))
        op.add_column(table, sa.Column("network", sa.String(40)))
        op.create_index(f"{table}_by_network", table, ["network"])
    op.add_column("seats", sa.Column("gives", sa.Boolean, nullable=False, server_default=sa.false()))
