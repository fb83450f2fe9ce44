"""`limes serve` as processes of a bench: started, killed, started again on the same port."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

import httpx
from postgres import Postgres

UNLIMITED = {
    "LIMES_RATE_FACTOR": "1000000",
    "LIMES_TABLES_A_GUEST": "100000000",
    "LIMES_TABLES_AN_ADDRESS": "100000000",
    "LIMES_TABLES_A_DAY": "100000000",
    "LIMES_SOCKETS_AN_ADDRESS": "100000",
    "LIMES_LOG_LEVEL": "warning",
}


COMPLAINTS = ('"level": "error"', "Traceback", "Exception ignored")


def complaints(log: Path) -> list[str]:
    """What a server wrote of itself that nobody may make it write."""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    return [line for line in lines if any(sign in line for sign in COMPLAINTS)]


@contextmanager
def new_database(on_postgresql: bool) -> Iterator[tuple[str, Postgres | None]]:
    """An empty database for one run, and the PostgreSQL it is in; nothing is left of it."""
    if not on_postgresql:
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/tables.sqlite", None
        return
    postgres = Postgres()
    try:
        yield postgres.new_database("bench"), postgres
    finally:
        postgres.remove()


class Serve:
    """One server process, without limits: a bench is one client that does the work of many."""

    changed: ClassVar[dict[str, str]] = UNLIMITED

    def __init__(
        self,
        database: str,
        port: int,
        log: Path | None = None,
        python: str = sys.executable,
        **more: str,
    ) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self._command = [python, "-m", "limes", "serve", "--port", str(port), "--database", database]
        self._environment = {**os.environ, **self.changed, **more}
        self._log = log
        self.start()

    def start(self) -> None:
        with (self._log or Path(os.devnull)).open("ab") as output:
            self.process = subprocess.Popen(
                self._command, env=self._environment, stdout=output, stderr=output
            )

    def wait_until_ready(self, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while True:
            try:
                if httpx.get(f"{self.url}/healthz", timeout=2).status_code == 200:
                    return
            except httpx.HTTPError:
                pass
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended with {self.process.returncode}: {self._last_words()}")
            if time.monotonic() > end:
                raise RuntimeError(f"the server is not ready after {seconds} s: {self._last_words()}")
            time.sleep(0.05)

    def _last_words(self) -> str:
        return self._log.read_text()[-500:] if self._log else ""

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)


class ServeByDefault(Serve):
    """As anybody runs it, with all its limits."""

    changed: ClassVar[dict[str, str]] = {"LIMES_LOG_LEVEL": "warning"}
