"""One client against all who wait for a thread: records, ends, thinking, reviews, and tables without end.

Each attack works from its own address while the healthy client plays elsewhere; `Neighbour` is a second
healthy client, who wants what the attack is after.
"""

import http.client
import json
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import cycle
from typing import Any

from attacks import ATTACKER, PATIENCE, Target, attack

from limes.puzzles import load_puzzles

SECONDS = 8.0
PAUSE = 0.3  # seconds between two wishes of a neighbour, who may have four a second
CALLERS = 16
NEIGHBOUR = "127.0.0.3"
BEARABLE = 1.0  # seconds that a neighbour may wait for an answer
FOR_AN_EXPERT = 2.5  # for a bot that thinks for up to a second of its own
FOR_A_REVIEW = 12.0  # which takes four seconds of a processor
FOR_A_PICTURE = 2.0  # which is drawn after the one that is being drawn
ROUNDS = 16
FACES = ["rFwf", "fTwr", "wwff", "TtFr"]


class Neighbour:
    """Somebody at a third address: asks for one thing again and again, and keeps the longest wait."""

    def __init__(self, target: Target) -> None:
        self._port = target.port
        self._cookie = ""
        self.slowest = 0.0

    def ask(self, method: str, path: str, body: object = None, seconds: float = 30.0) -> Any:
        began = time.monotonic()
        connection = http.client.HTTPConnection(
            "127.0.0.1", self._port, timeout=seconds, source_address=(NEIGHBOUR, 0)
        )
        try:
            headers = {"content-type": "application/json"} | (
                {"cookie": self._cookie} if self._cookie else {}
            )
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            text = answer.read()
            if given := answer.getheader("set-cookie"):
                self._cookie = given.partition(";")[0]
            if answer.status >= 400:
                raise RuntimeError(f"a neighbour was refused {path}: {answer.status} {text[:100]!r}")
        finally:
            connection.close()
        self.slowest = max(self.slowest, time.monotonic() - began)
        return json.loads(text) if text and "json" in answer.headers["content-type"] else None

    def played(self) -> str:
        """A game alone, played to its end."""
        table: str = self.ask("POST", "/api/tables", {"seats": [{"kind": "person", "name": "Ann"}]})["table"]
        for number in range(1, ROUNDS + 1):
            offer = self.ask("GET", f"/api/tables/{table}/seats/0")["offer"]
            turn = {"round": number, "turn": offer["placements"][0]["at"]}
            self.ask("POST", f"/api/tables/{table}/seats/0/turns", turn)
        self.slowest = 0.0
        return table

    def against_expert(self) -> None:
        """One round against a bot that searches; waits until it has laid."""
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "expert"}]
        table = self.ask("POST", "/api/tables", {"seats": seats})["table"]
        self.ask("GET", f"/api/tables/{table}/events?after=0&wait=25")


def all_the_time(*works: Callable[[], object]) -> Callable[[], None]:
    """Do these again and again, each in threads of its own, until the function given back is called."""
    wanted = threading.Event()
    wanted.set()

    def work(call: Callable[[], object]) -> None:
        while wanted.is_set():
            with suppress(OSError, http.client.HTTPException):
                call()

    threads = [threading.Thread(target=work, args=(call,), daemon=True) for call in works]
    for thread in threads:
        thread.start()

    def end() -> None:
        wanted.clear()
        for thread in threads:
            thread.join(15)

    return end


def beside(
    work: Callable[[], object], neighbour: Neighbour, wish: Callable[[], object], most: float
) -> str | None:
    """What a neighbour who wishes for something suffers while the attack works."""
    end_attack = all_the_time(*[work] * CALLERS)
    end = time.monotonic() + SECONDS
    try:
        while time.monotonic() < end:
            wish()
            time.sleep(PAUSE)
    except (OSError, RuntimeError) as error:
        return f"a neighbour failed: {error}"
    finally:
        end_attack()
    return f"a neighbour waited {neighbour.slowest:.1f} s" if neighbour.slowest > most else None


