"""First answers to puzzles, and the ratings that follow from them, written in one transaction."""

import time
from collections.abc import Callable
from itertools import accumulate
from typing import NamedTuple

from sqlalchemy import BindParameter, Connection, bindparam, delete, exists, func, insert, select, update

from limes.server.store.log import Log
from limes.server.store.reads import Reading
from limes.server.store.schema import GUESTS, PUZZLE_ANSWERS, PUZZLE_RATINGS, SOLVERS
from limes.server.store.seats import insert_new

MOST_LOOKED_AT = 200  # guests in one step that forgets
MOST_FORGOTTEN = 5_000  # answers in one step; a guest has no more than there are puzzles
Strength = tuple[float, float]  # a mean and its error
# A statement with a list in it stays in memory, list and all, until the collector comes by.
_GUESTS: BindParameter[list[str]] = bindparam("guests", expanding=True)
_SOME_GUESTS = (
    select(SOLVERS.c.guest)
    .where(SOLVERS.c.guest > bindparam("after"))
    .order_by(SOLVERS.c.guest)
    .limit(bindparam("most"))
)
_SILENT = (
    select(PUZZLE_ANSWERS.c.guest, func.count().label("answers"))
    .where(PUZZLE_ANSWERS.c.guest.in_(_GUESTS), ~exists().where(GUESTS.c.id == PUZZLE_ANSWERS.c.guest))
    .group_by(PUZZLE_ANSWERS.c.guest)
    .having(func.max(PUZZLE_ANSWERS.c.at) < bindparam("before"))
    .order_by(PUZZLE_ANSWERS.c.guest)
)
_FREE = select(SOLVERS.c.guest).where(SOLVERS.c.guest.in_(_GUESTS)).with_for_update(skip_locked=True)
_FORGET = [delete(table).where(table.c.guest.in_(_GUESTS)) for table in (PUZZLE_ANSWERS, SOLVERS)]


class FirstAnswer(NamedTuple):
    """What somebody answered first; the rating is that after it."""

    puzzle: str
    at: float
    turn: str
    solved: bool
    rating: int
    change: int


class NewAnswer(NamedTuple):
    guest: str
    puzzle: str
    turn: str
    solved: bool


class Rated(NamedTuple):
    """The strengths after an answer, the guest's as people see it, and whether the answer counts for all."""

    solver: Strength
    puzzle: Strength
    rating: int
    change: int
    heard: bool


Rate = Callable[[Strength, Strength], Rated]


def keep_answer(
    log: Log, new: NewAnswer, first: tuple[Strength, Strength], rate: Rate
) -> tuple[FirstAnswer, bool]:
    """The guest's first answer to a puzzle, and whether it is this one; only then anybody's rating changes.

    `first` are the strengths that a guest and this puzzle begin with. The guest's row is locked before the
    puzzle's, so two answers never wait for each other in a circle.
    """
    with log.writing() as connection:
        solver = _locked_solver(connection, new.guest, first[0])
        known = _answer(connection, new.guest, new.puzzle)
        if known:
            return known, False
        rated = rate(solver, _locked_puzzle(connection, new.puzzle, first[1]))
        # the time is taken while the guest's row is locked, so that the newest answer has the newest rating
        answer = FirstAnswer(new.puzzle, time.time(), new.turn, new.solved, rated.rating, rated.change)
        connection.execute(insert(PUZZLE_ANSWERS), {"guest": new.guest, **answer._asdict()})
        mean, error = rated.solver
        connection.execute(update(SOLVERS).where(SOLVERS.c.guest == new.guest).values(mean=mean, error=error))
        mean, error = rated.puzzle
        connection.execute(
            update(PUZZLE_RATINGS)
            .where(PUZZLE_RATINGS.c.puzzle == new.puzzle)
            .values(
                mean=mean,
                error=error,
                tried=PUZZLE_RATINGS.c.tried + int(rated.heard),
                solved=PUZZLE_RATINGS.c.solved + int(rated.heard and new.solved),
            )
        )
        return answer, True


