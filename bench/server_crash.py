"""Kill the server at random moments while people play and solve: nothing acknowledged is missing or doubled.

python bench/server_crash.py --times 100                      SQLite
python bench/server_crash.py --times 100 --postgres           PostgreSQL, started for this run
python bench/server_crash.py --times 20 --postgres --restart  PostgreSQL itself is killed and started again
python bench/server_crash.py --times 20 --postgres --two      two servers, one of them is killed
python bench/server_crash.py --times 20 --postgres --deploy   two servers, restarted in turn as by an update
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import cycle
from pathlib import Path
from statistics import median

from sqlalchemy import select

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "tests")]

from postgres import Postgres, free_port  # noqa: E402
from server_players import Tally, play_tables  # noqa: E402
from server_processes import Serve, complaints, new_database  # noqa: E402
from server_solvers import Answered, faults_in_answers, solve_all_the_time  # noqa: E402

from limes.server.store.engine import open_engine  # noqa: E402
from limes.server.store.schema import EVENTS  # noqa: E402
from limes.server.tables.replay_check import check  # noqa: E402

LONGEST_PAUSE = 0.3  # seconds from the turns after one kill to the next
UNDOING = 0.5  # of the turns are taken back, if the other player is not faster
MOST_SECONDS = 60.0  # after the last kill until every table has gone on


async def run(
    servers: list[Serve],
    crash: Callable[[], None],
    times: int,
    tables: int,
    answered: list[Answered],
) -> Tally:
    """Play and solve while the server is killed so many times, then on until every table has gone on."""
    tally = Tally()

    async def think(_round: int) -> None:
        await asyncio.sleep(random.uniform(0, 0.02))

    urls = [server.url for server in servers]
    playing = asyncio.create_task(
        play_tables(urls, tables, tally, lambda: think, lambda: True, undoing=UNDOING)
    )
    solving = asyncio.create_task(solve_all_the_time(urls, answered))
    for _ in range(times):
        before = len(tally.acknowledged)
        while len(tally.acknowledged) < before + tables:
            await asyncio.sleep(0.02)
            if playing.done():
                await playing
        await asyncio.sleep(random.uniform(0.0, LONGEST_PAUSE))
        await asyncio.to_thread(crash)
    await go_on(tally, playing)
    for task in (playing, solving):  # a player would only look up at the next message, which may never come
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    return tally


async def go_on(tally: Tally, playing: asyncio.Task[None]) -> None:
    """Every table that was playing when the server was killed last has another turn, or plays to its end."""
    waiting, seen = set(tally.playing), len(tally.acknowledged)
    end = time.monotonic() + MOST_SECONDS
    while waiting := waiting & tally.playing - {turn.table for turn in tally.acknowledged[seen:]}:
        await asyncio.sleep(0.05)
        if playing.done():
            await playing
        if time.monotonic() > end:
            raise AssertionError(f"{len(waiting)} tables do not go on: {sorted(waiting)[:10]}")


def faults(database: str, tally: Tally, answered: list[Answered]) -> list[str]:
    """What was acknowledged and is missing or other than it was; `check` finds doubled and illegal turns."""
    engine = open_engine(database)
    with engine.connect() as connection:
        rows = connection.execute(select(EVENTS).where(EVENTS.c.kind.in_(["turn", "undo"])))
        stored = {
            (row.table_id, row.seat, row.round, row.attempt, row.kind == "undo"): (row.turn, row.number)
            for row in rows
        }
    found = []
    for turn in tally.acknowledged:
        there = stored.get((turn.table, turn.seat, turn.round, turn.attempt, turn.turn is None))
        if there != (turn.turn, turn.number):
            found.append(f"{turn}: stored is {there}")
    found += faults_in_answers(engine, answered)
    tables, turns = check(engine, lambda fault: found.append(str(fault)))
    engine.dispose()
    print(f"tables: {tables}, turns: {turns}; everything replays without an error", file=sys.stderr)
    return found


def restart_database(postgres: Postgres) -> None:
    postgres.stop()
    time.sleep(random.uniform(0, 0.5))
    postgres.start()


def kill_one(servers: Sequence[Serve]) -> None:
    """Any of them; where there are others the run goes on when it is back."""
    victim = random.choice(servers)
    victim.kill()
    if len(servers) == 1:
        time.sleep(random.uniform(0, 0.2))
    victim.start()
    if len(servers) > 1:
        victim.wait_until_ready()


def deploy_next(servers: Iterator[Serve]) -> None:
    """As an update does: one is told to stop, and is back before the other's turn comes."""
    server = next(servers)
    server.stop()
    server.start()
    server.wait_until_ready()


def crash_run(
    database: str,
    times: int,
    tables: int,
    *,
    postgres: Postgres | None = None,
    two: bool = False,
    deploy: bool = False,
) -> tuple[Tally, int]:
    """The whole run, and how many puzzles were answered.

    Raises where something acknowledged was lost, a table stopped or a server complained.
    """
    with tempfile.TemporaryDirectory() as folder:
        servers = [Serve(database, free_port(), Path(folder) / "log") for _ in range(1 + (two or deploy))]
        crash = partial(kill_one, servers)
        if postgres:
            crash = partial(restart_database, postgres)
        elif deploy:
            crash = partial(deploy_next, cycle(servers))
        answered: list[Answered] = []
        try:
            for server in servers:
                server.wait_until_ready()
            tally = asyncio.run(run(servers, crash, times, tables, answered))
        finally:
            for server in servers:
                server.kill()
            complained = complaints(Path(folder) / "log")
    lost = faults(database, tally, answered) + complained
    if lost:
        raise AssertionError("\n".join(lost[:10]))
    return tally, len(answered)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--restart", action="store_true")
    parser.add_argument("--two", action="store_true")
    parser.add_argument("--deploy", action="store_true")
    options = parser.parse_args()
    with new_database(options.postgres) as (database, postgres):
        began = time.perf_counter()
        tally, answers = crash_run(
            database,
            options.times,
            options.tables,
            postgres=postgres if options.restart else None,
            two=options.two,
            deploy=options.deploy,
        )
        seconds = time.perf_counter() - began
    turns = len(tally.acknowledged) - tally.undos
    away = sorted(tally.away)
    print(
        f"{'stopped' if options.deploy else 'killed'} {options.times} times in {seconds:.0f} s: "
        f"{turns} turns acknowledged, {tally.undos} taken back, {answers} puzzles answered, "
        "none missing, none doubled; "
        f"{tally.games} seats played to the end; {len(away)} connections lost and made again with "
        f"{tally.reconnects} attempts, the median after {median(away):.2f} s, "
        f"99 of 100 within {away[99 * len(away) // 100]:.2f} s, the last after {away[-1]:.2f} s"
    )


if __name__ == "__main__":
    main()
