"""Par: the best landscape in hindsight, for an order of cards that is known; the best found, not proven."""

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import NamedTuple

from limes.bots.beam import Beam
from limes.bots.weights import tuned
from limes.rules import ROUNDS, Deck, LimesError, Turn, Variants

NARROWEST = 50
WIDER = 4


class Par(NamedTuple):
    total: int
    turns: list[Turn]


def find_par(
    deck: Deck,
    variants: Variants,
    order: Sequence[int],
    *,
    width: int = 2000,
    seconds: float | None = None,
    progress: Callable[[float, int], None] | None = None,
) -> Par:
    """The best that beams of growing width find; `progress` is told the part done and the best total so far.

    With seconds the search stops when they are over, else after the widest beam; the narrowest one is always
    completed.
    """
    check_order(deck, order)
    end = perf_counter() + seconds if seconds is not None else 0.0
    widths = _widths(width)
    best: Par | None = None
    done = 0
    for wide in widths:
        beam = Beam(tuned(), deck, variants, order, wide)
        for _ in range(ROUNDS):
            if not beam.advance(end if best else 0.0):
                assert best is not None
                return best
            done += wide
            if progress:
                progress(done / (ROUNDS * sum(widths)), best.total if best else beam.total)
        if best is None or beam.total > best.total:
            best = Par(beam.total, beam.turns())
    assert best is not None
    return best


def _widths(width: int) -> list[int]:
    if width < 1:
        raise LimesError("the width of the beam must be 1 or more, not {width}", width=width)
    widths = [width]
    while widths[0] > NARROWEST:
        widths.insert(0, widths[0] // WIDER)
    return widths


def check_order(deck: Deck, order: Sequence[int]) -> None:
    if len(order) != ROUNDS or len(set(order)) != ROUNDS:
        raise LimesError(
            "par needs the {rounds} different cards of a game in order, not {cards}",
            rounds=ROUNDS,
            cards=" ".join(map(str, order)) or "-",
        )
    for number in order:
        deck.face(number)
