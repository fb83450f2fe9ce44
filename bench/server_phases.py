"""One load run: people sit down, then they play, and what that takes is measured apart."""

import asyncio
import random
import time
from contextlib import suppress
from dataclasses import dataclass

from postgres import Postgres
from server_players import ROUNDS, Pause, Tally, play_tables
from server_processes import Serve
from server_usage import OwnLag, family, processor_seconds, read_counts

Figures = dict[str, float]
WITHIN = 4.0  # seconds in which all sit down
OF_THE_SERVER = ("loop_lag", "queue", "commit", "collection")


@dataclass(frozen=True)
class Load:
    """How many tables, turns a second and seconds.

    With `games`, each game is followed by another; with `together`, a table's players share a server.
    """

    tables: int
    rate: float
    seconds: float
    games: bool = False
    together: bool = False

    @property
    def period(self) -> float:
        """Seconds in which each of a table's two players lays once."""
        return 2 * self.tables / self.rate


class Clock:
    """Lays at moments of a clock, however long the acknowledgements before them took."""

    def __init__(self, load: Load) -> None:
        self._period = load.period
        self._begin = asyncio.Event()
        self.seated = 0

    def begin(self) -> None:
        self._begin.set()

    def new_pause(self) -> Pause:
        first = random.uniform(0, self._period)
        began: float | None = None

        async def until_the_moment(number: int) -> None:
            nonlocal began
            if number == 1:
                self.seated += 1
                await self._begin.wait()
            began = began or time.perf_counter() + first
            moment = began + (number - random.uniform(0, 0.8)) * self._period
            await asyncio.sleep(moment - time.perf_counter())

        return until_the_moment


class Meter:
    """Processor time of servers, database and client, and what the servers counted, from its making on."""

    def __init__(self, servers: list[Serve], postgres: Postgres | None) -> None:
        self._urls = [server.url for server in servers]
        self._pids = [server.process.pid for server in servers]
        self._postgres = family(postgres.pid) if postgres else []
        self._counts = read_counts(self._urls)
        self._before = self._used()
        self._began = time.perf_counter()

    def _used(self) -> tuple[float, float, float]:
        return processor_seconds(self._pids), processor_seconds(self._postgres), time.process_time()

    def figures(self, tally: Tally, since: int, lag: OwnLag) -> Figures:
        seconds = time.perf_counter() - self._began
        server, database, client = (
            now - before for now, before in zip(self._used(), self._before, strict=True)
        )
        measured = sorted(tally.seconds[since:])
        turns = len(measured)
        median, most, worst = (1000 * measured[int(part * (turns - 1))] for part in (0.5, 0.99, 1))
        late = sorted(lag.seconds)
        counts = read_counts(self._urls).since(self._counts)
        figures = {
            "turns a second": turns / seconds,
            "ms of server CPU a turn": 1000 * server / turns,
            "turns a core-second": turns / server,
            "cores of the server": server / seconds,
            "ms of PostgreSQL CPU a turn": 1000 * database / turns,
            "cores of the client": client / seconds,
            "turns a commit": counts.plain["limes_turns_total"] / counts.plain["limes_commits_total"],
            "acknowledged, ms, median": median,
            "acknowledged, ms, 99 of 100": most,
            "acknowledged, ms, worst": worst,
            "client late, ms, 99 of 100": 1000 * late[int(0.99 * (len(late) - 1))],
            "client late, ms, worst": 1000 * late[-1],
            "reconnects": tally.reconnects,
        }
        for name in OF_THE_SERVER:
            for part, words in ((0.99, "99 of 100"), (1.0, "worst")):
                figures[f"server {name}, ms, {words}, below"] = counts.within(f"limes_{name}", part)
        return figures


async def play(servers: list[Serve], postgres: Postgres | None, load: Load) -> Figures:
    """Sit down, then lay turns at the rate; gives what both took."""
    tally, clock, lag = Tally(), Clock(load), OwnLag()
    going = True
    pids = [server.process.pid for server in servers]
    game = ROUNDS * load.period
    used = processor_seconds(pids)
    spread = game if load.games else WITHIN
    if load.games:
        clock.begin()
    playing = asyncio.create_task(
        play_tables(
            [server.url for server in servers],
            load.tables,
            tally,
            clock.new_pause,
            lambda: going,
            spread,
            together=load.together,
        )
    )
    while clock.seated < 2 * load.tables:
        await asyncio.sleep(0.1)
        if playing.done():
            await playing
    sitting = processor_seconds(pids) - used
    clock.begin()
    await asyncio.sleep(2 * load.period)
    watching = asyncio.create_task(lag.watch())
    meter, since = Meter(servers, postgres), len(tally.seconds)
    await asyncio.sleep(load.seconds if load.games else min(load.seconds, game - 3 * load.period))
    figures = meter.figures(tally, since, lag)
    going = False
    for task in (watching, playing):
        task.cancel()
    with suppress(asyncio.CancelledError):
        await playing
    if not load.games:
        figures["ms of server CPU to make a table and sit down"] = 1000 * sitting / load.tables
    return figures
