"""However seats, drops, repeats and reconnects fall together, the game is the one that its record replays."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from serving import Guest, Serving, Socket

from limes.rules import parse_record

DISTURBANCES = ("drop", "repeat", "foreign", "late", "early", "changed", "http", "doubled")


class Player:
    """A client that holds one seat, and knows the table only from what it was sent."""

    def __init__(self, server: Serving, table: str, seat: int, token: str) -> None:
        self.guest: Guest = server.guest(token)
        self.table, self.seat = table, seat
        self.events: dict[int, dict[str, Any]] = {}
        self.offers: dict[int, dict[str, Any]] = {}
        self.laid: dict[int, str] = {}
        self.socket: Socket | None = None
        self.last = 0

    def connected(self) -> Socket:
        if self.socket is None:
            self.socket = self.guest.socket(self.table, after=self.last)
        return self.socket

    def drop(self) -> None:
        if self.socket:
            self.socket.close()
            self.socket = None

    def hear(self, kind: str, **values: Any) -> dict[str, Any]:
        """Listen until this comes; everything on the way is taken in."""
        while True:
            message = self.connected().receive()
            self._take_in(message)
            if message["type"] == kind and all(message.get(name) == value for name, value in values.items()):
                return message

    def offer(self, number: int) -> dict[str, Any]:
        while number not in self.offers:
            self.hear("seat", round=number)
        return self.offers[number]

    def catch_up(self, last: int) -> None:
        while self.last < last:
            self.hear("event")

    def send(self, seat: int, number: int, turn: str) -> dict[str, Any]:
        """A turn, and what the server says to it."""
        self.connected().lay(seat, number, turn)
        while True:
            message = self.connected().receive()
            self._take_in(message)
            if message["type"] in ("ack", "error"):
                return message

    def _take_in(self, message: dict[str, Any]) -> None:
        if message["type"] == "event":
            assert message["number"] == self.last + 1
            self.last = message["number"]
            self.events[self.last] = message
        elif message["type"] == "seat" and message["offer"]:
            self.offers[message["round"]] = message["offer"]


@settings(max_examples=12)
@given(data=st.data())
def test_any_interleaving_ends_in_the_game_that_the_record_replays(
    server: Serving, data: st.DataObject
) -> None:
    seats = data.draw(st.integers(1, 3))
    made = server.guest().make(*(f"P{seat}" for seat in range(seats)))
    players = [Player(server, made["table"], seat, made["tokens"][str(seat)]) for seat in range(seats)]
    try:
        for number in range(1, 17):
            for seat in data.draw(st.permutations(range(seats))):
                lay(players[seat], number, seats, data)
        check(players, server.guest())
    finally:
        for player in players:
            player.drop()


def lay(player: Player, number: int, seats: int, data: st.DataObject) -> None:
    """A seat's turn of a round, with whatever else a client may do around it."""
    offer = player.offer(number)
    placement = data.draw(st.sampled_from(offer["placements"]))
    action = data.draw(st.sampled_from(["", "+nw", "+se"])) if offer["supply"] else ""
    turn = placement["at"] + action
    disturbance = data.draw(st.sampled_from([None, *DISTURBANCES]))
    if disturbance == "foreign" and seats > 1:
        other = (player.seat + 1) % seats
        assert player.send(other, number, turn)["code"] == "not_your_seat"
    if disturbance == "early" and number < 16:
        assert player.send(player.seat, number + 1, turn)["code"] == "round_not_open"
    if disturbance == "late" and number > 1:
        answer = player.send(player.seat, number - 1, "d4S:d4nw>d4ne")
        assert answer["code"] == "round_over"
    if disturbance == "drop":
        player.connected().lay(player.seat, number, turn)
        player.drop()
    if disturbance == "doubled":
        player.connected().lay(player.seat, number, turn)
    if disturbance == "http":
        player.guest.lay(player.table, player.seat, number, turn)
    first = player.send(player.seat, number, turn)
    assert first["type"] == "ack", first
    player.laid[number] = turn
    if disturbance == "repeat":
        assert player.send(player.seat, number, turn)["number"] == first["number"]
    if disturbance == "changed" and seats > 1:
        other = offer["placements"][-1]["at"] + "+ne"
        assert player.send(player.seat, number, other)["code"] in ("already_laid", "round_over", "game_over")
    if disturbance == "doubled":
        player.hear("ack", number=first["number"])


def check(players: list[Player], watcher: Guest) -> None:
    seen = watcher.get(f"/tables/{players[0].table}")
    game = parse_record(seen["result"]["record"])
    assert game.finished
    assert seen["last"] == 16 * len(players)
    for player in players:
        player.drop()
        player.catch_up(seen["last"])
        opened = [event["opened"]["turns"] for event in player.events.values() if "opened" in event]
        assert opened == [[str(turn) for turn in round_.turns] for round_ in game.rounds]
        assert [turns[player.seat] for turns in opened] == list(player.laid.values())
