"""Nobody is sent what they must not know: other seats' turns of the running round, cards to come, secrets."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from serving import Guest, Serving

from limes.rules import STANDARD, Landscape, shuffled
from limes.server import views
from limes.server.deal import commitment, hidden
from limes.server.entries import Event, StoredTable
from limes.server.setup import Seat, Setup
from limes.server.table import Table

# Numbers of territories in an offer, and totals: three cards in their order would stand there by chance.
NOT_CARDS = re.compile(r'"(?:moves|points)":\[(?:\[[\d,]*\],?)*\]|"(?:gone|totals)":\[[\d,]*\]')


class Listener:
    """A client that keeps every byte it is sent, over sockets and HTTP, in order."""

    def __init__(self, guest: Guest, table: str, seats: tuple[int, ...]) -> None:
        self.guest, self.table, self.seats = guest, table, seats
        self.socket = guest.socket(table)
        self.heard: list[str] = []

    def ask(self) -> None:
        """Everything that a client may look at, and all that it may get wrong."""
        for path in ("", "/events", "/record", "/end", "/seats/0", "/seats/1", "/seats/2"):
            self.heard.append(self.guest.http.get(f"/tables/{self.table}{path}").text)
        for seat in range(3):
            for number in (1, 16):
                body = {"round": number, "turn": "a1N"}
                path = f"/tables/{self.table}/seats/{seat}/turns"
                self.heard.append(self.guest.http.post(path, json=body).text)
                self.socket.lay(seat, number, "a1N")
        self.heard.append(self.guest.http.get("/tables").text)
        self.listen()

    def listen(self) -> None:
        self.socket.send(type="ping")
        before = len(self.socket.seen)
        self.socket.until("pong")
        self.heard += self.socket.seen[before:]


def test_every_byte_sent_is_free_of_what_the_client_must_not_know(server: Serving) -> None:
    owner = server.guest()
    made = owner.make("Ann", "-", "bot:random")
    table = made["table"]
    bob = server.guest()
    token = bob.post(f"/tables/{table}/seats/1", {"name": "Bob", "invitation": made["invitation"]})["token"]
    listeners = [
        Listener(owner, table, (0,)),
        Listener(bob, table, (1,)),
        Listener(server.guest(), table, ()),
    ]
    chance = random.Random(7)
    laid: dict[tuple[int, int], str] = {}
    for number in range(1, 17):
        for seat, player in chance.sample([(0, owner), (1, bob)], 2):
            while player.get(f"/tables/{table}")["running"]["round"] < number:
                player.get(f"/tables/{table}/events?after={number * 3 - 1}&wait=1")
            offer = player.get(f"/tables/{table}/seats/{seat}")["offer"]
            laid[number, seat] = telling_turn(offer, chance)
            player.lay(table, seat, number, laid[number, seat])
            for listener in listeners:
                listener.ask()
    stored = server.services.log.load(table)
    assert stored
    secrets = [made["tokens"]["0"], token, hidden(token), stored[0].owner, server.services.log.key()]
    laid |= {
        (event.round or 0, 2): event.turn or ""
        for event in stored[1]
        if event.seat == 2 and set(event.turn or "") & set("+:")
    }
    for listener in listeners:
        listener.ask()
        opened = 0
        for text in listener.heard:
            opened = max(opened, opened_in(text))
            assert_nothing_leaks(text, opened, listener, laid, stored[0])
            assert not any(secret in text for secret in secrets)
            assert made["invitation"] not in text or listener.guest is owner
        assert opened == 16
        listener.socket.close()


def telling_turn(offer: dict[str, Any], chance: random.Random) -> str:
    """A turn with a worker's action, whose text stands nowhere else: offers name placements only."""
    placement = chance.choice(offer["placements"])
    if offer["supply"]:
        return str(placement["at"]) + chance.choice(["+nw", "+ne", "+sw", "+se"])
    territories = {i: zones for i, (_terrain, _points, zones) in enumerate(offer["territories"])}
    fresh = enumerate(placement["new"], start=len(territories))
    territories |= {i: zones for i, (_terrain, _points, zones) in fresh}
    origin, target = placement["moves"][0][:2]
    worker = next(zone for zone in territories[origin].split() if zone in offer["workers"])
    return f"{placement['at']}:{worker}>{territories[target].split()[0]}"


