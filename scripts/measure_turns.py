"""What turns of one expert are worth beyond those of another in the same positions, by long play-outs.

Far finer than games: a few minutes of a core tell hundredths of a point a turn. The first expert plays the
games; where the second one chooses otherwise, both turns are played to the end on the same orders, by the
network of each, since a network's play favours its own turns.

Ten times the play-outs: `python scripts/measure_turns.py standard --playouts 400 4000`.
A network for one deck: `python scripts/measure_turns.py held-out --seeds 2 --networks network.xz own.xz`.
"""

import argparse
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import NamedTuple

from measure_decks import games
from measure_losses import EXACT, Position, Thinking, played, positions

from limes.bots.learned import learned, unpack
from limes.bots.network import Network
from limes.bots.search import Search
from limes.bots.weights import tuned
from limes.core.state import State
from limes.rules import ROUNDS, Landscape
from limes.teaching.decks import held_out_seeds
from limes.teaching.long_play import LongPlay

ORDERS = 400
SEED = 77


class Expert(NamedTuple):
    network: Network
    playouts: int

    def turn(self, state: State, card: int) -> str:
        return str(Search(tuned(), 1, self.network).expert(state, card, 0.0, self.playouts))


def gains(position: Position, other: Expert, judges: list[LongPlay]) -> list[float]:
    """What the other expert's turn is worth more than the one played, by each judge."""
    state = State.from_landscape(Landscape(position.deck, position.variants))
    for card, turn in zip(position.cards[:-1], position.turns[:-1], strict=True):
        state.play(card, turn)
    card, first = position.cards[-1], position.turns[-1]
    second = other.turn(state, card)
    if second == first:
        return [0.0 for _ in judges]
    after = [played(state, card, turn) for turn in (second, first)]
    return [
        mean(judge.finals(after[0], 0, ORDERS, SEED)) - mean(judge.finals(after[1], 0, ORDERS, SEED))
        for judge in judges
    ]


def in_games(asked: argparse.Namespace, experts: list[Expert]) -> Iterator[tuple[str, list[list[float]]]]:
    judges = [LongPlay(network) for network in dict.fromkeys(expert.network for expert in experts)]
    for name, deck, variants in games(asked.games, asked.seeds or held_out_seeds(asked.decks)):
        tasks = [
            (deck, variants, f"turns {number}", Thinking(0.0, experts[0].playouts))
            for number in range(asked.first, asked.first + asked.deals)
        ]
        before_the_end = [
            each
            for task in tasks
            for each in positions(task, experts[0].network)
            if ROUNDS - len(each.cards) > EXACT
        ]
        yield name, [gains(each, experts[1], judges) for each in before_the_end]


def line(found: list[list[float]]) -> str:
    parts = [f"{mean(each):+.3f} ± {stdev(each) / sqrt(len(each)):.3f}" for each in zip(*found, strict=True)]
    apart = sum(any(each) for each in found) / len(found)
    return f"{'  '.join(parts)}  {len(found)} positions, {apart:.0%} with another turn"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", choices=("standard", "variants", "held-out"))
    parser.add_argument(
        "--networks", type=Path, nargs=2, help="packed files; by default the package's for both"
    )
    parser.add_argument("--playouts", type=int, nargs=2, default=(400, 400), help="per turn")
    parser.add_argument("--decks", type=int, default=20, help="held-out ones")
    parser.add_argument("--seeds", type=int, nargs="*", help="those of the held-out decks, instead")
    parser.add_argument("--deals", type=int, default=1, help="with each deck or set of variants")
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    asked = parser.parse_args()
    files = asked.networks or ()
    networks = [Network(unpack(file.read_bytes())) for file in files] or [learned()] * 2
    experts = [Expert(*each) for each in zip(networks, asked.playouts, strict=True)]
    together: list[list[float]] = []
    for name, found in in_games(asked, experts):
        together += found
        print(f"{name:<18}", line(found), flush=True)
    print(f"{'all':<18}", line(together))


if __name__ == "__main__":
    main()
