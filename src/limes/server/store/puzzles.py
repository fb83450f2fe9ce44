"""First answers to puzzles, and the ratings that follow from them, written in one transaction."""

import time
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update

from limes.server.store.log import Log
from limes.server.store.reads import Reading
from limes.server.store.schema import PUZZLE_ANSWERS, PUZZLE_RATINGS, SOLVERS
from limes.server.store.seats import insert_new

Strength = tuple[float, float]  # a mean and its error


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
    row = connection.execute(wanted).one()
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
