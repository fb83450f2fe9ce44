"""Baselines for learners: `python scripts/baselines.py random points greedy --deals 1000`.

Deal i of a seed is game i of `Batch(deals, seed=seed)`, so a learner can be measured on the very same cards.
"""

import argparse
from math import sqrt
from statistics import mean, stdev

from limes.bots import Budget
from limes.core import Batch
from limes.envs.policies import ONE_PLAYOUT, play_games, policy


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="+", help="bots as `limes arena` names them, or points")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--time", type=float, help="seconds per turn, for bots that search")
    options = parser.parse_args()
    budget = Budget(seconds=options.time) if options.time else ONE_PLAYOUT
    for name in options.names:
        totals = play_games(policy(name, budget), Batch(options.deals, seed=options.seed)).tolist()
        print(f"{name:<16} {mean(totals):6.2f} ± {stdev(totals) / sqrt(len(totals)):.2f}", flush=True)


if __name__ == "__main__":
    main()
