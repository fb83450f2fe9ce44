"""Fill the tables of the bots' evaluation by self-play: about fifteen minutes on one core.

python scripts/tune_bots.py [--seed 1] [--out src/limes/bots/weights.xz]
"""

import argparse
from pathlib import Path

from limes.bots.tuning import Tuner
from limes.bots.weights import FILE, pack
from limes.rules import STANDARD, Variants

OUT = Path(__file__).parent.parent / "src" / "limes" / "bots" / FILE
CHUNK = 1000
PLAY = ((1.0, 250_000),)
COMPARE = ((0.05, 40_000), (0.02, 20_000))


def main() -> None:
    parser = argparse.ArgumentParser(description="Tune the evaluation of the bots by self-play.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=OUT)
    asked = parser.parse_args()
    tuner = Tuner(STANDARD, Variants(), asked.seed)
    for name, learn, stages in (("play", tuner.play, PLAY), ("compare", tuner.compare, COMPARE)):
        for rate, games in stages:
            for done in range(0, games, CHUNK):
                mean = learn(CHUNK, rate)
                print(
                    f"{name} rate {rate}: {done + CHUNK} of {games} games, mean of the last {mean:.2f}",
                    flush=True,
                )
            asked.out.write_bytes(pack(bytes(tuner.evaluation)))


if __name__ == "__main__":
    main()
