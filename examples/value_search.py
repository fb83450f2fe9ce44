"""A value learned from its own games, and a small search with it: pip install 'limes[examples]', then

    python examples/value_search.py --minutes 30
The network says how many points a landscape will still gain; the search looks at answers to some next cards.
"""

import argparse
import time

import numpy as np
import torch
from torch import nn

from limes.core import Batch, Random

GAMES, MEMORY, ROWS, STEPS, NOISE = 16, 20_000, 512, 24, 0.2
KEPT, TRIED, CARDS = 24, 4, 6  # turns that are judged, those that the search compares, next cards for it


def features(batch: Batch) -> torch.Tensor:
    """The land and the workers, with the round and the supply as planes; no card is turned up here."""
    planes = np.asarray(batch.planes)[:, :10].astype(np.float32)
    planes[:, 6] *= 0.1  # points
    planes[:, 8:] = np.asarray(batch.scalars)[:, 1:3, None, None] * 0.1
    return torch.from_numpy(planes)


def after_turns(batch: Batch) -> tuple[Batch, np.ndarray, np.ndarray, np.ndarray]:
    """Each game's turns with most points and those without a worker: games after them, whose, the actions."""
    games, lays = np.nonzero(np.asarray(batch.masks))
    laid = batch.take(games)
    laid.step(lays)
    places, acts = np.nonzero(np.asarray(laid.masks))
    done = laid.take(places)
    done.step(acts)
    order = np.lexsort((-np.asarray(done.totals), games[places]))
    rank = np.arange(len(order)) - np.searchsorted(games[places], games[places])
    kept = order[(rank < KEPT) | (acts[order] == 100)]
    return done.take(kept), games[places][kept], lays[places][kept], acts[kept]


def worth(net: nn.Module, done: Batch) -> np.ndarray:
    """Points there and points to come."""
    return np.asarray(done.totals) + np.where(done.done, 0, net(features(done)).detach().numpy()[:, 0] * 10)


def looked_ahead(net: nn.Module, done: Batch, best: np.ndarray) -> np.ndarray:
    """What some turns are worth by the best answers to the same next cards."""
    unseen = np.flatnonzero(np.asarray(done.unseen)[best[0]]) + 1
    ahead = done.take(np.repeat(best, CARDS))
    ahead.turn_up(np.tile(np.random.choice(unseen, CARDS), len(best)))
    after, owner, _, _ = after_turns(ahead)
    most = np.full(len(ahead), -np.inf)
    np.maximum.at(most, owner, worth(net, after))
    return most.reshape(len(best), CARDS).mean(axis=1)


def play(net: nn.Module, games: int, seed: int, noise: float, search: bool) -> tuple[list, np.ndarray]:
    """What was seen after each turn of some games, and the totals then: 16 x games."""
    batch = Batch(games, seed=None, restart=False, observe=True)
    deals, seen, totals = np.array([Random(seed, game).deal() for game in range(games)]), [], []
    for place in range(16):
        batch.turn_up(deals[:, place])
        done, owner, lays, acts = after_turns(batch)
        values = worth(net, done) + noise * np.random.gumbel(size=len(done))
        chosen = np.empty(games, np.int64)
        for game in range(games):
            best = (own := np.flatnonzero(owner == game))[np.argsort(-values[own])[:TRIED]]
            chosen[game] = best[looked_ahead(net, done, best).argmax() if search and place < 15 else 0]
        batch.step(lays[chosen])
        batch.step(acts[chosen])
        seen.append(features(batch))
        totals.append(np.array(batch.totals))
    return seen, np.array(totals)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--games", type=int, default=200, help="new games at the end")
    options = parser.parse_args()
    torch.set_num_threads(1)
    near = nn.Sequential(nn.Conv2d(10, 32, 4, padding=2), nn.ReLU(), nn.AvgPool2d(11, divisor_override=10))
    net = nn.Sequential(near, nn.Flatten(), nn.Linear(32, 64), nn.ReLU(), nn.Linear(64, 1))
    memory, aims, means, begun = torch.empty(0, 10, 10, 10), torch.empty(0), [], time.monotonic()
    descent = torch.optim.Adam(net.parameters(), 1e-3)
    while (passed := time.monotonic() - begun) < 60 * options.minutes:
        seen, totals = play(net, GAMES, len(means) + 1, NOISE, search=False)
        memory = torch.cat([memory, *seen])[-MEMORY:]
        aims = torch.cat([aims, torch.from_numpy((totals[-1] - totals) / 10).float().flatten()])[-MEMORY:]
        for _ in range(STEPS):
            some = torch.randint(len(memory), (ROWS,))
            descent.zero_grad()
            nn.functional.mse_loss(net(memory[some])[:, 0], aims[some]).backward()
            descent.step()
        means.append(totals[-1].mean())
        print(f"{passed:.0f},{len(means) * GAMES},{np.mean(means[-20:]):.2f}", flush=True)
    for search in (False, True):
        found = play(net, options.games, 10**6, 0.0, search)[1][-1]
        print(f"search {search}: mean {found.mean():.2f} ± {found.std() / len(found) ** 0.5:.2f}", flush=True)
