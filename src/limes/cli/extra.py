"""The parts of Limes that need more than the game does."""

from collections.abc import Iterator
from contextlib import contextmanager

from limes.rules import LimesError


@contextmanager
def needs_server() -> Iterator[None]:
    """What is imported here is there, or the user is told how to get it."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise LimesError(
            "the server needs {module}, which is not installed: {command}",
            module=error.name,
            command="pip install 'limes[server]'",
        ) from None
