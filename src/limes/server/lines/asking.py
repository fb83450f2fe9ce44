"""For whom the present task works."""

from contextvars import ContextVar

ASKING: ContextVar[str] = ContextVar("asking", default="")  # an address; nothing for the server itself