def forget_answers(log: Log, before: float, after: str = "") -> str:
    """Of guests who have answered nothing since `before` and of whom no table is left: their cookie is lost.

    No index finds them: each step looks at some guests, in the order of their names, that follow the one
    `after`. Gives where the next one goes on. What the answers made of the puzzles stays.
    """
    with log.engine.begin() as connection:
        guests = list(connection.execute(_SOME_GUESTS, {"after": after, "most": MOST_LOOKED_AT}).scalars())
        silent = connection.execute(_SILENT, {"guests": guests, "before": before}).all()
    answers = accumulate(row.answers for row in silent)
    going: list[str] = [
        row.guest
        for row, so_far in zip(silent, answers, strict=True)
        if so_far <= MOST_FORGOTTEN or row is silent[0]
    ]
    if going:
        _forget(log, going, before)
    if len(going) < len(silent):
        return going[-1]
    return guests[-1] if len(guests) == MOST_LOOKED_AT else ""


def _forget(log: Log, guests: list[str], before: float) -> None:
    """Whoever answers at this moment stays."""
    with log.writing() as connection:
        free = list(connection.execute(_FREE, {"guests": guests}).scalars())
        still = list(connection.execute(_SILENT, {"guests": free, "before": before}).scalars())
        for statement in _FORGET:
            connection.execute(statement, {"guests": still})


def answers_of(log: Reading, guest: str) -> list[FirstAnswer]:
    """All of a guest, the newest first."""
    columns = (PUZZLE_ANSWERS.c[name] for name in FirstAnswer._fields)
    wanted = select(*columns).where(PUZZLE_ANSWERS.c.guest == guest).order_by(PUZZLE_ANSWERS.c.at.desc())
    with log.engine.begin() as connection:
        return list(map(FirstAnswer._make, connection.execute(wanted)))


def answer_to(log: Reading, guest: str, puzzle: str) -> FirstAnswer | None:
    with log.engine.begin() as connection:
        return _answer(connection, guest, puzzle)


def solver_strength(log: Reading, guest: str) -> Strength | None:
    wanted = select(SOLVERS.c.mean, SOLVERS.c.error).where(SOLVERS.c.guest == guest)
    with log.engine.begin() as connection:
        row = connection.execute(wanted).one_or_none()
    return (row.mean, row.error) if row else None


def puzzle_strengths(log: Reading) -> dict[str, Strength]:
    """Of the puzzles that anybody has tried."""
    wanted = select(PUZZLE_RATINGS.c.puzzle, PUZZLE_RATINGS.c.mean, PUZZLE_RATINGS.c.error)
    with log.engine.begin() as connection:
        return {puzzle: (mean, error) for puzzle, mean, error in connection.execute(wanted)}


def puzzle_tries(log: Reading, puzzle: str) -> tuple[int, int]:
    """How many people, a few of each address, have answered a puzzle, and how many found the best turn."""
    wanted = select(PUZZLE_RATINGS.c.tried, PUZZLE_RATINGS.c.solved).where(PUZZLE_RATINGS.c.puzzle == puzzle)
    with log.engine.begin() as connection:
        row = connection.execute(wanted).one_or_none()
    return (row.tried, row.solved) if row else (0, 0)


def _locked_solver(connection: Connection, guest: str, first: Strength) -> Strength:
    insert_new(connection, SOLVERS, [{"guest": guest, "mean": first[0], "error": first[1]}])
    wanted = select(SOLVERS.c.mean, SOLVERS.c.error).where(SOLVERS.c.guest == guest).with_for_update()
    row = connection.execute(wanted).one_or_none()
    if row is None:  # forgotten at this moment
        return _locked_solver(connection, guest, first)
    return row.mean, row.error


def _locked_puzzle(connection: Connection, puzzle: str, first: Strength) -> Strength:
    new = {"puzzle": puzzle, "mean": first[0], "error": first[1], "tried": 0, "solved": 0}
    insert_new(connection, PUZZLE_RATINGS, [new])
    wanted = select(PUZZLE_RATINGS.c.mean, PUZZLE_RATINGS.c.error).where(PUZZLE_RATINGS.c.puzzle == puzzle)
    row = connection.execute(wanted.with_for_update()).one()
    return row.mean, row.error


def _answer(connection: Connection, guest: str, puzzle: str) -> FirstAnswer | None:
    columns = (PUZZLE_ANSWERS.c[name] for name in FirstAnswer._fields)
    wanted = select(*columns).where(PUZZLE_ANSWERS.c.guest == guest, PUZZLE_ANSWERS.c.puzzle == puzzle)
    row = connection.execute(wanted).one_or_none()
    return FirstAnswer._make(row) if row else None
