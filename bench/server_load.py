"""Durable turns a second, and how long until they are acknowledged.

python bench/server_load.py --tables 500 --rate 1500 --seconds 20              SQLite
python bench/server_load.py --tables 500 --rate 1500 --seconds 20 --postgres   PostgreSQL, for this run
python bench/server_load.py --idle 5000                                        sockets at rest
"""

import argparse
import asyncio
import os
import random
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import httpx
import uvloop

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "tests")]

from postgres import free_port  # noqa: E402
from server_players import Pause, Tally, http_session, make_table, open_socket, play_tables  # noqa: E402
from server_processes import Serve, new_database  # noqa: E402


async def load(server: Serve, tables: int, rate: float, seconds: float) -> str:
    """Turns at this rate from all tables together, after everybody has sat down."""
    tally = Tally()
    going = True
    period = 2 * tables / rate  # in which each of a table's two players lays once
    spread = 16 * period  # a game, so that not all end and begin at once

    def new_pause() -> Pause:
        """Turns at moments of a clock, however long the acknowledgements before them took."""
        began = time.perf_counter()

        async def until_the_moment(number: int) -> None:
            moment = began + (number - random.uniform(0, 0.8)) * period
            await asyncio.sleep(moment - time.perf_counter())

        return until_the_moment

    playing = asyncio.create_task(play_tables([server.url], tables, tally, new_pause, lambda: going, spread))
    await asyncio.sleep(spread + 2)
    if playing.done():
        await playing
    before, began = len(tally.seconds), time.perf_counter()
    used = server_seconds(server)
    await asyncio.sleep(seconds)
    took = time.perf_counter() - began
    used = server_seconds(server) - used
    measured = sorted(tally.seconds[before:])
    going = False
    playing.cancel()
    commits = float(figure(server, "limes_commits_total")), float(figure(server, "limes_turns_total"))
    median, most, worst = (1000 * measured[int(part * (len(measured) - 1))] for part in (0.5, 0.99, 1))
    return (
        f"{len(measured) / took:.0f} turns a second at {tables} tables; acknowledged within {median:.0f} ms "
        f"(median), {most:.0f} ms (99 of 100), {worst:.0f} ms (worst); "
        f"{commits[1] / commits[0]:.1f} turns a commit; "
        f"the server used {used / took:.2f} cores; {tally.reconnects} reconnects"
    )


async def rest(server: Serve, sockets: int) -> str:
    """Memory for each socket at rest, two to a table."""
    before = memory(server)
    async with http_session() as http:
        tables = [await make_table(http, server.url) for _ in range(sockets // 2)]
        made = memory(server)
        opened = [
            await open_socket(http, server.url, table, token)
            for table, tokens in tables
            for token in tokens.values()
        ]
        await asyncio.sleep(2)
        after = memory(server)
    return (
        f"{len(opened)} open sockets at {len(tables)} tables: {after / 2**20:.0f} MiB in all, "
        f"{(made - before) / len(tables) / 1024:.1f} KiB a table, "
        f"{(after - made) / len(opened) / 1024:.1f} KiB a socket"
    )


def server_seconds(server: Serve) -> float:
    """Processor time that the server has used."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(server: Serve) -> int:
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def figure(server: Serve, name: str) -> str:
    lines = httpx.get(f"{server.url}/metrics").text.splitlines()
    return next(line.split()[1] for line in lines if line.startswith(f"{name} "))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=1500)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--idle", type=int, default=0)
    parser.add_argument("--postgres", action="store_true")
    options = parser.parse_args()
    with ExitStack() as stack:
        database, _postgres = stack.enter_context(new_database(options.postgres))
        server = Serve(database, free_port(), LIMES_RESTING_TABLES="100000")
        stack.callback(server.kill)
        server.wait_until_ready()
        if options.idle:
            print(asyncio.run(rest(server, options.idle)))
        else:
            print(uvloop.run(load(server, options.tables, options.rate, options.seconds)))


if __name__ == "__main__":
    main()