def record_of_twelve(target: Target) -> str:
    """A finished game of twelve players, as the server itself writes it."""
    seats = [{"kind": "bot", "bot": "random"}] * 12
    _status, body = target.ask("POST", "/api/tables", {"seats": seats})
    table = json.loads(body)["table"]
    while True:
        _status, body = target.ask("GET", f"/api/tables/{table}")
        if json.loads(body)["result"]:
            break
        time.sleep(0.2)
    return target.ask("GET", f"/api/tables/{table}/record")[1].decode()


def abandon(target: Target, method: str, path: str, body: object = None) -> None:
    """Ask, and go before the answer comes."""
    data = b"" if body is None else json.dumps(body).encode()
    with target.connect() as connection:
        connection.sendall(
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{target.port}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(data)}\r\n\r\n".encode()
            + data
        )
        time.sleep(0.02)


@attack("records of twelve players, and somebody wants the end of a game")
def records(target: Target) -> str | None:
    record = {"text": record_of_twelve(target)}
    neighbour = Neighbour(target)
    table = neighbour.played()

    def wish() -> None:
        neighbour.ask("GET", f"/api/tables/{table}/end")
        neighbour.ask("POST", "/api/study/score", {"text": "5@d4N | d4ne"})

    return beside(lambda: target.ask("POST", "/api/study/record", record), neighbour, wish, BEARABLE)


@attack("records that nobody waits for")
def abandoned_records(target: Target) -> str | None:
    record = {"text": record_of_twelve(target)}
    neighbour = Neighbour(target)

    def wish() -> None:
        neighbour.ask("POST", "/api/study/score", {"text": "5@d4N | d4ne"})

    return beside(lambda: abandon(target, "POST", "/api/study/record", record), neighbour, wish, BEARABLE)


@attack("ends of a game of twelve")
def ends(target: Target) -> str | None:
    seats = [{"kind": "bot", "bot": "random"}] * 12
    table = json.loads(target.ask("POST", "/api/tables", {"seats": seats})[1])["table"]
    while target.ask("GET", f"/api/tables/{table}/end")[0] == 409:
        time.sleep(0.3)
    neighbour = Neighbour(target)
    own = neighbour.played()
    return beside(
        lambda: target.ask("GET", f"/api/tables/{table}/end"),
        neighbour,
        lambda: neighbour.ask("GET", f"/api/tables/{own}/end"),
        BEARABLE,
    )


@attack("tables of twelve experts")
def experts(target: Target) -> str | None:
    neighbour = Neighbour(target)
    body = {"seats": [{"kind": "bot", "bot": "expert"}] * 12}
    return beside(
        lambda: target.ask("POST", "/api/tables", body), neighbour, neighbour.against_expert, FOR_AN_EXPERT
    )


@attack("experts that stand in for people who are not there")
def stand_ins(target: Target) -> str | None:
    neighbour = Neighbour(target)
    seats = [{"kind": "person", "name": "Mallory"}, *[{"kind": "bot", "bot": "random"}] * 11]
    body = {"seats": seats, "seconds": 5, "stand_in": "expert"}
    return beside(
        lambda: target.ask("POST", "/api/tables", body), neighbour, neighbour.against_expert, FOR_AN_EXPERT
    )


@attack("reviews that nobody waits for")
def abandoned_reviews(target: Target) -> str | None:
    record = record_of_twelve(target)
    neighbour = Neighbour(target)
    own = neighbour.played()
    numbers = iter(range(10**6))

    def work() -> None:
        text = record.replace("Game: ", f"Game: {next(numbers)}", 1)
        abandon(target, "POST", "/api/study/coach?wait=25", {"record": text, "seat": 0})

    def wish() -> None:
        neighbour.ask("GET", f"/api/tables/{own}/coach?seat=0")
        neighbour.against_expert()

    return beside(work, neighbour, wish, FOR_AN_EXPERT)


