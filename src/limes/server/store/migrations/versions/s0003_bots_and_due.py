"""How many bots sit at a table, when it is due, and indexes for what was found by looking at every row."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "s0003"
down_revision = "s0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("bots", sa.Integer, nullable=False, server_default=sa.text("0")))
    op.add_column("tables", sa.Column("due", sa.Double))
    op.execute("UPDATE tables SET due = created WHERE timed AND NOT finished")
    _count_bots(op.get_bind())
    op.create_index("holders_of_seat", "holders", ["table_id", "seat"])
    op.drop_index("tables_of_owner", "tables")
    op.create_index("tables_of_owner", "tables", ["owner", "created"])
    op.drop_index("timed_tables", "tables")
    for name, column, running in (
        ("timed_tables", "due", sa.text("timed AND NOT finished")),
        ("tables_with_bots", "id", sa.text("bots > 0 AND NOT finished")),
    ):
        op.create_index(name, "tables", [column], sqlite_where=running, postgresql_where=running)


def _count_bots(connection: sa.Connection) -> None:
    """At unfinished tables; nobody asks how many sat at the others."""
    tables = connection.execute(sa.text("SELECT id, setup FROM tables WHERE NOT finished"))
    seats: dict[str, list[Any]] = {row.id: json.loads(row.setup)["seats"] for row in tables}
    changes = sa.text(
        "SELECT table_id, seat, body FROM events JOIN tables ON tables.id = table_id "
        "WHERE kind = 'seat' AND NOT finished ORDER BY table_id, number"
    )
    for change in connection.execute(changes):
        seats[change.table_id][change.seat] = json.loads(change.body)
    counted = [
        {"id": table_id, "bots": sum(seat["kind"] == "bot" for seat in seated)}
        for table_id, seated in seats.items()
    ]
    counted = [each for each in counted if each["bots"]]
    if counted:
        connection.execute(sa.text("UPDATE tables SET bots = :bots WHERE id = :id"), counted)
