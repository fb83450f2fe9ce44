"""Teach the network by its own games: threads play them, the accelerator (or the CPU) learns.

Run again with the same folder to go on where it was stopped.
"""

import argparse
import json
import math
import time
from pathlib import Path

import torch
from cluster import ClusterPlayers
from games import Memory, Players
from model import Evaluator, loss

from limes.bots.learned import unpack
from limes.bots.network import Network
from limes.bots.weights import tuned
from limes.rules import STANDARD, Deck, Variants
from limes.teaching.decks import SHARES, any_game
from limes.teaching.selfplay import GROUP, SelfPlay

JUDGED = 6  # turns with each card that the network judges where its play is measured
MEASURED = 2000  # games
OTHER_GAMES = 40  # decks and variants among which as many games are shared out
WARM_UP = 200  # steps of a run until the rate is reached
DECAY = 0.1  # of a row's own part, so that what rows share is learnt as theirs
BEGUN = 1000  # steps that a network which is given counts as in the slow average
PARTS = ("model", "average", "optimiser")  # a file each, since some places take no large ones


class Learner:
    """The network that learns, the slow average of it that plays, and what is kept in the folder."""

    def __init__(
        self, folder: Path, seed: int, rate: float, device: torch.device, given: bytes | None = None
    ) -> None:
        torch.manual_seed(seed)
        self.folder, self.rate = folder, rate
        self.model = Evaluator().to(device)
        self.average = Evaluator().to(device)
        self.average.load_state_dict(self.model.state_dict())
        rest = [weights for name, weights in self.model.named_parameters() if name != "own"]
        self.optimiser = torch.optim.AdamW(
            [{"params": [self.model.own], "weight_decay": DECAY}, {"params": rest, "weight_decay": 0}],
            lr=rate,
            betas=(0.9, 0.99),
        )
        self.minutes, self.steps, self.runs = 0.0, 0, 0
        if (folder / "progress.json").exists():
            self._resume()
        elif given:
            self.model.begin_with(given)
            self.average.load_state_dict(self.model.state_dict())
            self.steps = BEGUN
        self.began_at = self.steps

    def weights(self) -> bytes:
        """What plays: the slow average, in whole numbers."""
        return self.average.whole_numbers()

    def step(self, memory: Memory, batch: int, done: float) -> torch.Tensor:
        """One step; the rate falls along a cosine as the time is done. Gives how far differences are off."""
        warm = min(1.0, (self.steps - self.began_at + 1) / WARM_UP)
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate * warm * (0.02 + 0.98 * math.cos(math.pi / 2 * done) ** 2)
        rows, left, now, aim, end = memory.draw(batch)
        self.average.used[rows.flatten()] = True
        total, off = loss(self.model(rows, left), now, aim, end, GROUP)
        self.optimiser.zero_grad(set_to_none=True)
        total.backward()
        self.optimiser.step()
        self.model.keep_in_range()
        keep = min(0.999, self.steps / (self.steps + 20))
        with torch.no_grad():
            for slow, fast in zip(self.average.parameters(), self.model.parameters(), strict=True):
                slow.lerp_(fast, 1 - keep)
        self.steps += 1
        return off

    @torch.no_grad()
    def set_level(self, memory: Memory) -> None:
        """Begin with what is still gained on average, by cards to come."""
        now, _, end = (number[: memory.found] for number in memory.numbers)
        left = memory.left[: memory.found]
        for phase in range(1, 16):
            self.model.last_bias[phase] = (end - now)[left == phase].nanmean()
        self.average.load_state_dict(self.model.state_dict())

    def save(self, minutes: float) -> None:
        for name in PARTS:
            torch.save(getattr(self, name).state_dict(), self.folder / f"{name}.new")
            (self.folder / f"{name}.new").replace(self.folder / f"{name}.pt")
        (self.folder / "network.bin").write_bytes(self.average.whole_numbers())
        progress = {"minutes": minutes, "steps": self.steps, "runs": self.runs}
        (self.folder / "progress.json").write_text(json.dumps(progress))

    def _resume(self) -> None:
        """Go on; without the optimiser's file it begins anew."""
        for name in PARTS:
            if (self.folder / f"{name}.pt").exists():
                kept = torch.load(self.folder / f"{name}.pt", map_location="cpu")
                getattr(self, name).load_state_dict(kept)
        progress = json.loads((self.folder / "progress.json").read_text())
        self.minutes, self.steps, self.runs = progress["minutes"], progress["steps"], progress["runs"] + 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where checkpoint, weights and curve are kept")
    parser.add_argument("--minutes", type=float, default=17.6, help="of learning in all, over all runs")
    parser.add_argument("--stop-after", type=float, default=math.inf, help="minutes of this run")
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    parser.add_argument("--batch", type=int, default=4096, help="positions a step, 8 turns each")
    parser.add_argument("--memory", type=int, default=5_000_000, help="positions that are kept, 4 KB each")
    parser.add_argument("--first", type=int, default=60_000, help="positions before the first step")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--pace", type=float, default=10.0, help="how often a position is learnt, at most")
    parser.add_argument("--refresh", type=float, default=10.0, help="seconds until players get the newest")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--shares",
        type=float,
        nargs=len(SHARES),
        default=SHARES,
        help="of the standard deck, the same with other huts, likely and wild decks",
    )
    parser.add_argument("--begin-with", type=Path, metavar="FILE", help="a network as the package ships it")
    parser.add_argument(
        "--deck", type=Path, metavar="FILE", help="learn for this deck alone, without variants"
    )
    parser.add_argument(
        "--ray", nargs="?", const="", metavar="ADDRESS", help="play on a Ray cluster, not in threads"
    )
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    given = unpack(asked.begin_with.read_bytes()) if asked.begin_with else None
    learner = Learner(asked.folder, asked.seed, asked.rate, device, given)
    players = source(asked, 1000 * learner.runs)
    try:
        if learner.steps:
            players.follow(learner.weights())
        learn(asked, learner, players, Memory(asked.memory, device))
    finally:
        players.stop()


