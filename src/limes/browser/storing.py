"""What is asked of the storage, and how tables and events are written there."""

import json
from collections.abc import Callable, Generator
from dataclasses import fields
from typing import Any, NamedTuple, TypeVar

from limes.rules import Message
from limes.server.entries import Event, StoredTable
from limes.server.problems import Problem
from limes.server.study.puzzling import Answered

T = TypeVar("T")
U = TypeVar("U")
UNREADABLE = (ValueError, TypeError, LookupError, AssertionError)
"""What comes of a table that a newer version stored, or that something else has changed."""


class Stored(NamedTuple):
    """A table as the storage has it."""

    table: StoredTable
    events: list[Event]


class Read(NamedTuple):
    """A table with its events after a number; answered by `Stored` or None."""

    table: str
    after: int = 0


class ReadAll(NamedTuple):
    """Every table that can be read; answered by a list of `Stored`."""


class Create(NamedTuple):
    """A new table with the events it has already, stored together; answered by whether it was new."""

    table: StoredTable
    events: tuple[Event, ...] = ()


class Append(NamedTuple):
    """The next event of a table; answered by whether it is durable, not if there is one of that number."""

    table: str
    event: Event


class Keep(NamedTuple):
    """What pages show without asking Python: a table's row in the list, and its view; not answered.

    It is true up to the event `last`; where another tab has stored more, nothing is kept.
    """

    table: str
    last: int
    row: str
    view: str


class ReadAnswers(NamedTuple):
    """Every first answer to a puzzle, the newest first; answered by a list of `Answered`."""


class KeepAnswer(NamedTuple):
    """A first answer to a puzzle; answered by whether it is one, not if there is an answer already."""

    answer: Answered


Wish = Read | ReadAll | Create | Append | Keep | ReadAnswers | KeepAnswer
Action = Generator[Wish, Any, T]


def as_json(wish: Wish) -> dict[str, Any]:
    """A wish for a storage that knows JSON only."""
    told: dict[str, Any] = {"wish": type(wish).__name__.lower()}
    match wish:
        case Create(table, events):
            return told | {"table": vars(table), "events": [event._asdict() for event in events]}
        case Append(table_id, event):
            return told | {"table": table_id, "event": event._asdict()}
        case KeepAnswer(answer):
            return told | {"answer": answer._asdict()}
        case _:
            return told | wish._asdict()


def from_json(wish: Wish, answer: str) -> Any:
    """What such a storage answered to it."""
    found = json.loads(answer)
    match wish:
        case Read():
            return None if found is None else _stored(found)
        case ReadAll():
            return [stored for each in found if (stored := readable(_stored, each))]
        case ReadAnswers():
            answers = [known for each in found if (known := readable(_answered, each))]
            return sorted(answers, key=lambda each: -each.at)
        case _:
            return found


def handed_in(action: Action[Any], wish: Wish, answer: str) -> Wish:
    """The action goes on with what the storage answered, readable or not; gives its next wish."""
    try:
        read = from_json(wish, answer)
    except UNREADABLE:
        return action.throw(unreadable())
    return action.send(read)


def readable(read: Callable[[U], T], stored: U) -> T | None:
    """What is read from something stored, unless that is impossible."""
    try:
        return read(stored)
    except UNREADABLE:
        return None


def unreadable() -> Problem:
    return Problem(
        "unreadable", Message("this game cannot be read; maybe a newer version of Limes stored it")
    )


def _stored(found: dict[str, Any]) -> Stored:
    table = found["table"]
    known = {field.name: table[field.name] for field in fields(StoredTable) if field.name in table}
    return Stored(
        StoredTable(**known | {"cards": tuple(table["cards"])}),
        [
            Event(**{name: event[name] for name in Event._fields if name in event})
            for event in found["events"]
        ],
    )


def _answered(found: dict[str, Any]) -> Answered:
    kinds = {"puzzle": str, "at": float | int, "turn": str, "solved": bool}
    if not all(isinstance(found[name], kind) for name, kind in kinds.items()):
        raise TypeError(found)
    return Answered(**{name: found[name] for name in Answered._fields if name in found})
