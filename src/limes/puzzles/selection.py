"""Which of the mined puzzles come with the package: all themes and all difficulties get their share."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from limes.puzzles.mining import LEAST_MARGIN, MOST_A_GAME, OF_VARIANTS
from limes.puzzles.puzzle import Puzzle, Theme
from limes.puzzles.store import Found
from limes.puzzles.themes import themes_of


def select(stores: Iterable[Found], number: int, most_bytes: int) -> list[Puzzle]:
    """So many puzzles, or as many as there are and fit, by id.

    The next one is always of the theme that has fewest, and of the difficulty that has fewest.
    """
    left = _usable(stores)
    chosen: list[Puzzle] = []
    games, themes, difficulties = Counter[int](), Counter[Theme](), Counter[int]()
    size = 0
    while left and len(chosen) < number:
        wanted = min(
            {theme for _game, puzzle in left for theme in puzzle.themes}, key=lambda it: (themes[it], it)
        )
        game, puzzle = min(
            (each for each in left if wanted in each[1].themes),
            key=lambda each: (
                max(themes[theme] for theme in each[1].themes),  # its other themes have not too many either
                difficulties[each[1].found_by],
                each[1].id,
            ),
        )
        left.remove((game, puzzle))
        length = len(str(puzzle)) + 1
        if games[game] == MOST_A_GAME or size + length > most_bytes:
            continue
        chosen.append(puzzle)
        size += length
        games[game] += 1
        themes.update(puzzle.themes)
        difficulties[puzzle.found_by] += 1
    return sorted(chosen, key=lambda puzzle: puzzle.id)


def _usable(stores: Iterable[Found]) -> list[tuple[int, Puzzle]]:
    """What still is a puzzle, each once, with the number of its game."""
    found: dict[str, tuple[int, Puzzle]] = {}
    for store in stores:
        for game, puzzles in store.items():
            for puzzle in filter(None, map(up_to_date, puzzles)):
                found.setdefault(puzzle.id, (game, puzzle))
    return sorted(found.values(), key=lambda each: each[1].id)


def up_to_date(puzzle: Puzzle) -> Puzzle | None:
    """A puzzle with the themes that it has today, whenever it was mined; None if it is no longer one."""
    puzzle.check()
    themes = themes_of(puzzle.landscape, puzzle.card, puzzle.best, puzzle.likely)
    needless_variant = any(puzzle.variants) and not OF_VARIANTS.intersection(themes)
    if not themes or needless_variant or puzzle.margin < LEAST_MARGIN:
        return None
    return replace(puzzle, themes=themes)
