"""Everything as of the first public release: tables, seats and who holds them, events, guests, keys."""

import sqlalchemy as sa
from alembic import op

revision = "s0003"  # databases of the last step before it go on
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "keys",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.String(100), nullable=False),
    )
    op.create_table(
        "guests",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("owner", sa.String(40), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("cards", sa.Text, nullable=False),
        sa.Column("nonce", sa.String(64), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("turns_left", sa.Integer, nullable=False),
        sa.Column("timed", sa.Boolean, nullable=False),
        sa.Column("finished", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("bots", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("due", sa.Double),
    )
    op.create_index("tables_of_owner", "tables", ["owner", "created"])
    for name, column, running in (
        ("timed_tables", "due", sa.text("timed AND NOT finished")),
        ("tables_with_bots", "id", sa.text("bots > 0 AND NOT finished")),
        ("unfinished_tables", "owner", sa.text("NOT finished")),
    ):
        op.create_index(name, "tables", [column], sqlite_where=running, postgresql_where=running)
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("token_hash", sa.String(64), nullable=False),
    )
    op.create_table(
        "holders",
        sa.Column("guest", sa.String(40), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
    )
    op.create_index("holders_of_seat", "holders", ["table_id", "seat"])
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("round", sa.Integer),
        sa.Column("turn", sa.String(20)),
        sa.Column("stand_in", sa.Boolean, nullable=False),
        sa.Column("body", sa.Text),
        sa.Column("at", sa.Double, nullable=False),
        sa.UniqueConstraint("table_id", "round", "seat", name="one_turn_a_round"),
    )
