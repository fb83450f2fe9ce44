"""Draw the curve of a training: how well the network plays and how far its differences are off, over time."""

import argparse
import json
from pathlib import Path

from matplotlib.figure import Figure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("curve", type=Path, help="curve.jsonl of learn.py")
    parser.add_argument("picture", type=Path)
    asked = parser.parse_args()
    lines = [json.loads(line) for line in asked.curve.read_text().splitlines()]
    minutes = [line["minutes"] for line in lines]
    figure = Figure(figsize=(8, 5), layout="constrained")
    above, below = figure.subplots(2, sharex=True)
    above.plot(minutes, [line["greedy"] for line in lines], label="greedy, 2,000 games")
    above.plot(minutes, [line["self_play"] for line in lines], label="self-play, a part of it at random")
    above.set(ylabel="mean total")
    above.legend(frameon=False)
    below.plot(minutes, [line["off"] for line in lines], color="#33291C")
    below.set(xlabel="minutes of learning", ylabel="differences off (points²)", yscale="log")
    figure.savefig(asked.picture)


if __name__ == "__main__":
    main()