def opened_in(text: str) -> int:
    """How many rounds are open to who reads this."""
    try:
        message = json.loads(text)
    except json.JSONDecodeError:
        return len(re.findall(r"^\d+\. ", text, re.MULTILINE))
    found = [len(message.get("rounds", []))]
    found += [event["opened"]["round"] for event in message.get("events", [message]) if "opened" in event]
    return max(found)


def assert_nothing_leaks(
    text: str, opened: int, listener: Listener, laid: dict[tuple[int, int], str], stored: StoredTable
) -> None:
    cards = stored.cards
    known = {turn for (number, seat), turn in laid.items() if number <= opened or seat in listener.seats}
    for (number, _seat), turn in laid.items():
        if number == opened + 1 and turn not in known:
            assert f'"{turn}"' not in text
            assert f" {turn}" not in text
    if opened == 16:
        return
    assert stored.nonce not in text
    assert set(turned_up(text)) <= set(cards[: opened + 1])
    rest = NOT_CARDS.sub("", text)
    for start in range(opened, 14):
        coming = cards[start : start + 3]
        for between in (",", " ", ", "):
            order = between.join(map(str, coming))
            assert not re.search(rf"(?<!\d){order}(?!\d)", rest)


def turned_up(text: str) -> Iterator[int]:
    """The cards that a message names."""
    try:
        pending = [json.loads(text)]
    except json.JSONDecodeError:
        yield from (int(card) for card in re.findall(r"^\d+\. (\d+) ", text, re.MULTILINE))
        return
    while pending:
        value = pending.pop()
        if isinstance(value, list):
            pending += value
        elif isinstance(value, dict):
            pending += value.values()
            if isinstance(value.get("card"), int):
                yield value["card"]


def table_with(cards: tuple[int, ...], nonce: str) -> Table:
    setup = Setup((Seat("person", "Ann"), Seat("person", "Bob"), Seat("bot", bot="random")))
    stored = StoredTable("t" * 16, 0.0, "ann", setup.dumps(), cards, nonce, commitment((), ""), False)
    return Table(stored)


@given(st.integers(0, 10**6), st.integers(0, 15), st.data())
def test_tables_that_differ_only_in_secrets_look_the_same_to_the_last_byte(
    seed: int, complete: int, data: st.DataObject
) -> None:
    """Two tables, the same past, other cards to come, another nonce, other turns of the others."""
    order = shuffled(STANDARD, str(seed))
    past, rest = order[: complete + 1], order[complete + 1 :]
    coming = data.draw(st.permutations(rest))
    tables = (
        table_with(past + rest[: 15 - complete], "0" * 64),
        table_with(past + tuple(coming[: 15 - complete]), "1" * 64),
    )
    chance = random.Random(seed)
    number = 0
    landscapes = [Landscape()] * 3
    for round_, card in enumerate(past[:complete], start=1):
        for seat in range(3):
            turn, _total = chance.choice(list(landscapes[seat].turns(card)))
            landscapes[seat] = landscapes[seat].play(card, turn)
            number += 1
            for table in tables:
                table.apply(Event(number, "turn", seat, round_, str(turn), False, None, 1.0))
    others = data.draw(st.sets(st.sampled_from([1, 2])))
    for seat in sorted(others):
        number += 1
        for table in tables:
            turn, _total = chance.choice(list(landscapes[seat].turns(past[-1])))
            table.apply(Event(number, "turn", seat, complete + 1, str(turn), False, None, 1.0))
    first, second = (
        [
            views.dumps(views.public(table)),
            *(views.dumps(views.event(table, event)) for event in table.events),
            views.own_seat(table, 0),
        ]
        for table in tables
    )
    assert first == second
