"""Arrays of actions at random, legal or not, thrown at batches: `make sanitize` runs a million of them.

A batch takes an array or refuses it with an error; it never breaks. Now and then games are saved, bent,
restored, copied and dealt anew, all of it with numbers that may be wrong.
"""

import random
import sys
from array import array
from contextlib import suppress

from core.agreement import VARIANTS, random_deck

from limes.core import ACTION_SPACE, Batch, Random
from limes.rules import LimesError

GAMES = 3
ARRAYS_A_BATCH = 400


def throw(arrays: int, seed: int) -> tuple[int, int]:
    """How many arrays were taken and how many were refused."""
    rng = random.Random(seed)
    taken = refused = 0
    while taken + refused < arrays:
        batch = Batch(
            GAMES,
            random_deck(rng),
            rng.choice(VARIANTS),
            None if rng.random() < 0.2 else rng.getrandbits(64),
            restart=rng.random() < 0.5,
            every=rng.random() < 0.5,
            observe=rng.random() < 0.5,
        )
        for _ in range(min(ARRAYS_A_BATCH, arrays - taken - refused)):
            try:
                batch.step(some_actions(batch, rng))
                taken += 1
            except LimesError:
                refused += 1
            if rng.random() < 0.1:
                with suppress(LimesError, ValueError, IndexError):
                    batch = disturbed(batch, rng)
    return taken, refused


def some_actions(batch: Batch, rng: random.Random) -> "array[int]":
    """Legal in four of five arrays; the others hold any number in one game or in all."""
    actions = list(batch.random_actions(Random(rng.getrandbits(64))))
    kind = rng.random()
    if kind < 0.1:
        actions[rng.randrange(GAMES)] = rng.randrange(ACTION_SPACE)
    elif kind < 0.15:
        actions = [rng.randrange(-(2**31), 2**31) for _ in actions]
    elif kind < 0.2:
        actions = [rng.randrange(-5, ACTION_SPACE + 5) for _ in actions]
    return array("i" if rng.random() < 0.5 else "q", actions)


def disturbed(batch: Batch, rng: random.Random) -> Batch:
    game, number = rng.randrange(-1, GAMES + 1), rng.randrange(-2, 70)
    match rng.randrange(6):
        case 0:
            batch.turn_up([rng.randrange(-1, 66) for _ in range(GAMES)])
        case 1:
            batch.deal(game, [number, *rng.sample(range(1, 20), rng.randrange(17))])
        case 2:
            batch.redeal(rng.getrandbits(64))
        case 3:
            saved = bytearray(batch.save(game))
            saved[rng.randrange(len(saved))] = rng.randrange(256)
            batch.restore(game, bytes(saved))
        case 4:
            return batch.take([rng.randrange(GAMES) for _ in range(GAMES)])
        case _:
            batch.put(rng.randrange(GAMES), batch.state(game))
    return batch


if __name__ == "__main__":
    print("taken {}, refused {}".format(*throw(int(sys.argv[1]), int(sys.argv[2]))))
