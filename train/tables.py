"""Teach the tables to rank turns as the network does, so that the turns it is shown are the right ones."""

import argparse
import threading
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn.functional import huber_loss

from limes.bots.evaluation import Evaluation
from limes.bots.network import Network
from limes.bots.selfplay import SelfPlay
from limes.bots.tuning import RANKING, ROOM, Tuner
from limes.bots.weights import pack, tuned
from limes.rules import ROUNDS, STANDARD, Variants

BLOCK = 10  # games


def gather(network: Network, threads: int, seconds: float, seed: int) -> list[torch.Tensor]:
    """Games by the network: the weights at work, what they leave out, and the network's values."""
    found: list[tuple[np.ndarray, ...]] = []
    end = time.time() + seconds

    def play(number: int) -> None:
        tuner = Tuner(STANDARD, Variants(), 1000 * seed + number, tuned())
        while time.time() < end:
            turns = BLOCK * (ROUNDS - 1) * RANKING
            arrays = (np.empty((turns, ROOM), np.int32), np.empty(turns, np.float32), np.empty(turns, np.float32))
            tuner.rankings(network, 6, 0.15, *arrays)
            found.append(arrays)

    players = [threading.Thread(target=play, args=(number,)) for number in range(threads)]
    for player in players:
        player.start()
    for player in players:
        player.join()
    return [torch.from_numpy(np.concatenate(part)) for part in zip(*found, strict=True)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", type=Path, help="network.bin of learn.py")
    parser.add_argument("out", type=Path, help="the tables, packed as the package ships them")
    parser.add_argument("--play", type=float, default=60, help="seconds of play, before anything is learnt")
    parser.add_argument("--seconds", type=float, default=60, help="of learning")
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    parser.add_argument("--batch", type=int, default=2048, help="positions a step")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    network = Network(asked.network.read_bytes())
    active, beyond, value = (
        part.view(-1, RANKING, *part.shape[1:]).to(device)
        for part in gather(network, asked.threads, asked.play, asked.seed)
    )
    print(f"{len(value)} positions", flush=True)
    begin = torch.from_numpy(np.frombuffer(bytes(tuned()), np.float32).copy())
    weights = torch.nn.EmbeddingBag(len(begin) + 1, 1, mode="sum", padding_idx=len(begin)).to(device)
    with torch.no_grad():
        weights.weight[:-1, 0] = begin.to(device)
        weights.weight[-1] = 0
    optimiser = torch.optim.Adam(weights.parameters(), lr=asked.rate)
    begun = told = time.time()
    off = []
    while (done := (time.time() - begun) / asked.seconds) < 1:
        optimiser.param_groups[0]["lr"] = asked.rate * (1 - done)
        chosen = torch.randint(len(value), (asked.batch,), device=device)
        aim = value[chosen]
        error = weights(active[chosen].view(-1, ROOM)).view(-1, RANKING) + beyond[chosen] - aim
        heavy = torch.exp((aim - aim.max(1, keepdim=True).values) / 1.5) + 0.02
        heavy = heavy / heavy.sum(1, keepdim=True)
        middle = (heavy * error).sum(1, keepdim=True)
        differences = (heavy * huber_loss(error, middle.expand_as(error), reduction="none")).sum(1).mean()
        loss = differences + 0.02 * huber_loss(middle, torch.zeros_like(middle))
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        off.append(differences.detach())
        if time.time() - told > asked.seconds / 8:
            print(f"{done:.2f} off {torch.stack(off).mean().item():.4f}", judge(network, tables(weights)), flush=True)
            told, off = time.time(), []
    learnt = tables(weights)
    print("before", judge(network, tuned()), "after", judge(network, learnt), flush=True)
    asked.out.write_bytes(pack(bytes(learnt)))


def tables(weights: torch.nn.EmbeddingBag) -> Evaluation:
    return Evaluation(weights.weight.detach()[:-1, 0].cpu().numpy().tobytes())


def judge(network: Network, evaluation: Evaluation) -> list[float]:
    """Greedy means: by the tables alone, then by the network among 4, 6 and 10 turns."""
    means = []
    for width in (0, 4, 6, 10):
        player = SelfPlay(evaluation, STANDARD, Variants(), 3, 0)
        if width:
            player.follow(network)
        means.append(round(player.greedy(2000, width), 2))
    return means


if __name__ == "__main__":
    main()
