"""Par: the best landscape in hindsight, for an order of cards that is known; the best found, not proven."""

from collections.abc import Callable, Iterator, Sequence
from time import perf_counter
from typing import NamedTuple

from limes.bots.annealing import Annealing
from limes.rules import ROUNDS, Deck, LimesError, Turn, Variants

TRIES = 4_000_000
SHORTEST = 32_768  # tries of the first search; each one has twice as many as the one before
AT_ONCE = 4_096  # tries until the clock is looked at: milliseconds


class Par(NamedTuple):
    total: int
    turns: list[Turn]


def find_par(
    deck: Deck,
    variants: Variants,
    order: Sequence[int],
    *,
    tries: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    progress: Callable[[float, int], None] | None = None,
) -> Par:
    """The best of ever longer searches; `progress` is told the part done and the best total so far.

    With seconds the searches end when they are over, with tries after so many, whichever comes first; with
    neither after `TRIES`. Without seconds, the same seed finds the same.
    """
    check_order(deck, order)
    if tries is not None and tries < 1:
        raise LimesError("the number of tries must be 1 or more, not {tries}", tries=tries)
    if tries is None and seconds is None:
        tries = TRIES
    begun = perf_counter()
    best: Par | None = None
    done = 0
    part = 0.0
    for stream, length in enumerate(_lengths(tries)):
        search = Annealing(deck, variants, order, length, seed, stream)
        searching = True
        while searching and part < 1:
            searching = search.advance(AT_ONCE)
            done += AT_ONCE
            part = _part(done, tries, perf_counter() - begun, seconds)
            if progress:
                progress(part, max(search.best, best.total if best else 0))
        if best is None or search.best > best.total:
            best = Par(search.best, search.turns())
        if part >= 1:
            break
    assert best is not None
    return best


def _lengths(tries: int | None) -> Iterator[int]:
    """The tries of each search, all of them together so many; without an end where there is none."""
    length = SHORTEST
    while tries is None or tries >= 3 * length:
        yield length
        tries = None if tries is None else tries - length
        length *= 2
    yield tries


def _part(done: int, tries: int | None, spent: float, seconds: float | None) -> float:
    """How much of the way to the nearer end is done."""
    by_tries = done / tries if tries is not None else 0.0
    by_time = spent / seconds if seconds is not None else 0.0
    return min(1.0, max(by_tries, by_time))


def check_order(deck: Deck, order: Sequence[int]) -> None:
    if len(order) != ROUNDS or len(set(order)) != ROUNDS:
        raise LimesError(
            "par needs the {rounds} different cards of a game in order, not {cards}",
            rounds=ROUNDS,
            cards=" ".join(map(str, order)) or "-",
        )
    for number in order:
        deck.face(number)
