"""Somebody who solves puzzles beside the players of a crash run, and what the database stored of it."""

import asyncio
import random
from collections import Counter
from itertools import cycle
from typing import NamedTuple

from aiohttp import ClientError, ClientSession, ClientTimeout, CookieJar
from sqlalchemy import Engine, select

from limes.puzzles import load_puzzles
from limes.server.store.schema import PUZZLE_ANSWERS, PUZZLE_RATINGS

AGAIN = 0.1  # seconds
GUESTS = 3  # who rate the same puzzles


class Answered(NamedTuple):
    """What a solver was told of a first answer."""

    puzzle: str
    turn: str
    rating: int
    change: int


async def solve_all_the_time(servers: list[str], answered: list[Answered]) -> None:
    await asyncio.gather(*(_solve(servers, answered) for _ in range(GUESTS)))


async def _solve(servers: list[str], answered: list[Answered]) -> None:
    """One guest, who sends an answer again until a server has taken it."""
    timeout = ClientTimeout(total=30, sock_connect=10)
    async with ClientSession(timeout=timeout, cookie_jar=CookieJar(unsafe=True)) as http:
        url = cycle(servers)
        for puzzle in load_puzzles():
            turn = str(random.choice([puzzle.best, puzzle.likely]))
            while not (told := await _answer(http, next(url), puzzle.id, turn)):
                await asyncio.sleep(AGAIN)
            answered.append(told)


async def _answer(http: ClientSession, server: str, puzzle: str, turn: str) -> Answered | None:
    try:
        async with http.post(f"{server}/api/puzzles/{puzzle}/answer", json={"turn": turn}) as response:
            if response.status == 503:
                return None
            assert response.status == 200, await response.text()
            told = await response.json()
            return Answered(puzzle, told["turn"], told["rating"], told["change"])
    except (ClientError, OSError, TimeoutError):
        return None


def faults_in_answers(engine: Engine, answered: list[Answered]) -> list[str]:
    """Answers that were acknowledged and are missing, and ratings that count an answer twice or never."""
    with engine.connect() as connection:
        columns = (PUZZLE_ANSWERS.c[name] for name in Answered._fields)
        stored = Counter(map(Answered._make, connection.execute(select(*columns))))
        rated = dict(connection.execute(select(PUZZLE_RATINGS.c.puzzle, PUZZLE_RATINGS.c.tried)).all())
    missing = Counter(answered) - stored
    counted = Counter(answer.puzzle for answer in stored.elements())
    wrong = {puzzle for puzzle in counted | rated if counted[puzzle] != rated.get(puzzle, 0)}
    return [f"{answer} is missing" for answer in missing] + [f"{puzzle} is rated wrongly" for puzzle in wrong]
