"""Where the games come from and where they are kept: threads that play, and a memory beside the network."""

import itertools
import queue
import threading
import time
from collections.abc import Sequence

import numpy as np
import torch

from limes.bots.network import Network
from limes.bots.weights import tuned
from limes.rules import STANDARD, Deck, Variants
from limes.teaching.decks import HELD_OUT, SHARES, any_game
from limes.teaching.selfplay import EMPTY_ROW, GROUP, LENGTH, SAMPLES, SelfPlay

BLOCK = 10  # games that a thread plays at a time, with one deck
Arrays = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]


def first_block(seed: int, first: int) -> int:
    """The seed of the first block's game: others for another run, and none that is there to measure."""
    return HELD_OUT * (1 + seed + first)


def empty_block() -> Arrays:
    number = BLOCK * SAMPLES
    now, aim, end = (np.empty(number, np.float32) for _ in range(3))
    return np.full((number, LENGTH), EMPTY_ROW, np.uint16), np.empty(number, np.uint8), now, aim, end


class Players:
    """Threads that play without end; blocks of games come out of a queue with their mean total.

    Each block has a deck and variants of its own, or all have the one that is given.
    """

    def __init__(
        self, threads: int, seed: int, first: int, deck: Deck | None = None, shares: Sequence[float] = SHARES
    ) -> None:
        self._deck, self._shares = deck, shares
        self._seeds = itertools.count(first_block(seed, first))
        self.blocks: queue.Queue[tuple[Arrays, float]] = queue.Queue(maxsize=4 * threads)
        self.players = [SelfPlay(tuned(), STANDARD, Variants(), seed, first + i) for i in range(threads)]
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._play, args=(player,)) for player in self.players]
        for thread in self._threads:
            thread.start()

    def follow(self, weights: bytes) -> None:
        network = Network(weights)
        for player in self.players:
            player.follow(network)

    def stop(self) -> None:
        self._stop.set()
        while any(thread.is_alive() for thread in self._threads):
            while not self.blocks.empty():
                self.blocks.get_nowait()
            time.sleep(0.02)

    def _play(self, player: SelfPlay) -> None:
        while not self._stop.is_set():
            block = empty_block()
            player.change_game(*self._game())
            self.blocks.put((block, player.play(*block)))

    def _game(self) -> tuple[Deck, Variants]:
        return (self._deck, Variants()) if self._deck else any_game(next(self._seeds), self._shares)


class Memory:
    """The newest positions; older ones are overwritten."""

    def __init__(self, groups: int, device: torch.device) -> None:
        self.room, self.found, self.device = groups, 0, device
        self.rows = torch.empty((groups, GROUP, LENGTH), dtype=torch.int16, device=device)
        self.left = torch.empty((groups, GROUP), dtype=torch.uint8, device=device)
        self.numbers = torch.empty((3, groups, GROUP), device=device)  # now, aim, end

    def add(self, block: Arrays) -> None:
        groups = len(block[1]) // GROUP
        at = self.found % (self.room - self.room % groups)
        self.rows[at : at + groups] = torch.from_numpy(block[0].view(np.int16)).view(groups, GROUP, LENGTH)
        self.left[at : at + groups] = torch.from_numpy(block[1]).view(groups, GROUP)
        for number, values in zip(self.numbers, block[2:], strict=True):
            number[at : at + groups] = torch.from_numpy(values).view(groups, GROUP)
        self.found += groups

    def draw(self, groups: int) -> tuple[torch.Tensor, ...]:
        return self.those(torch.randint(min(self.found, self.room), (groups,), device=self.device))

    def those(self, chosen: torch.Tensor | slice) -> tuple[torch.Tensor, ...]:
        """Rows, cards to come, points now, aims and ends of these positions."""
        now, aim, end = (number[chosen].flatten() for number in self.numbers)
        return self.rows[chosen].view(-1, LENGTH).int(), self.left[chosen].flatten().long(), now, aim, end
