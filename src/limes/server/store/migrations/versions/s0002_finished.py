"""Whether a table is finished, as a column of its own.

The counts change with every turn. While an index names one of them, PostgreSQL has to touch all indexes of
the row each time; this column changes once.
"""

import sqlalchemy as sa
from alembic import op

revision = "s0002"
down_revision = "s0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("finished", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute("UPDATE tables SET finished = (turns_left <= 0)")
    op.drop_index("timed_tables", "tables")
    for name, column, running in (
        ("timed_tables", "id", sa.text("timed AND NOT finished")),
        ("unfinished_tables", "owner", sa.text("NOT finished")),
    ):
        op.create_index(name, "tables", [column], sqlite_where=running, postgresql_where=running)
