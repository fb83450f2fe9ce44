"""Measure hindsight on one fixed set of deals: par, and the penalised optimum; neither is a proven bound."""

import argparse
from collections.abc import Callable
from functools import partial
from statistics import mean, stdev
from time import perf_counter

from limes.bots.par import find_par
from limes.rules import ROUNDS, STANDARD, Variants, shuffled
from limes.teaching.bound import penalised_total

DEALS = [shuffled(STANDARD, f"dev-{number}")[:ROUNDS] for number in range(12)]
BASIC = Variants()


def measure(name: str, effort: int, value: Callable[[tuple[int, ...]], float]) -> None:
    began = perf_counter()
    found = [value(order) for order in DEALS]
    seconds = (perf_counter() - began) / len(DEALS)
    print(
        f"{name} {effort}: {mean(found):.2f}, spread {stdev(found):.2f}, {seconds:.2f} s a deal", flush=True
    )


def par(order: tuple[int, ...], tries: int) -> float:
    return find_par(STANDARD, BASIC, order, tries=tries).total


def penalised(order: tuple[int, ...], width: int) -> float:
    return penalised_total(STANDARD, BASIC, order, width)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, nargs="*", default=[500_000, 4_000_000], help="of par")
    parser.add_argument("--widths", type=int, nargs="*", default=[50, 200, 800], help="of the penalised beam")
    options = parser.parse_args()
    for tries in options.tries:
        measure("par", tries, partial(par, tries=tries))
    for width in options.widths:
        measure("penalised", width, partial(penalised, width=width))


if __name__ == "__main__":
    main()
