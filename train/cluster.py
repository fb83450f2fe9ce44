"""Games from the cores of a Ray cluster, instead of threads of this machine."""

import queue
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import count

import numpy as np
from games import Arrays, empty_block, first_block

from limes.arena.cluster import Cluster
from limes.bots.network import Network
from limes.bots.weights import tuned
from limes.teaching.decks import SHARES, any_game
from limes.teaching.selfplay import SelfPlay

Block = tuple[Arrays, float]
Task = tuple[int, int, Sequence[float], bytes | None]


class ClusterPlayers:
    """Like `games.Players`; each block has a stream of its own, so that a lost one can be played again."""

    def __init__(self, address: str, seed: int, first: int, shares: Sequence[float] = SHARES) -> None:
        self.blocks: queue.Queue[Block] = queue.Queue(maxsize=64)
        self._cluster = Cluster(address)
        self._weights: bytes | None = None
        self._tasks = self._ask(seed, first_block(seed, first), shares)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._gather, daemon=True)
        self._thread.start()

    def follow(self, weights: bytes) -> None:
        """Blocks that are asked for from now on are played by this network."""
        self._weights = weights

    def stop(self) -> None:
        self._stop.set()
        while self._thread.is_alive():
            while not self.blocks.empty():
                self.blocks.get_nowait()
            self._thread.join(0.05)
        self._cluster.leave()

    def _ask(self, seed: int, first: int, shares: Sequence[float]) -> Iterator[Task]:
        for stream in count(first):
            yield seed, stream, shares, self._weights

    def _gather(self) -> None:
        with closing(self._cluster.each(play_block, self._tasks)) as blocks:
            for arrays, total in blocks:
                rows, left, now, aim, end = map(np.array, arrays)  # Ray's own can only be read
                self.blocks.put(((rows, left, now, aim, end), total))
                if self._stop.is_set():
                    return


def play_block(task: Task) -> Block:
    """A block of games, played by this network or, without one, by the tables."""
    seed, stream, shares, weights = task
    player = SelfPlay(tuned(), *any_game(stream, shares), seed, stream)
    if weights is not None:
        player.follow(Network(weights))
    block = empty_block()
    return block, player.play(*block)
