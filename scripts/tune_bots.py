"""Fill the tables of the bots' evaluation by self-play, as `docs/lab/bots.md` tells: half an hour."""

import argparse
from pathlib import Path
from typing import NamedTuple

from limes.bots.weights import pack
from limes.plain.weights import FILE
from limes.rules import STANDARD, Variants
from limes.teaching.tuning import Tuner

OUT = Path(__file__).parent.parent / "src" / "limes" / "plain" / FILE
PARTS = 10  # of a stage, each with a line of its own


class Stage(NamedTuple):
    way: str
    thousands: int  # of games
    rate: float
    adapt: bool = False


RECIPE = (
    Stage("play", 240, 1.0, adapt=True),
    Stage("play", 100, 0.05),
    Stage("play", 100, 0.02),
    Stage("play", 100, 0.01),
    Stage("compare", 4, 0.03),
    Stage("compare", 3, 0.01),
    Stage("compare", 25, 0.015),
    Stage("compare", 13, 0.007),
    Stage("compare", 40, 0.05, adapt=True),
    Stage("compare", 20, 0.02, adapt=True),
)


def main() -> None:
    parser = argparse.ArgumentParser(description="Tune the evaluation of the bots by self-play.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument(
        "--part", type=float, default=1.0, help="play only this part of the games of each stage"
    )
    asked = parser.parse_args()
    tuner = Tuner(STANDARD, Variants(), asked.seed)
    ways = {"play": tuner.play, "compare": tuner.compare}
    for number, stage in enumerate(RECIPE, start=1):
        games = max(1, round(1000 * stage.thousands * asked.part / PARTS))
        for part in range(1, PARTS + 1):
            mean = ways[stage.way](games, stage.rate, stage.adapt)
            done = f"stage {number} of {len(RECIPE)}, {stage.way} at rate {stage.rate}, {games * part} games"
            print(f"{done}: mean total {mean:.2f}", flush=True)
        asked.out.write_bytes(pack(bytes(tuner.evaluation)))


if __name__ == "__main__":
    main()
