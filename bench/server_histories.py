"""A day's page with 50,000 results on its board, and *Me* with 10,000 games: milliseconds until the answer.

python bench/server_histories.py              SQLite
python bench/server_histories.py --postgres   PostgreSQL, started for this run
"""

import argparse
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from sqlalchemy import insert, select

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "tests")]

from server_processes import new_database  # noqa: E402
from serving import Guest, first_turn, serving  # noqa: E402

from limes.rules import ROUNDS  # noqa: E402
from limes.server.calendar import day_at  # noqa: E402
from limes.server.entries import Earned  # noqa: E402
from limes.server.store import Log, distribution  # noqa: E402
from limes.server.store.boards import Entered, enter  # noqa: E402
from limes.server.store.results import as_row  # noqa: E402
from limes.server.store.schema import HOLDERS, RESULTS, TABLES  # noqa: E402

TIMES = 20


def play_today(guest: Guest) -> str:
    table = str(guest.post("/days/attempt", {"name": "Ann"})["table"])
    for number in range(1, ROUNDS + 1):
        guest.lay(table, 0, number, first_turn(guest.get(f"/tables/{table}/seats/0")["offer"]))
    return table


def fill_day(log: Log, day: str, table_id: str, guests: int) -> None:
    for start in range(0, guests, 500):  # the server wants to write, too
        with log.writing() as connection:
            some = range(start, min(start + 500, guests))
            points = [round(random.gauss(45, 7)) for _ in some]
            enter(
                connection,
                [
                    Entered(day, f"guest{number}", table_id, each, time.time())
                    for number, each in zip(some, points, strict=True)
                ],
            )


def fill_history(log: Log, like: str, games: int) -> None:
    """So many finished games, each of two seats, of the guest who made the table `like`."""
    ids = [f"game{number}" for number in range(games)]
    with log.writing() as connection:
        made = dict(connection.execute(select(TABLES).where(TABLES.c.id == like)).mappings().one())
        connection.execute(insert(TABLES), [made | {"id": table_id, "day": None} for table_id in ids])
        held = [{"guest": made["owner"], "table_id": table_id, "seat": 0} for table_id in ids]
        connection.execute(insert(HOLDERS), held)
        rows = [as_row(each, seat, _earned(seat), 0) for each in ids for seat in (0, 1)]
        connection.execute(insert(RESULTS), rows)


def _earned(seat: int) -> Earned:
    farmer, watchman = random.randrange(20), random.randrange(20)
    return Earned(farmer, 10, 14, watchman, f"14 {farmer} 10 {watchman}", seat * "expert")


def milliseconds(call: Callable[[], object]) -> float:
    spent = []
    for _ in range(TIMES):
        began = time.perf_counter()
        call()
        spent.append(1000 * (time.perf_counter() - began))
    return median(spent)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--results", type=int, default=50_000)
    parser.add_argument("--games", type=int, default=10_000)
    options = parser.parse_args()
    with new_database(options.postgres) as (database, _postgres), serving(database) as server:
        guest, log, day = server.guest(), server.services.log, day_at(time.time())
        table = play_today(guest)
        fill_day(log, day, table, options.results)
        print(f"a place among {options.results}: {milliseconds(lambda: distribution(log, day)):.1f} ms")
        print(f"the page of the day: {milliseconds(lambda: guest.get(f'/days/{day}')):.1f} ms")
        print(f"week and month: {milliseconds(lambda: guest.get(f'/days/{day}/periods')):.1f} ms")
        fill_history(log, table, options.games)
        print(f"Me, with {options.games} games: {milliseconds(lambda: guest.get('/me')):.1f} ms")


if __name__ == "__main__":
    main()
