"""How far networks are off with decks that none of them learnt from, position by position.

`python validation.py ../src/limes/bots/network.xz run/network.xz` compares others with the first one, whose
play the positions come from.
"""

import argparse
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import torch
from games import BLOCK, Arrays, Memory, empty_block
from model import Evaluator

from limes.bots.learned import unpack
from limes.bots.network import Network
from limes.bots.weights import tuned
from limes.rules import STANDARD, Deck, Variants
from limes.teaching.decks import any_deck, held_out_seeds
from limes.teaching.selfplay import GROUP, SAMPLES, SelfPlay

DECKS = 20  # held-out ones
GAMES = 100  # with each, and STANDARD_SHARE times as many with the standard deck
STANDARD_SHARE = 4
SEED = 4242
TO_THE_END = 1.0  # a play-out's aim is what it came to, no network's values on the way
AT_ONCE = 1000  # positions
POSITIONS = SAMPLES // GROUP  # of a game


class Part(NamedTuple):
    """Positions with one deck."""

    kind: str
    name: str
    memory: Memory


class Validation:
    """Positions of the base game, their turns played on by one network."""

    def __init__(self, weights: bytes, device: torch.device, threads: int, games: int = GAMES) -> None:
        self.device, network = device, Network(weights)
        decks = [(STANDARD, "standard", STANDARD_SHARE)]
        decks += [(any_deck(seed), f"{any_deck(seed).name} {seed}", 1) for seed in held_out_seeds(DECKS)]
        blocks = [(deck, max(1, share * games // BLOCK)) for deck, _, share in decks]
        tasks = [(deck, stream) for deck, number in blocks for stream in range(number)]
        with ThreadPoolExecutor(threads) as pool:
            played = pool.map(lambda task: play_block(network, *task), tasks)
            self.parts = []
            for (deck, name, _), (_, number) in zip(decks, blocks, strict=True):
                memory = Memory(number * BLOCK * POSITIONS, device)
                for _ in range(number):
                    memory.add(next(played))
                self.parts.append(Part(deck.name, name, memory))

    def off(self, weights: bytes) -> list[torch.Tensor]:
        """For each deck: how far a network's differences inside its positions are off (squared points)."""
        model = Evaluator().to(self.device)
        model.copy_of(weights)
        return [off(model, part.memory) for part in self.parts]

    def by_kind(self, found: Sequence[torch.Tensor]) -> dict[str, torch.Tensor]:
        """The same for each kind of decks together."""
        kinds = dict.fromkeys(part.kind for part in self.parts)
        return {
            kind: torch.cat([each for part, each in zip(self.parts, found, strict=True) if part.kind == kind])
            for kind in kinds
        }


def play_block(network: Network, deck: Deck, stream: int) -> Arrays:
    player = SelfPlay(tuned(), deck, Variants(), SEED, stream, fade=TO_THE_END)
    player.follow(network)
    block = empty_block()
    player.play(*block)
    return block


@torch.no_grad()
def off(model: Evaluator, memory: Memory) -> torch.Tensor:
    found = []
    for first in range(0, memory.found, AT_ONCE):
        rows, left, now, aim, _ = memory.those(slice(first, first + AT_ONCE))
        error = (model(rows, left)[:, 0] + now - aim).view(-1, GROUP)
        found.append((error - error.mean(1, keepdim=True)).square().mean(1))
    return torch.cat(found)


def compared(found: torch.Tensor, first: torch.Tensor) -> str:
    """How far a network is off beyond the first one, with the standard error over games."""
    apart = (found - first).double().view(-1, POSITIONS).mean(1)
    return f"{found.mean():.3f} ({apart.mean():+.4f} ± {apart.std() / sqrt(len(apart)):.4f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("networks", type=Path, nargs="+", help="packed files")
    parser.add_argument("--games", type=int, default=GAMES, help="with each deck")
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    asked = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    weights = [unpack(each.read_bytes()) for each in asked.networks]
    validation = Validation(weights[0], device, asked.threads, asked.games)
    rows = [validation.off(each) for each in weights]
    kinds = [validation.by_kind(row) for row in rows]
    for kind, first in kinds[0].items():
        print(f"{kind:<16}", f"{first.mean():.3f}", *(compared(each[kind], first) for each in kinds[1:]))
    for part, *found in zip(validation.parts, *rows, strict=True):
        print(
            f"  {part.name:<14}", f"{found[0].mean():.3f}", *(compared(each, found[0]) for each in found[1:])
        )


if __name__ == "__main__":
    main()
