"""An operator keeps somebody out; invitations follow from a key of their own, the one they had so far."""

import sqlalchemy as sa
from alembic import op

revision = "s0007"
down_revision = "s0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "bans",
        sa.Column("who", sa.String(100), primary_key=True),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("until", sa.Double),
        sa.Column("reason", sa.Text, nullable=False),
    )
    op.execute("INSERT INTO keys (name, value) SELECT 'links', value FROM keys WHERE name = 'signing'")
