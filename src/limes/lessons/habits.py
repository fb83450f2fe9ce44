"""Habits: the same player plays the same deals, but takes or leaves some kinds of turns in some rounds."""

from collections.abc import Iterator

from limes.core import State
from limes.lessons.player import Habit, Position, after, choose
from limes.rules import ROUNDS, Move, Place, Turn
from limes.rules.geometry import FRAME

EARLY, MIDDLE, LATE = range(2, 7), range(7, 12), range(12, ROUNDS + 1)
FIRST_SIX = range(1, 7)


def played(cards: tuple[int, ...], habit: Habit | None = None) -> Iterator[State]:
    """The landscapes after each round."""
    state = State()
    for card in cards:
        state = after(state, card, choose(state, card, habit))
        yield state


def final_total(cards: tuple[int, ...], habit: Habit | None = None) -> int:
    return [*played(cards, habit)][-1].total


def moves_in(rounds: range) -> Habit:
    """Workers move in these rounds only."""
    return lambda position, turn: not isinstance(turn.action, Move) or position.round in rounds


def at_once(position: Position, turn: Turn) -> bool:
    """All workers go into the landscape in the first rounds."""
    return position.supply == 0 or isinstance(turn.action, Place)


def every_second(position: Position, turn: Turn) -> bool:
    """A worker is placed in every second round, and none in the others."""
    return isinstance(turn.action, Place) == (position.round % 2 == 1 and position.supply > 0)


def none_at_first(position: Position, turn: Turn) -> bool:
    return not isinstance(turn.action, Place) or position.round not in FIRST_SIX


def one_kept(position: Position, turn: Turn) -> bool:
    """The last worker waits for the last card."""
    return not isinstance(turn.action, Place) or position.supply > 1 or position.round == ROUNDS


def row_first(position: Position, turn: Turn) -> bool:
    """The first four cards lie in a row."""
    return position.round > FRAME or min(position.size(turn)) == 1


def wide_first(position: Position, turn: Turn) -> bool:
    """Every card makes the landscape wider or taller, until it is four by four."""
    now = sum(position.size())
    return now == 2 * FRAME or sum(position.size(turn)) > now


def open_long(position: Position, turn: Turn) -> bool:
    """The square floats in both directions as long as there is room."""
    return max(position.size()) == FRAME or max(position.size(turn)) < FRAME


NEVER_MOVES = moves_in(range(0))
MOVES = {"early": moves_in(EARLY), "middle": moves_in(MIDDLE), "late": moves_in(LATE)}
FRAMES: dict[str, Habit] = {"row": row_first, "wide": wide_first, "open": open_long}
TEMPI: dict[str, Habit] = {
    "at-once": at_once,
    "every-second": every_second,
    "none-at-first": none_at_first,
    "one-kept": one_kept,
}
