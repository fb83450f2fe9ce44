"""Results read again: those of a guest, and those that are missing from earlier releases."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, bindparam, case, exists, func, select, update

from limes.server.entries import Earned
from limes.server.store.log import Log
from limes.server.store.reads import Reading
from limes.server.store.results import as_row
from limes.server.store.schema import HOLDERS, RESULTS, TABLES
from limes.server.store.seats import insert_new, of_seat


def result_of(log: Reading, table_id: str, seat: int) -> Earned | None:
    wanted = select(*(RESULTS.c[name] for name in Earned._fields)).where(of_seat(RESULTS, table_id, seat))
    with log.engine.begin() as connection:
        row = connection.execute(wanted).one_or_none()
    return Earned(*row) if row else None


def keep_review(log: Log, table_id: str, seat: int, luck: int, lost: int) -> None:
    """What a review found of a seat's game, in tenths of a point."""
    reviewed = update(RESULTS).where(of_seat(RESULTS, table_id, seat))
    with log.writing() as connection:
        connection.execute(reviewed.values(luck=luck, lost=lost))


class OwnResult(NamedTuple):
    """A finished game of a guest, what it earned by profession, and what a review found, in tenths."""

    table_id: str
    at: float
    day: str | None
    total: int
    farmer: int
    fisherman: int
    woodcutter: int
    watchman: int
    luck: float | None
    lost: float | None


class AgainstBot(NamedTuple):
    """A guest's games of one against a bot, added up; where the totals are equal, the workers of both."""

    bot: str
    games: int
    higher: int
    mean: float
    its_mean: float
    equal: list[tuple[str, str]]


def results_of(log: Reading, guest: str) -> list[OwnResult]:
    """Every finished game of a guest, the newest first."""
    with log.engine.begin() as connection:
        return list(map(OwnResult._make, connection.execute(_OWN, {"guest": guest})))


def against_bots(log: Reading, guest: str) -> list[AgainstBot]:
    """By bot; only games of two."""
    with log.engine.begin() as connection:
        rows = connection.execute(_AGAINST_BOTS, {"guest": guest}).all()
        equal: dict[str, list[tuple[str, str]]] = {}  # a game may have come to its end since then
        for bot, own, its in connection.execute(_TIED, {"guest": guest}):
            equal.setdefault(bot, []).append((own, its))
    return [
        AgainstBot(bot, games, won, float(mean), float(its_mean), equal.get(bot, []))
        for bot, games, won, mean, its_mean in rows
    ]


def _of_guest(*columns: ColumnElement[Any]) -> Select[Any]:
    """From the games that a guest has finished; of several own seats at a table the first counts. Made once:
    what SQLAlchemy makes of a part of a statement stays in memory until the collector comes by."""
    held = (
        select(HOLDERS.c.table_id, func.min(HOLDERS.c.seat).label("seat"))
        .where(HOLDERS.c.guest == bindparam("guest"), ~HOLDERS.c.away)
        .group_by(HOLDERS.c.table_id)
        .subquery()
    )
    own = and_(RESULTS.c.table_id == held.c.table_id, RESULTS.c.seat == held.c.seat, RESULTS.c.bot == "")
    ended = and_(TABLES.c.id == held.c.table_id, TABLES.c.finished, TABLES.c.closed.is_(None))
    return select(*columns).select_from(held).join(RESULTS, own).join(TABLES, ended)


def _against_bots() -> tuple[Select[Any], Select[Any]]:
    """The games of two against each bot added up, and the workers of those whose totals are equal."""
    other, third = RESULTS.alias(), RESULTS.alias()
    beside = and_(other.c.table_id == RESULTS.c.table_id, other.c.seat != RESULTS.c.seat)
    more = and_(third.c.table_id == RESULTS.c.table_id, ~third.c.seat.in_([RESULTS.c.seat, other.c.seat]))
    of_two = and_(beside, other.c.bot != "", ~exists().where(more))
    higher = func.sum(case((RESULTS.c.total > other.c.total, 1), else_=0))
    figures = (other.c.bot, func.count(), higher, func.avg(RESULTS.c.total), func.avg(other.c.total))
    workers = (other.c.bot, RESULTS.c.workers, other.c.workers)
    return (
        _of_guest(*figures).where(of_two).group_by(other.c.bot).order_by(other.c.bot),
        _of_guest(*workers).where(of_two, RESULTS.c.total == other.c.total),
    )


_OWN = _of_guest(
    *(RESULTS.c.table_id, RESULTS.c.at, TABLES.c.day),
    *(RESULTS.c[name] for name in OwnResult._fields[3:]),
).order_by(RESULTS.c.at.desc())
_AGAINST_BOTS, _TIED = _against_bots()


def without_results(log: Reading, most: int) -> list[str]:
    """Finished games of earlier releases, which kept no results."""
    missing = ~exists().where(RESULTS.c.table_id == TABLES.c.id)
    wanted = select(TABLES.c.id).where(TABLES.c.finished, TABLES.c.closed.is_(None), missing).limit(most)
    with log.engine.begin() as connection:
        return list(connection.execute(wanted).scalars())


def fill_in(log: Log, earned: Sequence[tuple[str, int, Earned, float]]) -> None:
    """Results of games that have none: the table, the seat, what it earned, when."""
    with log.writing() as connection:
        insert_new(connection, RESULTS, [as_row(*each) for each in earned])
