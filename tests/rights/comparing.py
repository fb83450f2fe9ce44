"""What somebody is told, compared with what the model says that they may know."""

from typing import Any

from .driving import Driver
from .seats import Caller
from .tables import ROUNDS, Table
from .world import World

Json = dict[str, Any]


class Comparing:
    def __init__(self, world: World, driver: Driver) -> None:
        self.world = world
        self._driver = driver

    def table_as(self, caller: Caller, table_id: str) -> None:
        """The table as the caller sees it."""
        table = self.world.tables[table_id]
        response = self._driver.ask(caller, "GET", f"/tables/{table_id}")
        self.world.came(caller, table)
        assert response.status_code == 200, response.text
        self.keeps_secrets(caller, table, response.text)
        self.public(table, response.json())
        self.own(caller, table, response.json())

    def public(self, table: Table, told: Json) -> None:
        assert told["last"] == len(table.events), (told["last"], table.events)
        assert [seat["kind"] for seat in told["seats"]] == [seat.kind for seat in table.seats]
        assert [seat["name"] for seat in told["seats"]] == [seat.name for seat in table.seats]
        assert [each["turns"] for each in told["rounds"]] == table.rounds
        assert all(seat["landscape"].count("@") == len(table.rounds) for seat in told["seats"])
        assert (told["running"] or {}).get("round") == (table.round if table.running else None)
        assert told["waiting"] == table.waiting
        assert told["closed"] == table.closed
        assert told["rematch"] == table.rematch
        assert (told["result"] is not None) == table.finished

    def own(self, caller: Caller, table: Table, told: Json) -> None:
        held = table.held(caller)
        assert [own["seat"] for own in told["yours"]] == held, (told["yours"], held)
        assert told["left"] == table.kept_for(caller.browser)
        for own in told["yours"]:
            self.own_seat(table, own)
        owns = caller.browser is not None and caller.browser == table.owner
        assert (told["invitation"] is not None) == owns, ("owner", owns, told["invitation"])
        if owns:
            table.invitation = table.invitation or told["invitation"]
            assert told["invitation"] == table.invitation
            assert table.invitation not in table.ended_invitations

    @staticmethod
    def own_seat(table: Table, own: Json) -> None:
        seat = own["seat"]
        laid = table.laid.get(seat)
        assert own["laid"] == (laid.turn if laid else None), ("laid", own["laid"], laid)
        if table.running:
            assert (own["round"], own["attempt"]) == (table.round, table.attempt(seat))
        assert (own["offer"] is not None) == (table.running and laid is None)
        assert (own["answered"] is not None) == (table.running and laid is not None)

    def keeps_secrets(self, caller: Caller, table: Table, text: str) -> None:
        self.keeps_secrets_of_others(set(table.held(caller)), table, text)

    @staticmethod
    def keeps_secrets_of_others(held: set[int], table: Table, text: str) -> None:
        """No turn of the running round stands anywhere, but for those of the seats held."""
        known = {turn for turns in table.rounds for turn in turns}
        known |= {laid.turn for seat, laid in table.laid.items() if seat in held}
        for seat, laid in table.laid.items():
            if seat not in held and laid.turn not in known and "+" in laid.turn:
                assert f'"{laid.turn}"' not in text, f"the turn of seat {seat} is told: {laid.turn}"

    def events(self, caller: Caller, table_id: str, after: int = 0) -> None:
        """Every event, numbered without gaps."""
        table = self.world.tables[table_id]
        response = self._driver.ask(caller, "GET", f"/tables/{table_id}/events?after={after}")
        self.world.came(caller, table)
        self.keeps_secrets(caller, table, response.text)
        told = response.json()["events"]
        assert [each["number"] for each in told] == list(range(after + 1, len(table.events) + 1))
        for each, event in zip(told, table.events[after:], strict=True):
            assert (each["kind"], each["seat"]) == (event.kind, event.seat)
            assert (each.get("opened") or {}).get("turns") == event.more.get("opened")
            for name in event.more.keys() - {"opened", "taken"}:
                assert each[name] == event.more[name], (each, event)
            if "taken" in event.more:
                assert {name: each["taken"].get(name) for name in event.more["taken"]} == event.more["taken"]

    def devices(self, caller: Caller, table_id: str, number: int) -> list[str]:
        """The devices of a seat in their order; gives their names, if the caller may know them."""
        table = self.world.tables[table_id]
        response = self._driver.ask(caller, "GET", f"/tables/{table_id}/seats/{number}/devices")
        self.world.came(caller, table)
        seat = table.seats[number]
        if not seat.held_by(caller):
            assert response.json()["error"]["code"] == "not_your_seat", response.text
            return []
        own = seat.device_of(caller)
        told = response.json()["devices"]
        assert [(each["kind"], each["this"], each["may_end"]) for each in told] == [
            ("link" if each.link else "browser", each is own, own.may_end(each, self.world.day))
            for each in seat.in_order()
        ]
        return [each["device"] for each in told]

    def listed(self, browser: str) -> None:
        """The browser's list of tables."""
        caller = Caller(browser)
        told = {row["table"]: row for row in self._driver.ask(caller, "GET", "/tables").json()["tables"]}
        tables = {name: table for name, table in self.world.tables.items() if table.concerns(browser)}
        assert told.keys() == tables.keys(), told.keys() ^ tables.keys()
        for name, table in tables.items():
            row = told[name]
            if table.held(caller) and not table.over:
                self.world.came(caller, table)
            assert row["yours"] == table.held(caller)
            assert row["left"] == table.kept_for(browser)
            assert row["people"] == table.people
            assert row["owner"] == (table.owner == browser)
            assert row["closed"] == table.closed
            assert row["players"] == [seat.name for seat in table.seats]
            assert (row["round"], row["waiting"]) == (table.round, table.waiting)
            laid = len(table.laid) + len(table.seats) * len(table.rounds)
            assert row["turns_left"] == ROUNDS * len(table.seats) - laid
            assert (row["places"] is not None) == table.finished
