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
from limes.server.entries import Event, StoredTable
from limes.server.game import views
from limes.server.game.deal import commitment, hidden
from limes.server.game.setup import Seat, Setup
from limes.server.game.table import Table
from limes.server.store import read_keys
from limes.server.tables.core_position import CorePosition

# Numbers of territories in an offer, totals, places: three cards in their order would stand there by chance.
NOT_CARDS = re.compile(r'"(?:moves|points)":\[(?:\[[\d,]*\],?)*\]|"(?:gone|totals|places)":\[[\d,]*\]')


class Listener:
    """A client that keeps every byte it is sent, over sockets and HTTP, in order."""

    def __init__(self, guest: Guest, table: str, seats: tuple[int, ...]) -> None:
        self.guest, self.table, self.seats = guest, table, seats
        self.socket = guest.socket(table)
        self.heard: list[str] = []
        self.given_away: dict[int, int] = {}

    def holds(self, seat: int, number: int) -> bool:
        return seat in self.seats and number < self.given_away.get(seat, 17)

    def ask(self) -> None:
        """Everything that a client may look at, and all that it may get wrong."""
        devices = [f"/seats/{seat}/devices" for seat in range(3)]
        for path in ("", "/events", "/record", "/end", "/seats/0", "/seats/1", "/seats/2", *devices):
            self.heard.append(self.guest.http.get(f"/tables/{self.table}{path}").text)
        for seat in range(3):
            for number in (1, 16):
                body = {"round": number, "turn": "a1N"}
                path = f"/tables/{self.table}/seats/{seat}/turns"
                self.heard.append(self.guest.http.post(path, json=body).text)
                self.socket.lay(seat, number, "a1N")
        self.heard.append(self.guest.http.get("/tables").text)
        for path in (f"/t/{self.table}", f"/preview/t/{self.table}.png"):
            told = self.guest.http.get(f"{self.guest.url}{path}")
            if told.headers["content-type"] != "image/png":  # there is one when the game is over
                self.heard.append(told.text)
        self.study()
        self.listen()

    def study(self) -> None:
        """The position of the running round on a study board; where its cards are laid does not matter."""
        seen = self.guest.get(f"/tables/{self.table}")
        if not seen["running"] or not seen["rounds"]:
            return
        cells = (f"{column}{row}" for row in (4, 5, 6, 7) for column in "defg")
        laid = [f"{each['card']}@{cell}N" for each, cell in zip(seen["rounds"], cells, strict=False)]
        body = {"landscape": " ".join(laid), "card": seen["running"]["card"]}
        answer = self.guest.http.post("/study/values", json=body)
        if answer.status_code == 403:
            self.heard.append(answer.text)
        else:  # a bot ended the round before it was asked about
            now = self.guest.get(f"/tables/{self.table}")["running"]
            assert now is None or now["round"] > seen["running"]["round"]

    def listen(self) -> None:
        self.socket.send(type="ping")
        before = len(self.socket.seen)
        self.socket.until("pong")
        self.heard += [line for text in self.socket.seen[before:] for line in text.split("\n")]


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
    scan(server, listeners, laid, [made["tokens"]["0"], token, hidden(token)])
    for listener in listeners[1:]:
        assert not any(made["invitation"] in text for text in listener.heard)


def scan(
    server: Serving, listeners: list[Listener], laid: dict[tuple[int, int], str], secrets: list[str]
) -> None:
    """Every byte that the listeners of a finished table were sent; turns that bots laid are looked up."""
    stored, events = server.services.log.load(listeners[0].table) or (None, [])
    assert stored
    signing, *others = read_keys(server.services.log)
    secrets = [*secrets, stored.owner, *signing, *others]
    by_bots = {
        (event.round or 0, event.seat or 0): event.turn or ""
        for event in events
        if event.kind == "turn" and set(event.turn or "") & set("+:")
    }
    laid = by_bots | laid
    for listener in listeners:
        listener.ask()
        opened = 0
        for text in listener.heard:
            opened = max(opened, opened_in(text))
            assert_nothing_leaks(text, opened, listener, laid, stored)
            assert not any(secret in text for secret in secrets)
        assert opened == 16
        listener.socket.close()


