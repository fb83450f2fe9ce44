"""Which page has which preview. Whoever asks is told the same, so nothing is shown that anybody may not know:
no landscape before the end of a game, no card of a day before its end."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from gettext import NullTranslations

from limes.draw.preview import cards_preview, game_preview, limes_preview, puzzle_preview
from limes.puzzles import Puzzle
from limes.rules import STANDARD, Landscape, LimesError, places
from limes.server import problems
from limes.server.days import Days
from limes.server.game import Table
from limes.server.people import Caller
from limes.server.previews.pictures import Picture, Pictures
from limes.server.previews.words import OF_THE_GAME, Preview, of_day, of_puzzle, of_table, of_the_game
from limes.server.study import puzzling
from limes.server.tables import LiveTables

LONGEST = 1.0  # seconds that a page waits for the words of its preview
TABLE_PAGE = re.compile(r"/(?:t|replay|review)/([a-z0-9]{10,40})")
DAY_PAGE = re.compile(r"/day/(20\d\d-\d\d-\d\d)")
PUZZLE_PAGE = re.compile(r"/puzzle/(?:[a-z-]{1,20}/)?([0-9a-f]{6})")

Find = Callable[[str, NullTranslations], Awaitable[Preview]]


class Previews:
    def __init__(self, tables: LiveTables, days: Days, factor: float) -> None:
        self._tables = tables
        self._days = days
        self._pictures = Pictures(factor)

    async def of_page(self, path: str, language: NullTranslations) -> Preview:
        """The preview of a page; that of the game where there is no better one, or none soon enough."""
        kinds: tuple[tuple[re.Pattern[str], Find], ...] = (
            (TABLE_PAGE, self._of_table),
            (DAY_PAGE, self._of_day),
            (PUZZLE_PAGE, self._of_puzzle),
        )
        try:
            async with asyncio.timeout(LONGEST):
                for pattern, find in kinds:
                    if match := pattern.fullmatch(path):
                        return await find(match[1], language)
        except (LimesError, TimeoutError):
            pass
        return of_the_game(language)

    async def picture_of_the_game(self, caller: Caller) -> Picture:
        return await self._pictures.picture(caller, OF_THE_GAME, limes_preview)

    async def picture_of_table(self, caller: Caller, table_id: str) -> Picture:
        """`Problem` unless the game is over, and nobody may play its cards any more."""
        table = await self._table(table_id)
        self._check_shown(table)
        if not table.finished:
            raise problems.not_finished()
        return await self._pictures.picture(caller, f"t/{table_id}", partial(_game, table.landscapes))

    async def picture_of_day(self, caller: Caller, day: str) -> Picture:
        """`Problem` unless the day is over."""
        self._days.require(day)
        if not self._days.is_over(day):
            raise problems.day_not_over()
        faces = [STANDARD.face(card) for card in self._days.deal(day).cards]
        return await self._pictures.picture(caller, f"day/{day}", partial(cards_preview, faces))

    async def picture_of_puzzle(self, caller: Caller, puzzle_id: str) -> Picture:
        """`Problem` where there is none."""
        puzzle = puzzling.puzzle_named(puzzle_id)
        return await self._pictures.picture(caller, f"puzzle/{puzzle_id}", partial(_puzzle, puzzle))

    def stop(self) -> None:
        self._pictures.stop()

    async def _of_table(self, table_id: str, language: NullTranslations) -> Preview:
        table = await self._table(table_id)
        self._check_shown(table)
        return of_table(table, _ranking(table.landscapes) if table.finished else (), language)

    async def _of_day(self, day: str, language: NullTranslations) -> Preview:
        self._days.require(day)
        return of_day(day, self._days.is_over(day), language)

    async def _of_puzzle(self, puzzle_id: str, language: NullTranslations) -> Preview:
        return of_puzzle(puzzling.puzzle_named(puzzle_id), language)

    async def _table(self, table_id: str) -> Table:
        live = await self._tables.woken(table_id)
        if not live.table.over:
            await self._tables.up_to_date(live)
        return live.table

    def _check_shown(self, table: Table) -> None:
        """Somebody may yet play the cards that are laid there."""
        if table.stored.day is not None and not self._days.is_over(table.stored.day):
            raise problems.day_hidden()


def _ranking(landscapes: Sequence[Landscape]) -> list[int]:
    """The seats from the first place to the last."""
    reached = places([landscape.score() for landscape in landscapes])
    return sorted(range(len(landscapes)), key=lambda seat: reached[seat])


def _game(landscapes: Sequence[Landscape]) -> str:
    return game_preview([(seat, landscapes[seat]) for seat in _ranking(landscapes)])


def _puzzle(puzzle: Puzzle) -> str:
    return puzzle_preview(puzzle.landscape, puzzle.landscape.deck.face(puzzle.card))
