"""Positions out of games that bots play; few of them are a puzzle."""

from collections.abc import Iterator

from limes.bots import View, make_bot
from limes.coach.calibration import CALIBRATION
from limes.puzzles.contest import Position, Worth
from limes.puzzles.puzzle import Other, Puzzle, Tenths
from limes.puzzles.solving import QUICK, SOLVERS, answers
from limes.puzzles.themes import themes_of
from limes.rules import ROUNDS, STANDARD, Landscape, Turn, Variants, shuffled

FIRST_ROUNDS = range(5, 12)
MOST_A_GAME = 2
APART = 3  # rounds between two puzzles of a game
VARIANTS = (Variants(), Variants(ferryman=True), Variants(), Variants(diagonal=True))
PLAYERS = ("player", "skilled", "strong", "novice", "beginner")
MOST_OTHERS = 3


def mine(number: int) -> Iterator[Puzzle]:
    """The puzzles of the game of a number, from which its cards, its variants and its player follow."""
    landscape = Landscape(STANDARD, VARIANTS[number % len(VARIANTS)])
    player = make_bot(f"expert:{PLAYERS[number // len(VARIANTS) % len(PLAYERS)]}", number)
    begin = FIRST_ROUNDS[number % len(FIRST_ROUNDS)]  # else most puzzles would come from early rounds
    found = 0
    for round_, card in enumerate(shuffled(STANDARD, f"puzzles-{number}")[:ROUNDS], start=1):
        puzzle = puzzle_at(landscape, card) if round_ >= begin else None
        if puzzle:
            yield puzzle
            found, begin = found + 1, round_ + APART
        if found == MOST_A_GAME:
            return
        landscape = landscape.play(card, player.choose(View(landscape, card), QUICK))


def puzzle_at(landscape: Landscape, card: int) -> Puzzle | None:
    """The puzzle that this position is, if one turn is clearly best, some level misses it, and it has a theme."""
    position = Position(landscape, card)
    rivals = position.rivals()
    if not rivals:
        return None
    best = position.future(rivals[0])
    answered = answers(landscape, card, position.future)
    found_by, instead = answered.found_by(best), answered.instead(best)[:MOST_OTHERS]
    if found_by == len(SOLVERS):
        return None
    themes = themes_of(landscape, card, rivals[0], instead[0])
    if not themes:
        return None
    decided = position.decided(rivals, instead)
    if not decided:
        return None
    value, losses = _in_tenths(landscape, decided)
    others = _others(position, losses, instead)
    return Puzzle(
        str(landscape), landscape.variants, card, rivals[0], value, found_by, others, themes
    )


def _in_tenths(landscape: Landscape, decided: list[Worth]) -> tuple[Tenths, dict[Turn, Tenths]]:
    """The value of the best turn as the coach tells it, and what each other turn loses, least first."""
    laid = len(landscape.cards) + 1
    best, *others = decided
    value = best.value + CALIBRATION.still_to_gain(laid, landscape.deck)
    losses = {
        each.turn: round(10 * (best.value - CALIBRATION.kept(best.value, each.value, laid)))
        for each in sorted(others, key=lambda each: -each.value)
    }
    return round(10 * value), losses


def _others(position: Position, losses: dict[Turn, Tenths], instead: list[Turn]) -> tuple[Other, ...]:
    """What is chosen most often instead of the best turn, then the second best, then what else is chosen."""
    likely, *rest = instead
    known = {position.future(turn): loss for turn, loss in losses.items()}
    second = next(iter(losses))
    kept = position.different([likely, second, *rest], MOST_OTHERS)
    return tuple(Other(turn, known[position.future(turn)]) for turn in kept)
