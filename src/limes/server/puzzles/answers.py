"""Somebody's answers to puzzles, the next puzzle at their strength, and what an answer changes."""

from functools import partial

from limes.puzzles import Puzzle, Theme, load_puzzles, pick
from limes.puzzles.rating import Rating, first_rating, rated
from limes.rules import Turn
from limes.server import problems
from limes.server.limits import Limits, Rate
from limes.server.people import Caller
from limes.server.store import (
    NewAnswer,
    Rated,
    Strength,
    answer_to,
    answers_of,
    keep_answer,
    puzzle_strengths,
    puzzle_tries,
    solver_strength,
)
from limes.server.study.puzzling import Answered
from limes.server.tables import LiveTables, Position, position


class Puzzles:
    """Asks the log each time, so that all processes agree."""

    def __init__(self, tables: LiveTables, opinions: Limits) -> None:
        self._tables = tables
        self._opinions = opinions
        self._at: dict[Position, list[Puzzle]] = {}
        for puzzle in load_puzzles():  # once, before anybody waits for it
            self._at.setdefault(_position(puzzle), []).append(puzzle)

    async def answers(self, caller: Caller) -> list[Answered]:
        """The newest first."""
        rows = await self._tables.read(answers_of, self._tables.log, caller.guest)
        return [Answered(*each) for each in rows]

    async def answered(self, caller: Caller, puzzle: Puzzle) -> Answered | None:
        row = await self._tables.read(answer_to, self._tables.log, caller.guest, puzzle.id)
        return Answered(*row) if row else None

    async def require_answer(self, caller: Caller, puzzle: Puzzle) -> None:
        """`Problem` before the first answer: until then, nothing of the solution is told."""
        if await self.answered(caller, puzzle) is None:
            raise problems.answer_first(puzzle.id)

    async def require_answers(self, caller: Caller, asked: Position) -> None:
        """The same for all puzzles with the cards that lie in a position, and the one in hand."""
        for puzzle in self._at.get(asked, ()):
            await self.require_answer(caller, puzzle)

    async def rating(self, puzzle: Puzzle) -> int:
        strengths = await self._tables.read(puzzle_strengths, self._tables.log)
        return _strength(strengths, puzzle).shown

    async def everybody(self, puzzle: Puzzle) -> tuple[int, int]:
        """How many people have answered a puzzle, and how many of them found the best turn."""
        return await self._tables.read(puzzle_tries, self._tables.log, puzzle.id)

    async def pick(self, caller: Caller, theme: Theme | None, but: str) -> Puzzle:
        """A puzzle at the caller's strength that they have not answered, else one that they missed."""
        answers = await self.answers(caller)
        strengths = await self._tables.read(puzzle_strengths, self._tables.log)
        own = await self._tables.read(solver_strength, self._tables.log, caller.guest)
        level = (Rating(*own) if own else Rating()).mean

        def away(puzzle: Puzzle) -> float:
            return abs(_strength(strengths, puzzle).mean - level)

        tried = {each.puzzle for each in answers}
        solved = {each.puzzle for each in answers if each.solved}
        return pick(theme, away, tried, solved, but)

    async def answer(self, caller: Caller, puzzle: Puzzle, turn: Turn, solved: bool) -> tuple[Answered, bool]:
        """The caller's first answer, and whether it is this one.

        Everybody shares a puzzle's rating and is told how many found it, and whoever keeps no cookie is
        another guest each time: only a few answers of an address count for these.
        """
        new = NewAnswer(caller.guest, puzzle.id, str(turn), solved)
        first = (Rating(), first_rating(puzzle))
        known = await self.answered(caller, puzzle)
        rate = partial(_rate, solved, not known and self._heard(caller, puzzle))
        kept, counted = await self._tables.read(keep_answer, self._tables.log, new, first, rate)
        return Answered(*kept), counted

    def _heard(self, caller: Caller, puzzle: Puzzle) -> bool:
        try:
            self._opinions.check(Rate.OPINION, f"{caller.network} {puzzle.id}")
        except problems.Problem:
            return False
        return True


def _position(puzzle: Puzzle) -> Position:
    landscape = puzzle.landscape
    return position(landscape.deck, [each.number for each in landscape.cards], puzzle.card)


def _rate(solved: bool, heard: bool, solver: Strength, puzzle: Strength) -> Rated:
    mine, its = rated(Rating(*solver), Rating(*puzzle), solved=solved)
    return Rated(mine, its if heard else puzzle, mine.shown, mine.shown - Rating(*solver).shown, heard)


def _strength(strengths: dict[str, Strength], puzzle: Puzzle) -> Rating:
    known = strengths.get(puzzle.id)
    return Rating(*known) if known else first_rating(puzzle)
