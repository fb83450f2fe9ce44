"""Positions out of games that bots play against themselves; few of them make a puzzle."""

from collections.abc import Iterator

from limes.bots import LEVELS, Budget, View, make_bot
from limes.coach.effort import Effort
from limes.coach.estimate import Estimate
from limes.coach.weighing import Weighed, future, weigh
from limes.core import State
from limes.puzzles.puzzle import Puzzle
from limes.puzzles.themes import themes_of
from limes.rules import ROUNDS, STANDARD, Landscape, Variants, shuffled

MARGIN = 0.5  # points by which the best turn beats every other
NEARLY = 0.3  # the same at a glance
SURE = 4.0  # standard errors, too, where values are estimates
FIRST_ROUND = 7
EXACT_FROM = ROUNDS - 2  # the first round after whose turn two cards are to come
PLAYERS = ("novice", "player", "skilled", "strong")
SOLVERS = tuple(level for level in LEVELS if level != "expert")
GLANCE = Effort(wide=60, rivals=24, first_orders=24, finalists=8, orders=400, replies=64)
QUICK = Budget(playouts=1)  # the levels that solve do not search


def mine(seed: str) -> Iterator[Puzzle]:
    """The puzzles of one game, played by a level with variants that follow from the seed."""
    order = shuffled(STANDARD, seed)
    mixed = sum(order[:5]) + 3 * order[5]
    variants = (Variants(), Variants(), Variants(ferryman=True), Variants(diagonal=True))[mixed % 4]
    player = make_bot(f"expert:{PLAYERS[mixed // 4 % len(PLAYERS)]}", mixed)
    landscape = Landscape(STANDARD, variants)
    for number, card in enumerate(order[:ROUNDS], start=1):
        if number >= FIRST_ROUND:
            puzzle = puzzle_at(landscape, card)
            if puzzle:
                yield puzzle
        landscape = landscape.play(card, player.choose(View(landscape, card), QUICK))


def puzzle_at(landscape: Landscape, card: int) -> Puzzle | None:
    """The puzzle that this position is, if one turn is clearly best and the weaker levels miss it."""
    if not _promising(landscape, card):
        return None
    ranked = ranking(landscape, card)
    best, second = ranked[0], ranked[1]
    margin = best.value - second.value
    doubt = SURE * max(best.error, second.error) if _estimated(landscape) else 0.0
    if margin < MARGIN + doubt:
        return None
    futures = {future(landscape, card, each.turn, each.landscape): each for each in ranked}
    missed = []
    for level in SOLVERS:
        turn = make_bot(f"expert:{level}").choose(View(landscape, card), QUICK)
        chosen = futures.get(future(landscape, card, turn, landscape.play(card, turn)), second)
        if chosen is not best:
            missed.append(chosen)
    if not missed:
        return None
    likely = max(missed, key=lambda each: each.landscape.total)
    themes = themes_of(landscape, card, (best.turn, best.landscape), (likely.turn, likely.landscape))
    if not themes:
        return None
    return Puzzle(landscape, card, best.turn, round(10 * margin), len(SOLVERS) - len(missed), themes)


def ranking(landscape: Landscape, card: int) -> list[Weighed]:
    """The turns by value, the best first; of several with the same future one."""
    weighed = weigh(Estimate(), landscape, card, seconds=60.0, effort=GLANCE)
    return sorted(weighed, key=lambda each: -each.value)


def _estimated(landscape: Landscape) -> bool:
    """Whether values are estimates: more than two cards are to come after the next."""
    return len(landscape.cards) + 1 < EXACT_FROM


def _promising(landscape: Landscape, card: int) -> bool:
    """A glance tells most positions without a best turn: the second of the turns comes too near."""
    seen = Estimate().glance(State.from_landscape(landscape), card, 12, 0, None)
    best = future(landscape, card, seen[0][0], landscape.play(card, seen[0][0]))
    for turn, value in seen[1:]:
        if future(landscape, card, turn, landscape.play(card, turn)) != best:
            return seen[0][1] - value >= NEARLY
    return True
