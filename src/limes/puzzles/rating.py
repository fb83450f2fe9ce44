"""How hard puzzles and how strong people are: to `openskill`, each first try is a game of the two."""

from typing import TYPE_CHECKING, NamedTuple

from limes.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

SOLVERS = 6  # levels of the bots below the expert
MIDDLE = 25.0
UNKNOWN = 4.5  # the error of somebody who has tried nothing: a first answer moves them by some 70 as shown
STEP = 3.0  # by which a puzzle is easier for each level that finds it
MEASURED = 4.0  # the error of a puzzle that only bots have tried
SCALE = 60  # a mean of 25 is shown as 1500


class Rating(NamedTuple):
    """A strength and its standard error."""

    mean: float = MIDDLE
    error: float = UNKNOWN

    @property
    def shown(self) -> int:
        """The strength as people see it."""
        return round(SCALE * self.mean)


def first_rating(puzzle: Puzzle) -> Rating:
    """What a puzzle begins with: the more levels of the bots find it, the lower."""
    return Rating(MIDDLE + STEP * (SOLVERS / 2 - puzzle.found_by), MEASURED)


def rated(person: Rating, puzzle: Rating, *, solved: bool) -> tuple[Rating, Rating]:
    """Both after the person's first try."""
    model = _model()
    teams = [[model.rating(*person)], [model.rating(*puzzle)]]
    after = model.rate(teams, ranks=[1.0, 2.0] if solved else [2.0, 1.0])
    mine, its = (Rating(team[0].mu, team[0].sigma) for team in after)
    return mine, its


def _model() -> "PlackettLuce":
    """Imported here: a browser has puzzles, but not this package."""
    from openskill.models import PlackettLuce  # noqa: PLC0415

    return PlackettLuce()