@attack("hints, reviews and bots all the time, and somebody wants a review")
def all_that_thinks(target: Target) -> str | None:
    record = record_of_twelve(target)
    seats = [{"kind": "person", "name": "Mallory"}, *[{"kind": "bot", "bot": "random"}] * 2]
    tables = cycle([json.loads(target.ask("POST", "/api/tables", {"seats": seats})[1]) for _ in range(8)])
    experts = {"seats": [{"kind": "bot", "bot": "expert"}] * 4}
    numbers = iter(range(10**6))
    neighbour = Neighbour(target)
    own = neighbour.played()
    reviewed: list[float] = []

    def work() -> None:
        table = next(tables)
        target.ask("GET", f"/api/tables/{table['table']}/seats/0/hint", token=table["tokens"]["0"])
        target.ask("POST", "/api/tables", experts)
        text = record.replace("Game: ", f"Game: {next(numbers)}", 1)
        target.ask("POST", "/api/study/coach", {"record": text, "seat": 0})

    def wish() -> None:
        neighbour.against_expert()
        waited = neighbour.slowest
        began = time.monotonic()
        while not reviewed and "turns" not in neighbour.ask("GET", f"/api/tables/{own}/coach?seat=0&wait=5"):
            pass
        reviewed.append(time.monotonic() - began)
        neighbour.slowest = waited

    hurt = beside(work, neighbour, wish, FOR_AN_EXPERT)
    return hurt or (f"a review took {reviewed[0]:.1f} s" if reviewed[0] > FOR_A_REVIEW else None)


@attack("pictures of many games, and somebody wants one")
def pictures(target: Target) -> str | None:
    """Puzzles have pictures, too, and there are a thousand of them."""
    names = cycle([f"puzzle/{puzzle.id}" for puzzle in load_puzzles()])
    neighbour = Neighbour(target)
    own = neighbour.played()
    statuses: Counter[int] = Counter()

    def work() -> None:
        name = next(names)
        statuses[target.ask("GET", f"/preview/{name}.png")[0]] += 1
        abandon(target, "GET", f"/preview/{name}.png")
        target.ask("GET", f"/{name}")

    def wish() -> None:
        neighbour.ask("GET", f"/preview/t/{own}.png")
        neighbour.ask("POST", "/api/study/score", {"text": "5@d4N | d4ne"})
        time.sleep(PAUSE)  # twenty pictures at once are allowed, then one in two seconds

    hurt = beside(work, neighbour, wish, FOR_A_PICTURE)
    return hurt or (None if statuses[429] else f"nothing was refused: {dict(statuses)}")


@attack("tables without end, without cookies")
def tables_without_end(target: Target) -> str | None:
    body = {
        "seats": [{"kind": "bot", "bot": "random"}] * 12,
        "deck": {"name": "large", "cards": FACES * 16},
    }
    made: list[int] = []
    end_attack = all_the_time(*[lambda: made.append(target.ask("POST", "/api/tables", body)[0])] * CALLERS)
    time.sleep(SECONDS)
    end_attack()
    if made.count(201) > 300:
        return f"{made.count(201)} tables were made"
    return None if 429 in made else "nothing was refused"


@attack("lists of many games, and somebody wants a table")
def lists(target: Target) -> str | None:
    """Made at once by playing on from the last card of a finished game."""
    played = {"record": record_of_twelve(target), "seat": 0, "round": ROUNDS, "name": "Mallory"}
    cookie = _with_many_games(target, played)
    neighbour = Neighbour(target)
    own = neighbour.played()

    def ask() -> None:
        with target.connect() as connection:
            request = f"GET /api/tables HTTP/1.1\r\nHost: 127.0.0.1:{target.port}\r\nCookie: {cookie}\r\n\r\n"
            connection.sendall(request.encode())
            while b"\r\n\r\n" not in connection.recv(2**16):
                pass

    return beside(ask, neighbour, lambda: neighbour.ask("GET", f"/api/tables/{own}"), BEARABLE)


def _with_many_games(target: Target, played: dict[str, object]) -> str:
    """The cookie of a guest who has as many as may be made at once."""
    connection = http.client.HTTPConnection(
        "127.0.0.1", target.port, timeout=PATIENCE, source_address=(ATTACKER, 0)
    )
    headers = {"content-type": "application/json"}
    while True:
        connection.request("POST", "/api/study/play", json.dumps(played), headers)
        answer = connection.getresponse()
        answer.read()
        if answer.status != http.HTTPStatus.CREATED:
            return headers["cookie"]
        if named := answer.getheader("set-cookie"):
            headers["cookie"] = named.partition(";")[0]
