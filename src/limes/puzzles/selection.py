"""Which of the mined puzzles come with the package: all themes and all difficulties get their share."""

from collections import Counter

from limes.puzzles.puzzle import Puzzle, Theme
from limes.puzzles.store import Found


def select(found: Found, number: int) -> list[Puzzle]:
    """So many puzzles, or as many as there are, by id: always one of the theme and the difficulty that has fewest."""
    left = list({puzzle.id: puzzle for game in found.values() for puzzle in game}.values())
    left.sort(key=lambda puzzle: puzzle.id)
    chosen: list[Puzzle] = []
    themes, difficulties = Counter(dict.fromkeys(Theme, 0)), Counter[int]()
    while left and len(chosen) < number:
        wanted = min(
            {theme for puzzle in left for theme in puzzle.themes}, key=lambda theme: (themes[theme], theme)
        )
        of_theme = [puzzle for puzzle in left if wanted in puzzle.themes]
        puzzle = min(of_theme, key=lambda puzzle: (difficulties[puzzle.found_by], puzzle.id))
        left.remove(puzzle)
        chosen.append(puzzle)
        themes.update(puzzle.themes)
        difficulties[puzzle.found_by] += 1
    return sorted(chosen, key=lambda puzzle: puzzle.id)
