"""Tables have a life: turns are taken back, seats left and taken again, tables closed and cleared away."""

import sqlalchemy as sa
from alembic import op

revision = "s0004"
down_revision = "s0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("touched", sa.Double, nullable=False, server_default=sa.text("0")))
    op.add_column("tables", sa.Column("closed", sa.String(10)))
    op.execute(
        "UPDATE tables SET touched = coalesce("
        "(SELECT at FROM events WHERE table_id = tables.id AND number = tables.last), created)"
    )
    for name, which in (
        ("idle_tables", sa.text("NOT finished")),
        ("closed_tables", sa.text("closed IS NOT NULL")),
    ):
        op.create_index(name, "tables", ["touched"], sqlite_where=which, postgresql_where=which)
    op.add_column("holders", sa.Column("away", sa.Boolean, nullable=False, server_default=sa.false()))
    with op.batch_alter_table("events") as events:
        events.add_column(sa.Column("attempt", sa.Integer, nullable=False, server_default=sa.text("1")))
        events.drop_constraint("one_turn_a_round", type_="unique")
        events.create_unique_constraint(
            "one_turn_an_attempt", ["table_id", "round", "seat", "attempt", "kind"]
        )
