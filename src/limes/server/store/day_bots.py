"""What bots made of the deals of the days."""

from typing import NamedTuple

from sqlalchemy import select

from limes.server.store.log import Log
from limes.server.store.reads import Reading
from limes.server.store.schema import DAY_BOTS
from limes.server.store.seats import insert_new


class DayBot(NamedTuple):
    """What a bot made of a day's deal."""

    bot: str
    points: int
    record: str


def read_bots(log: Reading, day: str) -> list[DayBot]:
    wanted = select(DAY_BOTS.c.bot, DAY_BOTS.c.points, DAY_BOTS.c.record).where(DAY_BOTS.c.day == day)
    with log.engine.begin() as connection:
        return [DayBot(*row) for row in connection.execute(wanted)]


def keep_bots(log: Log, day: str, played: list[DayBot]) -> None:
    """Whoever is first; the others found the same."""
    with log.writing() as connection:
        insert_new(connection, DAY_BOTS, [{"day": day, **each._asdict()} for each in played])
