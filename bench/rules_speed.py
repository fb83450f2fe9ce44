"""The speed of the rules and of starting: `make bench` prints each figure beside what it should be."""

import random
import subprocess
import sys
import time
from collections.abc import Callable

from limes.rules import Landscape, Score, shuffled
from limes.rules.board import EMPTY_BOARD
from limes.rules.geometry import bit
from limes.rules.scoring import score

REPEATS = 7


def best_time(action: Callable[[], object], times: int) -> float:
    """Seconds for one call, the best of several runs, since other work on the machine only ever adds."""
    runs = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        for _ in range(times):
            action()
        runs.append((time.perf_counter() - start) / times)
    return min(runs)


def run_python(*arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)


def played(rounds: int, workers: int, seed: int = 1) -> Landscape:
    """A landscape of so many cards with so many workers, from random legal turns."""
    while True:
        chance = random.Random(seed)
        landscape = Landscape()
        for card in shuffled(landscape.deck, str(seed))[:rounds]:
            landscape = landscape.play(card, chance.choice([turn for turn, _ in landscape.turns(card)]))
        if len(landscape.workers) == workers:
            return landscape
        seed += 1


def main() -> None:
    nothing = best_time(lambda: run_python("-c", "pass"), 3)
    figures = [
        ("python -c pass, for scale", nothing, None),
        ("import limes", best_time(lambda: run_python("-c", "import limes"), 3), 0.060),
        ("limes --help", best_time(lambda: run_python("-m", "limes", "--help"), 3), 0.150),
    ]
    middle = played(10, 5)
    card = next(number for number in middle.deck.numbers if number not in {c.number for c in middle.cards})
    count = len(list(middle.turns(card)))
    title = f"all {count} turns of 10 cards and 5 workers, scored"
    figures.append((title, best_time(lambda: list(middle.turns(card)), 5), 0.030))
    full = played(16, 7)
    letters = {bit(zone): full.board.letter(zone) for zone in full.board.zones}
    figures.append(("scoring a full landscape, with reasons", best_time(full.score, 200), 0.0003))

    def score_anew() -> Score:
        return score(EMPTY_BOARD.with_zones(letters), full.workers)

    figures.append(("the same, territories found anew", best_time(score_anew, 200), 0.0003))
    for what, seconds, bound in figures:
        said = f"{what:<52} {seconds * 1000:9.3f} ms"
        print(f"{said}   bound {bound * 1000:g} ms" if bound else said)


if __name__ == "__main__":
    main()
