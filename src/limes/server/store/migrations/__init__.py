"""How the database's tables came to be, step by step; Alembic runs them."""
