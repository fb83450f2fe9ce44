"""Teach the network by its own games: threads play them, the accelerator (or the CPU) learns.

Run again with the same folder to go on where it was stopped.
"""

import argparse
import json
import math
import queue
import threading
import time
from pathlib import Path

import numpy as np
import torch
from model import Evaluator, loss

from limes.bots.network import Network
from limes.bots.selfplay import EMPTY_ROW, GROUP, LENGTH, SAMPLES, SelfPlay
from limes.bots.weights import tuned
from limes.rules import STANDARD, Variants

BLOCK = 20  # games that a thread plays at a time
JUDGED = 6  # turns with each card that the network judges
Arrays = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]


def empty_block() -> Arrays:
    number = BLOCK * SAMPLES
    return (
        np.full((number, LENGTH), EMPTY_ROW, np.uint16),
        np.empty(number, np.uint8),
        *(np.empty(number, np.float32) for _ in range(3)),
    )


class Players:
    """Threads that play without end; blocks of games come out of a queue."""

    def __init__(self, threads: int, seed: int, first: int) -> None:
        self.blocks: queue.Queue[tuple[Arrays, float]] = queue.Queue(maxsize=4 * threads)
        self.players = [SelfPlay(tuned(), STANDARD, Variants(), seed, first + i) for i in range(threads)]
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._play, args=(player,)) for player in self.players]
        for thread in self._threads:
            thread.start()

    def follow(self, network: Network) -> None:
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
            self.blocks.put((block, player.play(*block)))


class Memory:
    """The newest games, where the network learns; older ones are overwritten."""

    def __init__(self, groups: int, device: torch.device) -> None:
        self.room, self.found, self.device = groups, 0, device
        self.rows = torch.empty((groups, GROUP, LENGTH), dtype=torch.int16, device=device)
        self.left = torch.empty((groups, GROUP), dtype=torch.uint8, device=device)
        self.numbers = torch.empty((3, groups, GROUP), device=device)

    def add(self, block: Arrays) -> None:
        groups = len(block[1]) // GROUP
        at = self.found % (self.room - self.room % groups)
        self.rows[at : at + groups] = torch.from_numpy(block[0].view(np.int16)).view(groups, GROUP, LENGTH)
        self.left[at : at + groups] = torch.from_numpy(block[1]).view(groups, GROUP)
        for number, values in zip(self.numbers, block[2:], strict=True):
            number[at : at + groups] = torch.from_numpy(values).view(groups, GROUP)
        self.found += groups

    def draw(self, groups: int) -> tuple[torch.Tensor, ...]:
        chosen = torch.randint(min(self.found, self.room), (groups,), device=self.device)
        now, aim, end = (number[chosen].flatten() for number in self.numbers)
        return self.rows[chosen].view(-1, LENGTH).int(), self.left[chosen].flatten().long(), now, aim, end


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where checkpoint, weights and curves are kept")
    parser.add_argument("--minutes", type=float, default=20, help="of learning in all, over all runs")
    parser.add_argument("--stop-after", type=float, default=1e9, help="minutes of this run")
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    parser.add_argument("--batch", type=int, default=4096, help="positions a step, 8 turns each")
    parser.add_argument("--memory", type=int, default=2_000_000, help="positions that are kept")
    parser.add_argument("--first", type=int, default=20_000, help="positions before the first step")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--pace", type=float, default=12.0, help="how often each position is learnt, at most")
    parser.add_argument("--refresh", type=float, default=15.0, help="seconds until the players get the newest network")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    learn(asked)


