"""Many study boards against a server: all at once beside a bot that is at turn, and all left at once."""

import http.client
import json
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, closing

from attacks import PATIENCE, Target, attack
from attacks_on_queues import BEARABLE, PAUSE, ROUNDS, SECONDS, Neighbour, all_the_time
from server_usage import processor_seconds

from limes.core import Random, State
from limes.rules import STANDARD, shuffled

STUDIES = 50
A_LITTLE = 0.05  # seconds between two looks whether a bot has laid, so that nobody asks too often
ENDED = 1.0  # seconds in which a stream that nobody reads has ended
WATCHED = 2.0  # seconds for which the server's processor time is watched
IDLE = 0.3  # seconds of it that the server may use beyond what it used before


class Board:
    """Somebody at an address of their own who studies one position after the other."""

    def __init__(self, target: Target, number: int) -> None:
        self._port = target.port
        self._address = f"127.0.1.{number + 1}"
        self._number = number
        self._positions = 0
        self.lines = 0

    def open(self) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        """A stream of a new position, of which nothing was read yet."""
        self._positions += 1
        body = json.dumps(position(f"{self._number} {self._positions}", 2 + self._number % 10))
        connection = http.client.HTTPConnection(
            "127.0.0.1", self._port, timeout=6 * PATIENCE, source_address=(self._address, 0)
        )
        connection.request("POST", "/api/study/values", body, {"content-type": "application/json"})
        return connection, connection.getresponse()

    def study(self) -> None:
        connection, answer = self.open()
        with closing(connection):
            while answer.readline():
                self.lines += answer.status == http.HTTPStatus.OK


def position(seed: str, laid: int) -> dict[str, object]:
    """A landscape of so many cards, laid at random, and a card for it."""
    cards, chance, state = shuffled(STANDARD, seed), Random(len(seed)), State()
    for card in cards[:laid]:
        state.play(card, state.random_turn(card, chance))
    return {"landscape": str(state.landscape()), "card": cards[laid]}


@attack("fifty studies at once, and a bot is at turn")
def many_studies(target: Target) -> str | None:
    neighbour = Neighbour(target)
    alone = _slowest(neighbour, SECONDS)
    boards = [Board(target, number) for number in range(STUDIES)]
    end_attack = all_the_time(*(board.study for board in boards))
    try:
        time.sleep(PAUSE)
        among = _slowest(neighbour, 2 * SECONDS)
    except (OSError, RuntimeError) as error:
        return f"a neighbour failed: {error}"
    finally:
        threading.Thread(target=end_attack, daemon=True).start()
    print(
        f"  a bot's turn took {alone:.2f} s at most alone, {among:.2f} s among {STUDIES} studies", flush=True
    )
    print(f"  lines of a study: {sorted(Counter(board.lines for board in boards).items())}", flush=True)
    if among > alone + BEARABLE:
        return f"a bot's turn took {among:.1f} s, {alone:.1f} s without studies"
    unread = sum(not board.lines for board in boards)
    return f"{unread} studies had no values" if unread else None


def _slowest(neighbour: Neighbour, seconds: float) -> float:
    """The longest that a bot took for its turn, in games against somebody who lays at once."""
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "expert"}]
    end, slowest = time.monotonic() + seconds, 0.0
    while time.monotonic() < end:
        table = neighbour.ask("POST", "/api/tables", {"seats": seats})["table"]
        for number in range(1, ROUNDS + 1):
            began = time.monotonic()
            if began > end:
                break
            offer = neighbour.ask("GET", f"/api/tables/{table}/seats/0")["offer"]
            turn = {"round": number, "turn": offer["placements"][0]["at"]}
            neighbour.ask("POST", f"/api/tables/{table}/seats/0/turns", turn)
            news, last = f"/api/tables/{table}/events?after={2 * number - 1}&wait=5", 0
            while last < 2 * number:
                last = neighbour.ask("GET", news)["last"]
                time.sleep(A_LITTLE)
            slowest = max(slowest, time.monotonic() - began)
    return slowest


@attack("streams of studies that are left")
def streams_left(target: Target) -> str | None:
    pid = target.server.process.pid
    before = _used(pid, lambda: time.sleep(WATCHED))
    for _ in range(3):
        with ExitStack() as left:
            for number in range(STUDIES):
                connection, answer = Board(target, number).open()
                left.enter_context(closing(connection))
                if answer.status != http.HTTPStatus.OK or not answer.readline():
                    return f"a study was refused: {answer.status}"
        time.sleep(ENDED)
        after = _used(pid, lambda: time.sleep(WATCHED))
        print(
            f"  processor time in {WATCHED:.0f} s: {before:.2f} s before, {after:.2f} s after all were left"
        )
        if after > before + IDLE:
            return f"the server went on for {after - before:.1f} of {WATCHED:.0f} s"
    return None


def _used(pid: int, wait: Callable[[], None]) -> float:
    began = processor_seconds([pid])
    wait()
    return processor_seconds([pid]) - began
