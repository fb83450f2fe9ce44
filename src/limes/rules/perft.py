"""Counting sequences of turns: the usual way to hold two implementations of the rules against each other."""

from collections.abc import Callable, Iterator, Sequence

from limes.rules.geometry import Zone
from limes.rules.landscape import Landscape
from limes.rules.message import LimesError
from limes.rules.turn import Turn

Crowds = dict[tuple[Zone, ...], int]


def perft(
    numbers: Sequence[int],
    start: Landscape | None = None,
    progress: Callable[[float], None] | None = None,
) -> Iterator[int]:
    """The number of different sequences of turns after each of these cards.

    Sequences that lay the cards alike share their boards, so each board is labelled once for all arrangements
    of workers on it. `progress` is called with the finished share of the deepest count.

    >>> list(perft([17, 3]))
    [20, 2528]
    """
    start = start or Landscape()
    for number in numbers:
        start.deck.face(number)
        if numbers.count(number) > 1:
            raise LimesError("card {number} is named twice; a deck has it only once", number=number)
    bare = Landscape(start.deck, start.variants, start.cards)
    for depth in range(1, len(numbers) + 1):
        tell = progress if depth == len(numbers) else None
        yield _count(bare, {start.workers: 1}, numbers[:depth], tell)


def _count(
    bare: Landscape,
    crowds: Crowds,
    numbers: Sequence[int],
    progress: Callable[[float], None] | None,
) -> int:
    """Sequences from a landscape whose workers stand in any of these ways, each reached so many times."""
    found = 0
    placements = list(bare.placements(numbers[0]))
    for done, placement in enumerate(placements):
        manned = [(placement._replace(workers=workers), times) for workers, times in crowds.items()]
        if len(numbers) == 1:
            found += sum(times * there.action_count() for there, times in manned)
            continue
        after: Crowds = {}
        for there, times in manned:
            for action, _ in there.actions():
                workers = there.workers_after(action)
                after[workers] = after.get(workers, 0) + times
        laid = bare.play(numbers[0], Turn(placement.cell, placement.facing))
        found += _count(laid, after, numbers[1:], None)
        if progress:
            progress((done + 1) / len(placements))
    return found
