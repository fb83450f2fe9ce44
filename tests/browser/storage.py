"""A browser's storage as tests have it: what was granted is there, and another tab may be quicker."""

import json
from collections.abc import Callable
from typing import Any, TypeVar, cast

from limes.browser import Append, Create, Keep, KeepAnswer, Read, ReadAll, ReadAnswers, Stored
from limes.browser.storing import Action, Wish, as_json, from_json, handed_in

T = TypeVar("T")


class Storage:
    """Keeps JSON, as a browser does, so that every wish goes through it."""

    def __init__(self) -> None:
        self.tables: dict[str, Any] = {}
        self.events: dict[str, list[Any]] = {}
        self.kept: dict[str, tuple[Any, Any]] = {}
        self.answers: dict[str, Any] = {}
        self.before: Callable[[Wish], None] = lambda wish: None

    def run(self, action: Action[T]) -> T:
        """Carry an action out to its end."""
        try:
            wish = next(action)
            while True:
                self.before(wish)
                wish = handed_in(action, wish, json.dumps(self.grant(wish)))
        except StopIteration as end:
            return cast("T", end.value)

    def grant(self, wish: Wish) -> Any:
        told = json.loads(json.dumps(as_json(wish)))
        match wish:
            case Read(table, after):
                return self._stored(table, after) if table in self.tables else None
            case ReadAll():
                return [self._stored(table) for table in self.tables]
            case Create(table, _events):
                new = table.id not in self.tables
                if new:
                    self.tables[table.id], self.events[table.id] = told["table"], told["events"]
                return new
            case Append(table_id, event):
                next_one = event.number == len(self.events[table_id]) + 1
                if next_one:
                    self.events[table_id].append(told["event"])
                    self.kept.pop(table_id, None)
                return next_one
            case Keep(table_id, last, row, view):
                if last == len(self.events[table_id]):
                    self.kept[table_id] = (json.loads(row), json.loads(view))
        return self._about_puzzles(wish, told)

    def _about_puzzles(self, wish: Wish, told: Any) -> Any:
        match wish:
            case ReadAnswers():
                return list(self.answers.values())
            case KeepAnswer(answer):
                return self.answers.setdefault(answer.puzzle, told["answer"]) is told["answer"]
        return None

    def read(self, table: str) -> Stored:
        return cast("Stored", from_json(Read(table), json.dumps(self._stored(table))))

    def _stored(self, table: str, after: int = 0) -> Any:
        return {"table": self.tables[table], "events": self.events[table][after:]}
