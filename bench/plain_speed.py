"""The speed of offers and bots in plain Python: here, or under Node in Pyodide, as browsers run it.

`python bench/plain_speed.py` or, with the folder of the npm package `pyodide`,
`python bench/plain_speed.py web/node_modules/pyodide`.
"""

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

from limes.plain import BOTS, make_bot, offer
from limes.rules import ROUNDS, STANDARD, Landscape, Variants, shuffled

ROOT = Path(__file__).parent.parent
OFFER_BOUND = 0.032
TURN_BOUND = 0.25  # a second on a phone that is four times slower
IN_PYODIDE = """
const [folder, root] = process.argv.slice(1);
const { loadPyodide } = await import(`file://${folder}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${folder}/` });
for (const part of ["src", "bench"]) {
  python.mountNodeFS(`/${part}`, `${root}/${part}`);
  python.runPython(`import sys; sys.path.append("/${part}")`);
}
python.pyimport("plain_speed").measure(() => {
  const used = process.cpuUsage();
  return (used.user + used.system) / 1e6;
});
"""


def positions() -> Iterator[tuple[Landscape, int]]:
    """Two games of a skilled player with each choice of variants, round by round."""
    player = make_bot("expert:skilled")
    for deal, diagonal, ferryman in product(range(2), (False, True), (False, True)):
        landscape = Landscape(STANDARD, Variants(diagonal, ferryman))
        for card in shuffled(STANDARD, f"plain {deal}")[:ROUNDS]:
            yield landscape, card
            landscape = landscape.play(card, player.choose(landscape, card))


def measure(clock: Callable[[], float], runs: int = 1, slower: int = 1) -> None:
    """Print how long each thing takes by this clock, the best of some runs, on a machine so much slower."""
    given = list(positions())

    def seconds(action: Callable[[Landscape, int], object], landscape: Landscape, card: int) -> float:
        found = []
        for _ in range(runs):
            start = clock()
            action(landscape, card)
            found.append(clock() - start)
        return min(found)

    print(f"Python {sys.version.split()[0]} on {sys.platform}: {len(given)} positions")
    _print("an offer", slower * OFFER_BOUND, [seconds(offer, *each) for each in given])
    for name in BOTS:
        bot = make_bot(name)
        _print(f"a turn of {name}", slower * TURN_BOUND, [seconds(bot.choose, *each) for each in given])


def main() -> None:
    if len(sys.argv) < 2:
        measure(time.process_time)
        return
    node = shutil.which("node")
    if not node:
        sys.exit("There is no Node on the PATH.")
    folder = Path(sys.argv[1]).resolve()
    options = ["--single-threaded", "--input-type=module", "--eval", IN_PYODIDE]
    subprocess.run([node, *options, "--", folder, ROOT], check=True)


def _print(what: str, bound: float, seconds: list[float]) -> None:
    mean, most = 1000 * sum(seconds) / len(seconds), 1000 * max(seconds)
    print(f"{what:<26} {mean:7.2f} ms on average, {most:7.2f} ms at most   bound {1000 * bound:g} ms")


if __name__ == "__main__":
    main()
