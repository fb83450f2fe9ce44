"""What a turn of the expert loses in fixed positions, against the best turn by long play-outs.

Games are played by the expert. In each position after the first card, the turns that look best one card
ahead are played to the end on the same orders, fewer and fewer of them on more and more orders. Which one is
best is found on other orders than what it gains. With two cards or fewer to come the means are exact.

270 positions for each set of variants: `python scripts/measure_losses.py variants --games 18 --jobs 16`
"""

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from statistics import mean, stdev
from typing import NamedTuple

from measure_decks import games

from limes.bots.learned import learned
from limes.bots.search import Search
from limes.bots.weights import tuned
from limes.coach.estimate import Estimate
from limes.core.state import State
from limes.rules import ROUNDS, Deck, Landscape, Turn, Variants, shuffled
from limes.teaching.long_play import LongPlay

WIDE = 40  # turns that could be the best one
STAGES = ((40, 0.08), (12, 0.25), (6, 1.0))  # so many turns on such a part of the orders
EXACT = 2
SEED = 270


class Thinking(NamedTuple):
    seconds: float
    playouts: int


class Loss(NamedTuple):
    left: int  # cards to come
    points: float


Task = tuple[Deck, Variants, str, Thinking, int]


def losses(task: Task) -> list[Loss]:
    """Those of the turns of one game."""
    deck, variants, deal, thinking, orders = task
    search, estimate, long_play = Search(tuned(), 1, learned()), Estimate(), LongPlay()
    state = State.from_landscape(Landscape(deck, variants))
    found = []
    for number, card in enumerate(shuffled(deck, deal)[:ROUNDS]):
        chosen = search.expert(state, card, thinking.seconds, thinking.playouts)
        if number:
            left = ROUNDS - number - 1
            turns = [turn for turn, _ in estimate.glance(state, card, WIDE, 0, None)]
            after = [played(state, card, turn) for turn in dict.fromkeys((chosen, *turns))]
            points = exact_loss(long_play, after) if left <= EXACT else loss(long_play, after, orders)
            found.append(Loss(left, points))
        state.play(card, str(chosen))
    return found


def played(state: State, card: int, turn: Turn) -> State:
    after = state.copy()
    after.play(card, str(turn))
    return after


def exact_loss(long_play: LongPlay, after: Sequence[State]) -> float:
    """What the first of these landscapes is worth less than the best."""
    values = [long_play.exact(state) for state in after]
    return max(values) - values[0]


def loss(long_play: LongPlay, after: Sequence[State], orders: int) -> float:
    """The same by play-outs: the best is found on some orders, the difference on as many others."""
    kept = list(range(len(after)))
    totals: list[list[float]] = [[] for _ in after]
    for most, part in STAGES:
        kept = sorted(kept, key=lambda i: (i > 0, -mean(totals[i] or [0.0])))[: most + 1]
        for i in kept:
            known = len(totals[i])
            totals[i] += long_play.finals(after[i], known, max(1, int(part * orders)) - known, SEED)
    best = max(kept, key=lambda i: mean(totals[i]))
    if best == 0:
        return 0.0
    fresh = [long_play.finals(after[i], orders, orders, SEED) for i in (best, 0)]
    return mean(fresh[0]) - mean(fresh[1])


def lines(found: Sequence[Loss]) -> Iterator[str]:
    yield f"{summed(found)} in {len(found)} positions"
    for name, first, last in (("early", 10, 14), ("middle", 3, 9), ("exact", 0, 2)):
        yield f"  {name}: {summed([each for each in found if first <= each.left <= last])}"


def summed(found: Sequence[Loss]) -> str:
    points = [each.points for each in found]
    return f"{mean(points):.3f} ± {stdev(points) / sqrt(len(points)):.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", choices=("standard", "variants", "held-out"))
    parser.add_argument("--decks", type=int, default=6, help="held-out decks, which share the games")
    parser.add_argument("--games", type=int, default=18, dest="deals", help="of 15 positions each")
    parser.add_argument("--orders", type=int, default=1500)
    parser.add_argument("--time", type=float, default=0.1, help="seconds a turn of the expert")
    parser.add_argument("--playouts", type=int, default=0, help="instead of the time")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    thinking = Thinking(0.0 if asked.playouts else asked.time, asked.playouts)
    kinds = games(asked.games, asked.decks)
    deals = asked.deals if asked.games != "held-out" else max(1, asked.deals // asked.decks)
    together: list[Loss] = []
    with ProcessPoolExecutor(asked.jobs) as processes:
        for name, deck, variants in kinds:
            tasks = [(deck, variants, f"loss {deal}", thinking, asked.orders) for deal in range(deals)]
            found = [each for game in processes.map(losses, tasks) for each in game]
            together += found
            print(f"{name}:", *lines(found), sep="\n", flush=True)
    print("all:", *lines(together), sep="\n")


if __name__ == "__main__":
    main()
