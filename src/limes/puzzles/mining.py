"""Positions out of games that bots play; few of them are a puzzle."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from limes.coach.calibration import CALIBRATION
from limes.puzzles.contest import MARGIN, Position, Worth
from limes.puzzles.players import LevelPlayer, SparingPlayer
from limes.puzzles.puzzle import Other, Puzzle, Tenths, Theme
from limes.puzzles.solving import SOLVERS, Answers, answers
from limes.puzzles.themes import themes_of
from limes.rules import ROUNDS, STANDARD, Landscape, Turn, Variants, shuffled

MOST_A_GAME = 2
APART = 3  # rounds between two puzzles of a game
LAST_CARDS = 8  # only one in so many base games is searched in its last round, in which puzzles are many


class Kind(NamedTuple):
    """How a game is played and searched."""

    variants: Variants
    rounds: range  # that are searched
    cards: int  # that are tried with each landscape: the one that came, and some that do not come
    spared: bool = False  # whether cells at a corner of the frame stay free until the end


BASE = Kind(Variants(), range(6, ROUNDS), 3)
FERRYMAN = Kind(Variants(ferryman=True), range(9, ROUNDS + 1), 9)
DIAGONAL = Kind(Variants(diagonal=True), range(10, ROUNDS - 1), 9, spared=True)
KINDS = (*[BASE] * 5, FERRYMAN, *[BASE] * 5, DIAGONAL)
LEAST_MARGIN: Tenths = round(10 * MARGIN)
MOST_OTHERS = 3
OF_VARIANTS = {Theme.DIAGONAL, Theme.FERRYMAN}


def kind_of(number: int) -> Kind:
    return KINDS[number % len(KINDS)]


def mine(number: int) -> Iterator[Puzzle]:
    """The puzzles of the game of a number, from which its cards, its kind and its player follow."""
    order = shuffled(STANDARD, f"puzzles-{number}")
    kind = kind_of(number)
    turn_of_kind = number // len(KINDS)
    player = SparingPlayer(turn_of_kind) if kind.spared else LevelPlayer(number + turn_of_kind)
    landscape = Landscape(STANDARD, kind.variants)
    begin = found = 0
    for round_, card in enumerate(order[:ROUNDS], start=1):
        searched = round_ in kind.rounds or (
            kind is BASE and round_ == ROUNDS and turn_of_kind % LAST_CARDS == 0
        )
        if searched and round_ >= begin and found < MOST_A_GAME:
            puzzle = _first_puzzle(landscape, (card, *order[ROUNDS : ROUNDS + kind.cards - 1]))
            if puzzle:
                yield puzzle
                found, begin = found + 1, round_ + APART
        landscape = landscape.play(card, player.choose(landscape, card))


def _first_puzzle(landscape: Landscape, cards: Iterable[int]) -> Puzzle | None:
    return next(filter(None, (puzzle_at(landscape, card) for card in cards)), None)


def puzzle_at(landscape: Landscape, card: int) -> Puzzle | None:
    """The puzzle that a position is: one turn is clearly best, some level misses it, and it has a theme."""
    position = Position(landscape, card)
    rivals = position.glanced()
    answered = answers(landscape, card, position.future) if rivals else None
    if answered is None or not _themes(position, rivals[0], answered):
        return None
    rivals = position.tried(rivals)
    themes = _themes(position, rivals[0], answered) if rivals else ()
    if not themes:
        return None
    best = position.future(rivals[0])
    instead = answered.instead(best)[:MOST_OTHERS]
    decided = position.decided(rivals, instead)
    if not decided:
        return None
    value, losses = _in_tenths(landscape, decided)
    others = _others(position, losses, instead)
    found_by = answered.found_by(best)
    return Puzzle(str(landscape), landscape.variants, card, rivals[0], value, found_by, others, themes)


def _themes(position: Position, best: Turn, answered: Answers) -> tuple[Theme, ...]:
    """The themes if a turn is best; none where all levels find it, or where a variant adds nothing to it."""
    if answered.found_by(position.future(best)) == len(SOLVERS):
        return ()
    likely = answered.instead(position.future(best))[0]
    themes = themes_of(position.landscape, position.card, best, likely)
    plain = not any(position.landscape.variants)
    return themes if plain or OF_VARIANTS.intersection(themes) else ()


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
