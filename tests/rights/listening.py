"""Somebody connected to a table: what the socket tells, compared with the model."""

import json
import time
from typing import Any

from serving import Socket
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from .comparing import Comparing
from .driving import Driver
from .seats import Caller
from .tables import Table

PATIENCE = 2.0  # seconds until a socket has heard of a seat that changed hands


class Listener:
    """Keeps what it was told: its seats, those that are kept, the last event."""

    def __init__(self, driver: Driver, comparing: Comparing, caller: Caller, name: str) -> None:
        self.caller, self.name = caller, name
        self._driver = driver
        self._comparing = comparing
        self._table: Table = comparing.world.tables[name]
        self._told: dict[str, Any] = {}
        self._held_before: list[int] = []
        self._connect(None)

    def close(self) -> None:
        self._socket.close()

    def note_seats(self) -> None:
        """Of what they are until it is looked at, something may be told: steps may come in between."""
        self._held_before = sorted({*self._held_before, *self._table.held(self.caller)})

    def compare(self, at_once: bool) -> None:
        """With `at_once`, whatever changed was told before it was answered."""
        table = self._table
        held = table.held(self.caller)
        wanted: dict[str, Any] = {"seats": held, "last": len(table.events)}
        if not table.over:
            wanted["left"] = table.kept_for(self.caller.browser)
        end = time.monotonic() + (0.0 if at_once else PATIENCE)
        self._listen()
        while not wanted.items() <= self._told.items() and time.monotonic() < end:
            time.sleep(0.005)
            self._listen()
        assert wanted.items() <= self._told.items(), (self.caller, wanted, self._told)
        self._held_before = held

    def _connect(self, after: int | None) -> None:
        address = self._driver.servers[0].url.replace("http", "ws", 1)
        query = "" if after is None else f"?after={after}"
        headers = self._driver.headers(self.caller)
        path = f"{address}/api/tables/{self.name}/socket{query}"
        self._socket = Socket(connect(path, additional_headers=headers, max_size=None, proxy=None))

    def _listen(self) -> None:
        """Everything that was sent until now."""
        try:
            self._socket.send(type="ping")
            while (message := self._socket.receive())["type"] != "pong":
                self._hear(message)
        except ConnectionClosed:
            self._socket.close()
            self._connect(self._told.get("last"))
            self._listen()

    def _hear(self, message: dict[str, Any]) -> None:
        held = {*self._held_before, *self._table.held(self.caller)}
        self._comparing.keeps_secrets_of_others(held, self._table, json.dumps(message))
        if message["type"] == "table":
            seats = [own["seat"] for own in message["yours"]]
            self._told = {"seats": seats, "left": message["left"], "last": message["last"]}
        elif message["type"] == "seats":
            self._told |= {"seats": message["seats"], "left": message["left"]}
        elif message["type"] == "event":
            assert message["number"] == self._told["last"] + 1, "an event is missing, or came twice"
            self._told["last"] = message["number"]
        elif message["type"] == "seat":
            assert message["seat"] in held, f"{self.caller} is told of seat {message['seat']}"
        else:
            assert message["type"] == "presence", message
