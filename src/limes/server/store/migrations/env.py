"""Alembic's way in: the connection is given by `limes.server.store.engine`."""

from alembic import context

from limes.server.store.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
