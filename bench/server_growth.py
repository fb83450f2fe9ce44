"""What a turn costs beside 1,000 and up to 1,000,000 finished games, and how many bytes a game takes.

python bench/server_growth.py                               SQLite
python bench/server_growth.py --postgres                    PostgreSQL, for this run
python bench/server_growth.py --games 1000 10000            other sizes
python bench/server_growth.py --seats 2                     games of two
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from rich.progress import track
from sqlalchemy import Engine, text

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "tests")]

from server_processes import new_database  # noqa: E402

from limes.rules import ROUNDS  # noqa: E402
from limes.server.entries import Batch, Entry, Holding, StoredTable, TableToStore  # noqa: E402
from limes.server.game.deal import commitment, deal_cards, hidden, new_id  # noqa: E402
from limes.server.game.setup import Seat, Setup  # noqa: E402
from limes.server.store.engine import open_engine, upgrade  # noqa: E402
from limes.server.store.log import Log  # noqa: E402
from limes.server.store.schema import EVENTS, HOLDERS, SEATS, TABLES  # noqa: E402

STEP = 50_000
MEASURED = 20  # tables that lay in one commit
REPEATS = 16
TURN = "d5E+sw"


SIZE = {
    "sqlite": "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
    "postgresql": "SELECT pg_database_size(current_database())",
}
FRESH = {
    "sqlite": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count) "
    "SELECT lower(hex(randomblob(8))) AS id FROM n",
    "postgresql": "SELECT substr(md5(random()::text), 1, 16) AS id FROM generate_series(1, :count)",
}


def new_table(owner: str, seats: int = 1) -> TableToStore:
    setup = Setup((Seat("person", "Ann"),) * seats)
    cards, nonce = deal_cards(setup.deck)
    order = commitment(cards, nonce)
    stored = StoredTable(new_id(), time.time(), owner, setup.dumps(), cards, nonce, order, timed=False)
    return TableToStore(stored, seats, tuple(Holding(seat, hidden(new_id()), owner) for seat in range(seats)))


def turns(tables: Sequence[TableToStore], number: int) -> list[Entry]:
    return [Entry(new.table.id, "turn", seat, number, TURN) for new in tables for seat in range(new.seats)]


def finished_game(log: Log, seats: int) -> str:
    """A game of which all others are copies. Its turns are no legal ones; the log does not look."""
    new = new_table("others", seats)
    log.write(Batch(tables=[new]))
    for number in range(1, ROUNDS + 1):
        log.write(Batch(turns([new], number)))
    return new.table.id


def grow(engine: Engine, template: str, count: int) -> None:
    """So many copies more, under ids of their own."""
    with engine.begin() as connection:
        connection.execute(
            text(f"CREATE TEMPORARY TABLE fresh AS {FRESH[engine.dialect.name]}"), {"count": count}
        )
        for table, key in ((TABLES, "id"), (SEATS, "table_id"), (HOLDERS, "table_id"), (EVENTS, "table_id")):
            names = [column.name for column in table.columns]
            values = ", ".join("fresh.id" if name == key else f"copied.{name}" for name in names)
            connection.execute(
                text(
                    f"INSERT INTO {table.name} ({', '.join(names)}) SELECT {values} "
                    f"FROM fresh CROSS JOIN {table.name} AS copied WHERE copied.{key} = :template"
                ),
                {"template": template},
            )
        connection.execute(text("DROP TABLE fresh"))


def size(engine: Engine) -> int:
    with engine.connect() as connection:
        return int(connection.execute(text(SIZE[engine.dialect.name])).scalar_one())


def measure(log: Log) -> dict[str, float]:
    """Medians, in milliseconds, of what a server does; each time for tables and guests that are new."""
    found: dict[str, list[float]] = {}

    def note(name: str, work: Callable[..., object], *arguments: object) -> None:
        began = time.perf_counter()
        work(*arguments)
        found.setdefault(name, []).append(1000 * (time.perf_counter() - began))

    for number in range(REPEATS):
        guest = new_id()
        tables = [new_table(guest) for _ in range(MEASURED)]
        note(f"{MEASURED} tables made", log.write, Batch(tables=tables))
        for played in range(1, ROUNDS + 1):
            note(f"{MEASURED} turns", log.write, Batch(turns(tables, played)))
        one = tables[number].table.id
        note("a table read", log.load, one)
        note("who holds its seats", log.holdings, one, guest, None)
        note("a guest's tables", log.own_tables, guest, 200)
        note("unfinished ones counted", log.count_unfinished, guest)
    return {name: statistics.median(times) for name, times in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, nargs="+", default=[1_000, 10_000, 100_000, 1_000_000])
    parser.add_argument("--seats", type=int, default=1)
    parser.add_argument("--postgres", action="store_true")
    options = parser.parse_args()
    with ExitStack() as stack:
        database, _postgres = stack.enter_context(new_database(options.postgres))
        engine = open_engine(database)
        stack.callback(engine.dispose)
        upgrade(engine)
        log = Log(engine)
        empty = size(engine)
        template = finished_game(log, options.seats)
        games = 1
        for wanted in sorted(options.games):
            steps = [min(STEP, wanted - at) for at in range(games, wanted, STEP)]
            for step in track(steps, f"to {wanted:,} games", transient=True):
                grow(engine, template, step)
            games = wanted
            if options.postgres:
                with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                    connection.execute(text("VACUUM ANALYZE"))
            game_bytes = (size(engine) - empty) // games
            figures = ", ".join(f"{name} {figure:.2f}" for name, figure in measure(log).items())
            print(f"{wanted:>9,} games of {game_bytes:,} bytes, milliseconds: {figures}", flush=True)


if __name__ == "__main__":
    main()
