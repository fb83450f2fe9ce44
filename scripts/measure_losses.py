"""What a turn of the expert loses in fixed positions, against the best turn by long play-outs.

Games are played by the expert. In each position after the first card, the turns that look best one card
ahead are played to the end on the same orders, fewer and fewer of them on more and more orders. Which one is
best is found on other orders than what it gains. With two cards or fewer to come the means are exact.

270 positions for each set of variants and for all decks together:
`python scripts/measure_losses.py variants held-out --games 18 --jobs 16`
"""

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from math import sqrt
from statistics import mean, stdev
from typing import NamedTuple

from measure_decks import games

from limes.bots.learned import learned
from limes.bots.network import Network
from limes.bots.search import Search
from limes.bots.weights import tuned
from limes.coach.estimate import Estimate
from limes.core.state import State
from limes.rules import ROUNDS, Deck, Landscape, Variants, shuffled
from limes.teaching.decks import held_out_seeds
from limes.teaching.long_play import LongPlay

WIDE = 40  # turns that could be the best one
STAGES = ((40, 0.08), (12, 0.25), (6, 1.0))  # so many turns on such a part of the orders
EXACT = 2
HELD_OUT = "held-out"
SEED = 270


class Thinking(NamedTuple):
    seconds: float
    playouts: int


class Loss(NamedTuple):
    left: int  # cards to come
    points: float


class Position(NamedTuple):
    """Before a turn of a game that the expert played."""

    deck: Deck
    variants: Variants
    cards: Sequence[int]  # the last one is to be laid
    turns: Sequence[str]  # the expert's, the one with the last card among them


Task = tuple[Deck, Variants, str, Thinking]


def positions(task: Task, network: Network | None = None) -> list[Position]:
    """Those of one game after its first turn."""
    deck, variants, deal, thinking = task
    search = Search(tuned(), 1, network or learned())
    state = State.from_landscape(Landscape(deck, variants))
    cards, turns = shuffled(deck, deal)[:ROUNDS], list[str]()
    for card in cards:
        turns.append(str(search.expert(state, card, thinking.seconds, thinking.playouts)))
        state.play(card, turns[-1])
    return [Position(deck, variants, cards[:number], turns[:number]) for number in range(2, ROUNDS + 1)]


def loss_in(position: Position, orders: int) -> Loss:
    state = State.from_landscape(Landscape(position.deck, position.variants))
    for card, turn in zip(position.cards[:-1], position.turns[:-1], strict=True):
        state.play(card, turn)
    card, chosen = position.cards[-1], position.turns[-1]
    left = ROUNDS - len(position.cards)
    turns = [str(turn) for turn, _ in Estimate().glance(state, card, WIDE, 0, None)]
    after = [played(state, card, turn) for turn in dict.fromkeys((chosen, *turns))]
    return Loss(left, exact_loss(LongPlay(), after) if left <= EXACT else loss(LongPlay(), after, orders))


def played(state: State, card: int, turn: str) -> State:
    after = state.copy()
    after.play(card, turn)
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
    parser.add_argument("games", nargs="+", choices=("standard", "variants", HELD_OUT))
    parser.add_argument("--decks", type=int, default=6, help="held-out decks, which share the games")
    parser.add_argument("--games", type=int, default=18, dest="deals", help="of 15 positions each")
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--orders", type=int, default=1500)
    parser.add_argument("--time", type=float, default=0.1, help="seconds a turn of the expert")
    parser.add_argument("--playouts", type=int, default=0, help="instead of the time")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    thinking = Thinking(0.0 if asked.playouts else asked.time, asked.playouts)
    with ProcessPoolExecutor(asked.jobs) as processes:
        coming = []
        for group in asked.games:
            deals = max(1, asked.deals // asked.decks) if group == HELD_OUT else asked.deals
            for name, deck, variants in games(group, held_out_seeds(asked.decks)):
                numbers = range(asked.first, asked.first + deals)
                tasks = [(deck, variants, f"loss {number}", thinking) for number in numbers]
                coming.append((group, name, processes.map(positions, tasks)))
        waiting = [
            (
                group,
                name,
                processes.map(partial(loss_in, orders=asked.orders), chain.from_iterable(played_games)),
            )
            for group, name, played_games in coming
        ]
        groups: dict[str, list[Loss]] = {}
        for group, name, losses in waiting:
            found = list(losses)
            groups.setdefault(group, []).extend(found)
            print(f"{name}:", *lines(found), sep="\n", flush=True)
    for group, found in groups.items():
        print(f"all of {group}:", *lines(found), sep="\n")


if __name__ == "__main__":
    main()
