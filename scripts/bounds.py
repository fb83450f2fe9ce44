"""Measure hindsight on one fixed set of deals: par, and the penalised optimum; neither is a proven bound."""

import argparse
from collections.abc import Callable
from statistics import mean, stdev
from time import perf_counter

from limes.bots.par import find_par
from limes.rules import ROUNDS, STANDARD, Variants, shuffled
from limes.teaching.bound import penalised_total

DEALS = [shuffled(STANDARD, f"dev-{number}")[:ROUNDS] for number in range(12)]
BASIC = Variants()


def measure(name: str, width: int, value: Callable[[tuple[int, ...]], float]) -> None:
    began = perf_counter()
    found = [value(order) for order in DEALS]
    seconds = (perf_counter() - began) / len(DEALS)
    print(f"{name} {width}: {mean(found):.2f}, spread {stdev(found):.2f}, {seconds:.2f} s a deal", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("widths", type=int, nargs="*", default=[50, 200, 800])
    for width in parser.parse_args().widths:

        def par(order: tuple[int, ...], width: int = width) -> float:
            return find_par(STANDARD, BASIC, order, width=width).total

        def penalised(order: tuple[int, ...], width: int = width) -> float:
            return penalised_total(STANDARD, BASIC, order, width)

        measure("par", width, par)
        measure("penalised", width, penalised)


if __name__ == "__main__":
    main()
