"""Alembic's way in: the connection is given by `limes.server.database`."""

from alembic import context

from limes.server.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
