"""How NOTIFY carries many processes on one PostgreSQL: commits a second beside ever more who listen.

python bench/server_notices.py --writers 8 --listeners 0 8 64
"""

import argparse
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import psycopg

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "tests")]

from server_processes import new_database  # noqa: E402

PAYLOAD = "t " + " ".join(f"table-{number:010}" for number in range(10))  # the tables of one commit


def write(address: str, end: float, notify: bool, done: list[int]) -> None:
    """What a process's writer does, as far as the database is concerned: few rows and a notice a commit."""
    commits = 0
    with psycopg.connect(address) as connection:
        while time.monotonic() < end:
            connection.execute("INSERT INTO laid SELECT generate_series(1, 10)")
            if notify:
                connection.execute("SELECT pg_notify('limes', %s)", [PAYLOAD])
            connection.commit()
            commits += 1
    done.append(commits)


def listen(address: str, end: float, heard: list[int]) -> None:
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("LISTEN limes")
        heard.append(sum(1 for _ in connection.notifies(timeout=end - time.monotonic())))


def measure(address: str, writers: int, listeners: int, seconds: float) -> tuple[float, float]:
    """Commits and heard notices a second."""
    end = time.monotonic() + seconds
    done: list[int] = []
    heard: list[int] = []
    threads = [threading.Thread(target=listen, args=(address, end, heard)) for _ in range(listeners)]
    threads += [
        threading.Thread(target=write, args=(address, end, listeners > 0, done)) for _ in range(writers)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done) / seconds, sum(heard) / seconds


def run(writers: int, listeners: Sequence[int], seconds: float) -> None:
    with new_database(on_postgresql=True) as (database, _postgres):
        address = database.replace("+psycopg", "")
        with psycopg.connect(address) as connection:
            connection.execute("CREATE TABLE laid (number integer)")
        for count in listeners:
            commits, heard = measure(address, writers, count, seconds)
            print(
                f"{writers} writers, {count} listen: {commits:,.0f} commits and {heard:,.0f} notices a second"
            )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--listeners", type=int, nargs="+", default=[0, 8, 64])
    parser.add_argument("--seconds", type=float, default=5)
    options = parser.parse_args()
    run(options.writers, options.listeners, options.seconds)


if __name__ == "__main__":
    main()
