"""The desk for JavaScript: texts in JSON go in and come out, one thing at a time."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from limes.browser.desk import Answer, Desk
from limes.browser.storing import Action, Wish, as_json, handed_in


class Bridge:
    """`begin` starts what a page asks, `go_on` hands in what the storage answered, until it is `done`."""

    def __init__(self) -> None:
        self._desk = Desk()
        self._action: Action[Any] | None = None
        self._wish: Wish | None = None

    def begin(self, text: str) -> str:
        asked: dict[str, Any] = json.loads(text)
        desk = self._desk
        match asked.pop("do"):
            case "ask":
                self._action = desk.ask(**asked)
            case "connect":
                self._action = desk.connect(**asked)
            case "hear":
                self._action = desk.hear(asked["socket"], json.loads(asked["text"]))
            case "attend":
                self._action = desk.attend(asked["table"])
            case "leave":
                desk.leave(asked["socket"])
                return self._told({"done": None})
        return self._step(partial(next, self._action))

    def go_on(self, text: str) -> str:
        assert self._action is not None
        assert self._wish is not None
        return self._step(partial(handed_in, self._action, self._wish, text))

    def _step(self, step: Callable[[], Wish]) -> str:
        try:
            self._wish = step()
        except StopIteration as end:
            done = end.value._asdict() if isinstance(end.value, Answer) else end.value
            return self._told({"done": done, "watched": sorted(self._desk.watched())})
        return self._told({"wish": as_json(self._wish)})

    def _told(self, told: dict[str, Any]) -> str:
        messages, self._desk.outbox = self._desk.outbox, []
        return json.dumps(told | {"messages": [message._asdict() for message in messages]})
