"""One client attacks a server with default settings; another, at another address, plays and must not notice.

python bench/server_attack.py                       every attack, each on a new server on SQLite
python bench/server_attack.py --postgres            the same on PostgreSQL, started for this run
python bench/server_attack.py --only pings header   attacks whose names have one of these words
python bench/server_attack.py --list                their names

For each attack: "withstood", or what hurt; the server's memory before, at most and after, and the longest
that the healthy client waited for an answer or for a turn to be stored. An attack hurts if the healthy client
waits for more than a second, if memory grows by more than 200 MiB, if the log names an error, or if the
attack itself finds something wrong. Where other programs want the machine too, `--bearable` allows a longer
wait.
"""

import argparse
import http.client
import json
import multiprocessing
import sys
import tempfile
import threading
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "tests")]

import attacks_at_tables  # noqa: E402, F401  its attacks register themselves
import attacks_on_memory  # noqa: E402, F401
import attacks_on_queues  # noqa: E402, F401
import attacks_on_studies  # noqa: E402, F401
import attacks_with_connections  # noqa: E402, F401
import attacks_with_frames  # noqa: E402, F401
import attacks_with_requests  # noqa: E402, F401
from attacks import ATTACKS, Attack, Target  # noqa: E402
from postgres import free_port  # noqa: E402
from server_processes import ServeByDefault, complaints, new_database  # noqa: E402
from server_usage import memory  # noqa: E402

BEARABLE = 1.0  # seconds for which a healthy client may wait
GROWTH = 200 * 2**20  # bytes of memory
PAUSE = 0.06  # seconds between two things that the healthy client does; 20 turns a second are allowed
GIVEN_UP = 30.0
MOST_ATTEMPTS = 450
RESTING = 1.0  # seconds between the end of an attack and the last look at memory


class Healthy:
    """Somebody at another address who plays, and opens a page now and then; keeps the longest wait."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.slowest = 0.0
        self.done = 0

    def live(self, wanted: threading.Event) -> None:
        while wanted.is_set():
            self._play(wanted)

    def _play(self, wanted: threading.Event) -> None:
        """One table at which a turn is laid and taken back, again and again."""
        seats = [{"kind": "person", "name": name} for name in ("Ann", "Bob")]
        made = self._ask("POST", "/api/tables", json.dumps({"seats": seats}))
        table, token = made["table"], made["tokens"]["0"]
        address = f"ws://127.0.0.1:{self._port}/api/tables/{table}/socket"
        headers = {"authorization": f"Bearer {token}"}
        with connect(address, additional_headers=headers, proxy=None, open_timeout=GIVEN_UP) as player:
            for attempt in range(1, MOST_ATTEMPTS):
                for kind, more in (("turn", {"turn": "d4N"}), ("undo", {})):
                    if not wanted.is_set():
                        return
                    message = {"type": kind, "id": "x", "seat": 0, "round": 1, "attempt": attempt} | more
                    began = time.monotonic()
                    player.send(json.dumps(message))
                    while '"type":"ack"' not in (heard := player.recv(timeout=GIVEN_UP)):
                        assert '"type":"error"' not in heard, heard
                    self._waited(began)
                    self._ask("GET", "/healthz")
                    time.sleep(PAUSE)

    def _ask(self, method: str, path: str, body: str | None = None) -> Any:
        """On a connection of its own, as somebody has who comes just now."""
        began = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=GIVEN_UP)
        try:
            connection.request(method, path, body, {"content-type": "application/json"})
            answer = connection.getresponse()
            found = json.loads(answer.read())
            assert answer.status < 400, found
        finally:
            connection.close()
        self._waited(began)
        return found

    def _waited(self, began: float) -> None:
        self.slowest = max(self.slowest, time.monotonic() - began)
        self.done += 1


def stay_healthy(port: int, pipe: Connection) -> None:
    """A process of its own: says when it plays, ends when it is told to, then says how it fared."""
    healthy, wanted = Healthy(port), threading.Event()
    wanted.set()

    def end_when_told() -> None:
        pipe.recv()
        wanted.clear()

    threading.Thread(target=end_when_told, daemon=True).start()
    try:
        pipe.send(None)
        healthy.live(wanted)
    except Exception as error:
        pipe.send(
            (healthy.slowest, healthy.done, f"{type(error).__name__} {error}" if wanted.is_set() else "")
        )
    else:
        pipe.send((healthy.slowest, healthy.done, ""))


class MostMemory(threading.Thread):
    """Looks at the server's memory all the time."""

    def __init__(self, process: int) -> None:
        super().__init__(daemon=True)
        self._process = process
        self.most = 0
        self.wanted = True

    def run(self) -> None:
        while self.wanted:
            try:
                self.most = max(self.most, memory(self._process))
            except OSError:
                return
            time.sleep(0.05)


def _outcome(attack: Attack, target: Target) -> str | None:
    """What the attack found; one that breaks is told like any other, and the rest still run."""
    try:
        return attack(target)
    except Exception as error:
        return f"the attack broke: {type(error).__name__} {error}"


def one_attack(name: str, database: str, folder: Path, bearable: float) -> bool:
    """Whether it was withstood; prints a line."""
    port, log = free_port(), folder / "log"
    log.unlink(missing_ok=True)
    server = ServeByDefault(database, port, log)
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    healthy = spawn.Process(target=stay_healthy, args=(port, theirs), daemon=True)
    try:
        server.wait_until_ready()
        healthy.start()
        ours.recv()
        time.sleep(RESTING)
        before = memory(server.process.pid)
        watching = MostMemory(server.process.pid)
        watching.start()
        hurt = [found] if (found := _outcome(ATTACKS[name], Target(server, port))) else []
        stopped = server.process.poll() is not None
        if not stopped:
            time.sleep(RESTING)
        ours.send(None)
        slowest, done, error = ours.recv() if ours.poll(GIVEN_UP + 5) else (GIVEN_UP, 0, "no answer")
        after = 0 if server.process.poll() is not None else memory(server.process.pid)
        watching.wanted = False
    finally:
        healthy.kill()
        server.kill()
    if slowest > bearable:
        hurt.append(f"a healthy client waited {slowest:.1f} s")
    if error and not stopped:
        hurt.append(f"a healthy client failed: {error}")
    if watching.most - before > GROWTH:
        hurt.append("memory grew")
    if errors := complaints(log):
        hurt.append(f"{len(errors)} errors in the log, first {errors[0][:200]}")
    figures = "/".join(f"{value / 2**20:.0f}" for value in (before, watching.most, after))
    verdict = "withstood" if not hurt else "; ".join(hurt)
    print(f"{name}: {verdict} (memory {figures} MiB, slowest of {done} waits {slowest:.2f} s)", flush=True)
    return not hurt


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--only", nargs="+", default=[""], metavar="WORD")
    parser.add_argument("--bearable", type=float, default=BEARABLE, metavar="SECONDS")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    names = [name for name in ATTACKS if any(word in name for word in options.only)]
    if options.list:
        print("\n".join(names))
        return
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            with new_database(options.postgres) as (database, _postgres):
                failed += not one_attack(name, database, Path(folder), options.bearable)
    print(f"{len(names) - failed} of {len(names)} attacks withstood")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