def test_stand_ins_seats_that_change_hands_and_a_rematch_tell_nothing_either(server: Serving) -> None:
    owner, bob, phone = server.guest(), server.guest(), server.guest()
    made = owner.make("Ann", "-", "-", seconds=3600, stand_in="random")
    table, tokens = made["table"], made["tokens"]
    secrets = list(tokens.values())
    for guest, seat, name in ((bob, 1, "Bob"), (owner, 2, "Cleo")):
        joining = {"name": name, "invitation": made["invitation"]}
        secrets.append(guest.post(f"/tables/{table}/seats/{seat}", joining)["token"])
    listeners = [
        Listener(owner, table, (0, 2)),
        Listener(bob, table, (1,)),
        Listener(phone, table, (0,)),
        Listener(server.guest(), table, ()),
    ]
    chance = random.Random(11)
    laid: dict[tuple[int, int], str] = {}
    for number in range(1, 17):
        players = {0: owner, 1: bob, 2: owner}
        if number == 3:
            phone.post(f"/tables/{table}/claim", {"token": tokens["0"]})
        if number == 5:
            players.pop(1)
        if number >= 8:
            players.pop(2)
        if number == 8:
            owner.post(f"/tables/{table}/seats/2/bot", {"bot": "random"})
            listeners[0].given_away[2] = number
        for seat in chance.sample(sorted(players), len(players)):
            wait_for_round(owner, table, number)
            offer = players[seat].get(f"/tables/{table}/seats/{seat}")["offer"]
            laid[number, seat] = telling_turn(offer, chance)
            players[seat].lay(table, seat, number, laid[number, seat])
            for listener in listeners:
                listener.ask() if number in (5, 8, 15) else listener.listen()
        if number == 5:
            end_round(server, table)
    wait_for_round(owner, table, 17)
    again = owner.post(f"/tables/{table}/rematch")["table"]
    scan(server, listeners, laid, secrets)
    events = owner.get(f"/tables/{table}/events")["events"]
    assert [event["round"] for event in events if event.get("stand_in")] == [5]
    following = [Listener(listener.guest, again, ()) for listener in listeners]
    stored, _events = server.services.log.load(again) or (None, [])
    assert stored
    for listener in following:
        listener.ask()
        for text in listener.heard:
            assert_nothing_leaks(text, 0, listener, {}, stored)
            assert not any(secret in text for secret in secrets)
        listener.socket.close()


def test_a_turn_taken_back_is_never_told_to_anybody_else(server: Serving) -> None:
    owner, bob = server.guest(), server.guest()
    made = owner.make("Ann", "-")
    table = made["table"]
    bob.post(f"/tables/{table}/seats/1", {"name": "Bob", "invitation": made["invitation"]})
    others = [Listener(bob, table, (1,)), Listener(server.guest(), table, ())]
    path = f"/tables/{table}/seats/0"
    for attempt, turn in enumerate(("d4N+ne", "d4W+nw", "d4E+sw"), start=1):
        owner.post(f"{path}/turns", {"round": 1, "turn": turn, "attempt": attempt})
        for listener in others:
            listener.ask()
        if attempt < 3:
            owner.post(f"{path}/undo", {"round": 1, "attempt": attempt})
        for listener in others:
            listener.ask()
    bob.lay(table, 1, 1, "d4S+se")
    for listener in others:
        listener.ask()
        listener.socket.close()
        assert any("d4E+sw" in text for text in listener.heard)
        assert not any(turn in text for text in listener.heard for turn in ("d4N+ne", "d4W+nw"))
    with bob.socket(table, after=0) as later:
        later.until("event", kind="turn", seat=1)
        assert not any(turn in text for text in later.seen for turn in ("d4N+ne", "d4W+nw"))


def wait_for_round(guest: Guest, table: str, number: int) -> None:
    """Until this round is open, or the game over; a bot may still think."""
    while True:
        seen = guest.get(f"/tables/{table}")
        if seen["running"] is None or seen["running"]["round"] >= number:
            return
        guest.get(f"/tables/{table}/events?after={seen['last']}&wait=5")


def end_round(server: Serving, table: str) -> None:
    """The time is over, though it is not."""
    live = server.services.tables.known(table)
    task = server.services.writer._task
    assert live
    assert task
    task.get_loop().call_soon_threadsafe(server.services.bot_turns._time_is_over, live, live.table.round)


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
    known = {
        turn for (number, seat), turn in laid.items() if number <= opened or listener.holds(seat, number)
    }
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
    return Table(stored, CorePosition.start)


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
