"""What a puzzle is about: the coach's reasons why its best turn beats the one that most would play."""

from collections.abc import Iterator

from limes.coach.prospects import Prospects
from limes.coach.reasons import MOST, Topic, differences
from limes.coach.variant_moves import corner_card, crossing
from limes.puzzles.puzzle import Puzzle, Theme
from limes.rules import ROUNDS, Landscape, Move, Place, Terrain, Turn, Zone

OF_TERRAIN = {Terrain.WATER: Theme.HUT, Terrain.ROCK: Theme.SIGHT, Terrain.FIELD: Theme.FIELD}
LEAST = 0.6  # points that a reason must weigh to be what a puzzle is about
PART = 0.5  # of the heaviest reason's weight that it must have, too


def themes_of(before: Landscape, card: int, best: Turn, likely: Turn) -> tuple[Theme, ...]:
    """All that apply, the most special first; `likely` is what one would rather play."""
    better, played = before.play(card, best), before.play(card, likely)
    reasons = differences(before, played, better)[:MOST]
    heaviest = max((reason.weight for reason in reasons), default=0.0)
    told = [reason for reason in reasons if reason.weight >= max(LEAST, PART * heaviest)]
    found = [*_by_variants(before, played, better), *_by_action(best, likely, better)]
    for reason in told:
        if reason.zone and reason.topic in (Topic.EARNING, Topic.ROOM):
            found += _by_territory(before, better, reason.zone)
    if better.full:
        found.append(Theme.LAST_CARD)
    return tuple(dict.fromkeys(found))


def themes_beside(puzzle: Puzzle, turn: Turn) -> tuple[Theme, ...]:
    """The themes of a puzzle that a turn misses: one that keeps a worker, too, does not miss that."""
    missed = themes_of(puzzle.landscape, puzzle.card, puzzle.best, turn)
    return tuple(theme for theme in puzzle.themes if theme in missed)


def _by_variants(before: Landscape, played: Landscape, better: Landscape) -> Iterator[Theme]:
    """A ferry that the other turn does without; a card that touches a corner only with one of the two."""
    if crossing(before, better) and not crossing(before, played):
        yield Theme.FERRYMAN
    if bool(corner_card(better)) is not bool(corner_card(played)):
        yield Theme.DIAGONAL


def _by_action(best: Turn, likely: Turn, better: Landscape) -> Iterator[Theme]:
    if isinstance(likely.action, Place):
        if isinstance(best.action, Move):
            yield Theme.MOVE
        if best.action is None and len(better.cards) < ROUNDS:
            yield Theme.SAVE_WORKER


def _by_territory(before: Landscape, better: Landscape, zone: Zone) -> Iterator[Theme]:
    """A territory with a worker that earns more, or has more room, than with the other turn."""
    there = Prospects(better)
    territory = there.at(zone)
    if not there.manned(territory):
        return
    if territory.terrain is not Terrain.FOREST:
        yield OF_TERRAIN[territory.terrain]
    elif there.open_sides(territory):
        yield Theme.OPEN_FOREST
    elif not better.full and _open_before(before, zone):
        yield Theme.CLOSE_FOREST


def _open_before(before: Landscape, zone: Zone) -> bool:
    """Whether the territory there is new, or could still gain before the turn."""
    was = Prospects(before)
    return not was.laid(zone) or was.open_sides(was.at(zone)) > 0
