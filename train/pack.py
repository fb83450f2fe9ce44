"""Make the file that the package ships from what `learn.py` left in its folder."""

import argparse
from pathlib import Path

import torch
from model import Evaluator

from limes.bots.learned import FILE, pack
from limes.bots.network import ROWS

OUT = Path(__file__).parent.parent / "src" / "limes" / "bots" / FILE


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1, help="as it was given to learn.py")
    parser.add_argument("--out", type=Path, default=OUT)
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    first, learnt = Evaluator(), Evaluator()
    learnt.load_state_dict(torch.load(asked.folder / "average.pt", map_location="cpu"))
    with torch.no_grad():
        idle = (learnt.first.weight == first.first.weight).all(1)
        learnt.first.weight[idle] = 0
    packed = pack(learnt.whole_numbers())
    asked.out.write_bytes(packed)
    print(f"{int(idle.sum())} of {ROWS} rows were never used; {len(packed)} bytes in {asked.out}")


if __name__ == "__main__":
    main()