def learn(asked: argparse.Namespace) -> None:
    begun = time.time()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.manual_seed(asked.seed)
    model = Evaluator().to(device)
    average = Evaluator().to(device)
    average.load_state_dict(model.state_dict())
    optimiser = torch.optim.Adam(model.parameters(), lr=asked.rate, betas=(0.9, 0.99))
    spent, step, runs = resume(asked.folder, model, average, optimiser)
    started = step
    players = Players(asked.threads, asked.seed, 1000 * runs)
    if step:
        players.follow(Network(average.whole_numbers()))
    memory = Memory(asked.memory, device)
    judge = SelfPlay(tuned(), STANDARD, Variants(), 777, 0)
    told = refreshed = time.time()
    learnt, off, means = 0, [], []
    judged = ""
    log = (asked.folder / "curve.jsonl").open("a")
    try:
        while True:
            passed = spent + (time.time() - begun) / 60
            done = min(passed / asked.minutes, 1.0)
            if done >= 1 or time.time() - begun > 60 * asked.stop_after:
                break
            ready = memory.found >= asked.first
            while not players.blocks.empty() or not ready or learnt > asked.pace * memory.found:
                block, mean = players.blocks.get()
                memory.add(block)
                means.append(mean)
                ready = memory.found >= asked.first
            if not step:
                set_level(model, average, memory)
            for group in optimiser.param_groups:
                group["lr"] = asked.rate * min(1.0, (step - started + 1) / 200) * (0.02 + 0.98 * math.cos(math.pi / 2 * done) ** 2)
            rows, left, now, aim, end = memory.draw(asked.batch)
            total, differences = loss(model(rows, left), now, aim, end, GROUP)
            optimiser.zero_grad(set_to_none=True)
            total.backward()
            optimiser.step()
            model.keep_in_range()
            follow(average, model, min(0.999, step / (step + 20)))
            off.append(differences)
            learnt += asked.batch
            step += 1
            if time.time() - refreshed > asked.refresh:
                players.follow(Network(average.whole_numbers()))
                refreshed = time.time()
            if time.time() - told > 2 * asked.refresh:
                network = Network(average.whole_numbers())
                judge.follow(network)
                line = {
                    "minutes": round(passed, 2), "step": step, "positions": memory.found,
                    "off": round(torch.stack(off).mean().item(), 4), "self_play": round(float(np.mean(means)), 3) if means else None,
                    "greedy": round(judge.greedy(2000, JUDGED), 3), "rate": optimiser.param_groups[0]["lr"],
                }
                off, means = [], []
                log.write(json.dumps(line) + "\n")
                log.flush()
                to_go = min(asked.minutes - passed, asked.stop_after - (time.time() - begun) / 60)
                print(json.dumps(line), f"{to_go:.1f} min to go", flush=True)
                save(asked.folder, model, average, optimiser, passed, step, runs)
                told = time.time()
    finally:
        players.stop()
    save(asked.folder, model, average, optimiser, spent + (time.time() - begun) / 60, step, runs)


@torch.no_grad()
def set_level(model: Evaluator, average: Evaluator, memory: Memory) -> None:
    """Begin with what is still gained on average, by cards to come."""
    now, _, end = (number[: memory.found] for number in memory.numbers)
    left = memory.left[: memory.found]
    for phase in range(1, 16):
        model.last_bias[phase] = (end - now)[left == phase].mean()
    average.load_state_dict(model.state_dict())


@torch.no_grad()
def follow(average: Evaluator, model: Evaluator, keep: float) -> None:
    for slow, fast in zip(average.parameters(), model.parameters(), strict=True):
        slow.lerp_(fast, 1 - keep)


PARTS = ("model", "average", "optimiser")  # a file each, since some places take no large ones


def resume(
    folder: Path, model: Evaluator, average: Evaluator, optimiser: torch.optim.Optimizer
) -> tuple[float, int, int]:
    """The minutes spent, the steps made and the runs so far; without the optimiser's file it begins anew."""
    if not (folder / "progress.json").exists():
        return 0.0, 0, 0
    for name, part in zip(PARTS, (model, average, optimiser), strict=True):
        if (folder / f"{name}.pt").exists():
            part.load_state_dict(torch.load(folder / f"{name}.pt"))
    progress = json.loads((folder / "progress.json").read_text())
    return progress["minutes"], progress["steps"], progress["runs"] + 1


def save(
    folder: Path, model: Evaluator, average: Evaluator, optimiser: torch.optim.Optimizer, spent: float, step: int, runs: int
) -> None:
    for name, part in zip(PARTS, (model, average, optimiser), strict=True):
        torch.save(part.state_dict(), folder / f"{name}.new")
        (folder / f"{name}.new").replace(folder / f"{name}.pt")
    (folder / "network.bin").write_bytes(average.whole_numbers())
    (folder / "progress.json").write_text(json.dumps({"minutes": spent, "steps": step, "runs": runs}))


if __name__ == "__main__":
    main()
