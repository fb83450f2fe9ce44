"""For whom the present task works."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

ASKING: ContextVar[str] = ContextVar("asking", default="")  # an address; nothing for the server itself


@contextmanager
def for_everybody() -> Iterator[None]:
    """What is done here, and by tasks that begin here, others may wait for, too: whoever happened to ask for
    it first may have a long line of their own."""
    before = ASKING.set("")
    try:
        yield
    finally:
        ASKING.reset(before)
