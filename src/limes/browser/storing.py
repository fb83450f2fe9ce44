"""What is asked of the storage, and how tables and events are written there."""

import json
from collections.abc import Generator
from typing import Any, NamedTuple, TypeVar

from limes.server.entries import Event, StoredTable

T = TypeVar("T")


class Stored(NamedTuple):
    """A table as the storage has it."""

    table: StoredTable
    events: list[Event]


class Read(NamedTuple):
    """A table with its events after a number; answered by `Stored` or None."""

    table: str
    after: int = 0


class ReadAll(NamedTuple):
    """Every table; answered by a list of `Stored`."""


class Create(NamedTuple):
    """A new table with the events it has already, stored together; answered by whether it was new."""

    table: StoredTable
    events: tuple[Event, ...] = ()


class Append(NamedTuple):
    """The next event of a table; answered by whether it is durable, not if there is one of that number."""

    table: str
    event: Event


class Keep(NamedTuple):
    """What pages may show before Python runs: a table's row in the list, and its view; not answered."""

    table: str
    row: str
    view: str


Wish = Read | ReadAll | Create | Append | Keep
Action = Generator[Wish, Any, T]


def as_json(wish: Wish) -> dict[str, Any]:
    """A wish for a storage that knows JSON only."""
    told: dict[str, Any] = {"wish": type(wish).__name__.lower()}
    match wish:
        case Create(table, events):
            return told | {"table": vars(table), "events": [event._asdict() for event in events]}
        case Append(table_id, event):
            return told | {"table": table_id, "event": event._asdict()}
        case _:
            return told | wish._asdict()


def from_json(wish: Wish, answer: str) -> Any:
    """What such a storage answered to it."""
    found = json.loads(answer)
    match wish:
        case Read():
            return None if found is None else _stored(found)
        case ReadAll():
            return [_stored(each) for each in found]
        case _:
            return found


def _stored(found: dict[str, Any]) -> Stored:
    table = found["table"]
    return Stored(
        StoredTable(**table | {"cards": tuple(table["cards"])}),
        [Event(**event) for event in found["events"]],
    )
