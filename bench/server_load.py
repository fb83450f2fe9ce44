"""Durable turns: the server's processor time for one, and how long until it is acknowledged.

python bench/server_load.py                                  SQLite, 500 tables of two, 1,500 turns a second
python bench/server_load.py --runs 5 --beside ../other       in turns with another checkout, which has a .venv
python bench/server_load.py --postgres --processes 2         PostgreSQL, for this run, and two servers
python bench/server_load.py --postgres --processes 2 --together   the players of a table at the same server
python bench/server_load.py --games                          each game followed by another
python bench/server_load.py --idle 5000                      sockets at rest

People first sit down (tables are made, sockets opened), then play one game; the turns of rounds 2 to 15 are
measured apart from that rush. With --games new tables are made all the time, as often as games end.
"""

import argparse
import asyncio
import statistics
import sys
from contextlib import ExitStack
from pathlib import Path

import uvloop

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "tests")]

from postgres import free_port  # noqa: E402
from server_phases import Figures, Load, play  # noqa: E402
from server_players import http_session, make_table, open_socket  # noqa: E402
from server_processes import Serve, new_database  # noqa: E402
from server_usage import memory  # noqa: E402

IN_MEMORY = {"LIMES_RESTING_TABLES": "100000"}
HERE = "this version"


def one_run(python: str, load: Load, on_postgresql: bool, processes: int) -> Figures:
    """On servers and a database of its own."""
    with ExitStack() as stack:
        database, postgres = stack.enter_context(new_database(on_postgresql))
        servers = []
        for _ in range(processes):
            servers.append(Serve(database, free_port(), None, python, **IN_MEMORY))
            stack.callback(servers[-1].kill)
            servers[-1].wait_until_ready()
        return uvloop.run(play(servers, postgres, load))


async def rest(server: Serve, sockets: int) -> str:
    """Memory for each socket at rest, two to a table."""
    before = memory(server.process.pid)
    async with http_session() as http:
        tables = [await make_table(http, server.url) for _ in range(sockets // 2)]
        made = memory(server.process.pid)
        opened = [
            await open_socket(http, server.url, table, token)
            for table, tokens in tables
            for token in tokens.values()
        ]
        await asyncio.sleep(2)
        after = memory(server.process.pid)
    return (
        f"{len(opened)} open sockets at {len(tables)} tables: {after / 2**20:.0f} MiB in all, "
        f"{(made - before) / len(tables) / 1024:.1f} KiB a table, "
        f"{(after - made) / len(opened) / 1024:.1f} KiB a socket"
    )


def table_of(runs: dict[str, list[Figures]]) -> str:
    """Medians over the runs of each version, and how the first compares with the others."""
    names = list(runs)
    widest = max(len(figure) for figure in runs[names[0]][0])
    lines = ["".join((" " * widest, *(f"{name[-20:]:>22}" for name in names), "   ratio" * (len(names) > 1)))]
    for figure in runs[names[0]][0]:
        medians = [statistics.median(run[figure] for run in own) for own in runs.values()]
        ratio = f"{medians[0] / medians[1]:8.2f}" if len(medians) > 1 and medians[1] else ""
        lines.append(f"{figure:{widest}}" + "".join(f"{median:22.2f}" for median in medians) + ratio)
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=1500)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--beside", type=Path, help="the folder of another checkout")
    parser.add_argument("--games", action="store_true")
    parser.add_argument("--together", action="store_true")
    parser.add_argument("--idle", type=int, default=0)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    if options.idle:
        with ExitStack() as stack:
            database, _postgres = stack.enter_context(new_database(options.postgres))
            server = Serve(database, free_port(), None, sys.executable, **IN_MEMORY)
            stack.callback(server.kill)
            server.wait_until_ready()
            print(asyncio.run(rest(server, options.idle)))
        return
    load = Load(options.tables, options.rate, options.seconds, options.games, options.together)
    versions = {HERE: sys.executable}
    if options.beside:
        versions[str(options.beside)] = str(options.beside / ".venv/bin/python")
    runs: dict[str, list[Figures]] = {name: [] for name in versions}
    for _ in range(options.runs):
        for name, python in versions.items():
            runs[name].append(one_run(python, load, options.postgres, options.processes))
    print(table_of(runs))


if __name__ == "__main__":
    main()