def source(asked: argparse.Namespace, first: int) -> Players | ClusterPlayers:
    """Who plays: threads here, or the cores of a cluster."""
    if asked.ray is None:
        deck = Deck.parse(asked.deck.read_text()) if asked.deck else None
        return Players(asked.threads, asked.seed, first, deck, asked.shares)
    return ClusterPlayers(asked.ray, asked.seed, first, asked.shares)


def learn(
    asked: argparse.Namespace, learner: Learner, players: Players | ClusterPlayers, memory: Memory
) -> None:
    begun = told = refreshed = time.time()
    learnt = 0
    off: list[torch.Tensor] = []
    totals: list[float] = []
    while True:
        passed = (time.time() - begun) / 60
        done = (learner.minutes + passed) / asked.minutes
        if done >= 1 or passed > asked.stop_after:
            break
        while not players.blocks.empty() or memory.found < asked.first or learnt > asked.pace * memory.found:
            block, total = players.blocks.get()
            memory.add(block)
            totals.append(total)
        if not learner.steps:
            learner.set_level(memory)
        off.append(learner.step(memory, asked.batch, done))
        learnt += asked.batch
        if time.time() - refreshed > asked.refresh:
            players.follow(learner.weights())
            refreshed = time.time()
        if time.time() - told > 2 * asked.refresh:
            line = {
                "minutes": round(learner.minutes + passed, 2),
                "step": learner.steps,
                "positions": memory.found,
                "off": round(torch.stack(off).mean().item(), 4),
                "self_play": round(sum(totals) / max(len(totals), 1), 3),
                "greedy": round(strength(learner), 3),
                "held_out": round(strength_elsewhere(learner), 3),
            }
            with (asked.folder / "curve.jsonl").open("a") as curve:
                curve.write(json.dumps(line) + "\n")
            to_go = min(asked.minutes - learner.minutes, asked.stop_after) - passed
            print(json.dumps(line), f"{to_go:.1f} min to go", flush=True)
            learner.save(learner.minutes + passed)
            off, totals, told = [], [], time.time()
    learner.save(learner.minutes + (time.time() - begun) / 60)


def strength(learner: Learner) -> float:
    """The mean total of games played by the network's values alone."""
    judge = SelfPlay(tuned(), STANDARD, Variants(), 777, learner.steps)
    judge.follow(Network(learner.weights()))
    return judge.greedy(MEASURED, JUDGED)


def strength_elsewhere(learner: Learner) -> float:
    """The same over some games with decks and variants that the network never learnt from."""
    network, totals = Network(learner.weights()), []
    for seed in range(OTHER_GAMES):
        judge = SelfPlay(tuned(), *any_game(seed), 777, learner.steps)
        judge.follow(network)
        totals.append(judge.greedy(MEASURED // OTHER_GAMES, JUDGED))
    return sum(totals) / OTHER_GAMES


if __name__ == "__main__":
    main()
