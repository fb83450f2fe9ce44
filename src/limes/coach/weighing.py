"""The turns that can be made with a card, weighed against each other and against the turn played."""

from collections.abc import Iterable
from time import perf_counter
from typing import NamedTuple

from limes.coach.calibration import EXACT
from limes.coach.effort import Effort
from limes.coach.estimate import Estimate
from limes.core import State
from limes.rules import ROUNDS, STANDARD, Landscape, Place, Turn, future, turned
from limes.rules.geometry import FACINGS, Facing, Quarter

SEED = 2026
SHORTEST = 0.001  # seconds
FIRST_PART = 0.4  # of the time: the glance and the first contest
FEWEST_REPLIES = 8

CLOCKWISE: tuple[Quarter, ...] = ("nw", "ne", "se", "sw")


class Weighed(NamedTuple):
    """A turn, the landscape after it, its value, and the error of the difference to the turn played."""

    turn: Turn
    landscape: Landscape
    value: float
    error: float


def weigh(
    estimate: Estimate,
    landscape: Landscape,
    card: int,
    played: Turn | None = None,
    *,
    seconds: float,
    effort: Effort,
) -> list[Weighed]:
    """The turn played first, then the best turns and the best ones on its cell and in its facing.

    Who takes part in the end is found on other orders of cards than the values, so that luck in the one is no
    luck in the other. Turns with the same future as an earlier one are left out.
    """
    begun = perf_counter()
    left = ROUNDS - len(landscape.cards) - 1
    wide = effort.wide if left > 1 else effort.wide_at_last
    seen = estimate.glance(State.from_landscape(landscape), card, wide, effort.near, played)
    turns = [turn for turn, _value in seen]
    if played is not None:
        turns = [played, *(turn if landscape.cards else _as_played(turn, played) for turn in turns)]
    first = _some(landscape, card, turns, played, (effort.rivals, effort.near_rivals))
    rivals = _different(landscape, card, first)
    states = {turn: State.from_landscape(after) for turn, after in rivals.items()}
    replies = replies_in(landscape, effort)

    def contest(turns: list[Turn], orders: int, seed: int, end: float) -> list[Weighed]:
        seconds = max(end - perf_counter(), SHORTEST)
        worth = estimate.worth([states[turn] for turn in turns], orders, replies, seed, seconds)
        return [Weighed(turn, rivals[turn], *each) for turn, each in zip(turns, worth, strict=True)]

    found = contest(list(rivals), effort.first_orders, SEED, begun + FIRST_PART * seconds)
    if left <= EXACT:
        return found
    ranked = [each.turn for each in sorted(found, key=lambda each: -each.value)]
    finalists = _some(landscape, card, ranked, played, (effort.finalists, effort.near_finalists))
    return contest(finalists, effort.orders, SEED + 1, begun + seconds)


def same_facing(landscape: Landscape, card: int, one: Facing, other: Facing) -> bool:
    """Whether a card looks the same in two facings; the start card is the same game in any of them."""
    face = landscape.deck.face(card)
    return not landscape.cards or turned(face, one) == turned(face, other)


def replies_in(landscape: Landscape, effort: Effort) -> int:
    """Every order of the last cards is tried, however long that takes: where more of them may come than from
    the standard deck, fewer replies are."""
    usual, own = (_pairs(len(deck.faces) - len(landscape.cards) - 1) for deck in (STANDARD, landscape.deck))
    return min(effort.replies, max(FEWEST_REPLIES, effort.replies * usual // own))


def _pairs(cards: int) -> int:
    return max(1, cards * (cards - 1))


def _some(
    landscape: Landscape, card: int, turns: list[Turn], played: Turn | None, numbers: tuple[int, int]
) -> list[Turn]:
    """So many of the first turns, then so many of the first on the cell, and in the facing, played."""
    best, near = numbers
    kept = turns[:best]
    if played is not None:
        on_cell = [turn for turn in turns if turn.cell == played.cell]
        in_facing = [turn for turn in on_cell if same_facing(landscape, card, turn.facing, played.facing)]
        kept = [played, *kept, *on_cell[: near + 1], *in_facing[: near + 1]]
    return list(dict.fromkeys(kept))


def _different(landscape: Landscape, card: int, turns: Iterable[Turn]) -> dict[Turn, Landscape]:
    """The turns with the landscapes after them; of several with the same future the first."""
    found: dict[Turn, Landscape] = {}
    futures = set()
    for turn in turns:
        its = future(landscape, card, turn)
        if its not in futures:
            futures.add(its)
            found[turn] = landscape.play(card, turn)
    return found


def _as_played(turn: Turn, played: Turn) -> Turn:
    """The same game with the start card turned as it was played."""
    if not isinstance(turn.action, Place):
        return turn._replace(facing=played.facing)
    steps = FACINGS.index(played.facing) - FACINGS.index(turn.facing)
    quarter = CLOCKWISE[(CLOCKWISE.index(turn.action.quarter) + steps) % len(CLOCKWISE)]
    return Turn(turn.cell, played.facing, Place(quarter))
