"""Learning curves as a picture: `python scripts/curves.py FILE... --out curve.png`."""

import argparse
import re
from pathlib import Path

from matplotlib.figure import Figure

LINE = re.compile(r"^(\d+),(\d+),([\d.]+)$", re.MULTILINE)
POINTS_AT_ONCE = 43.7  # the mean of the policy `points`


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+", help="what an example printed; its name is the label")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    figure = Figure(figsize=(8, 4), layout="constrained")
    axes = figure.subplots()
    for file in options.files:
        found = LINE.findall(file.read_text(encoding="utf-8"))
        axes.plot([int(line[0]) / 60 for line in found], [float(line[2]) for line in found], label=file.stem)
    axes.axhline(POINTS_AT_ONCE, color="#85744F", linestyle=":", label="most points at once")
    axes.set(xlabel="minutes", ylabel="mean score")
    axes.legend(frameon=False)
    figure.savefig(options.out, dpi=110)


if __name__ == "__main__":
    main()
