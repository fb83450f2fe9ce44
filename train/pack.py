"""Make the file that the package ships from what `learn.py` left in its folder."""

import argparse
from pathlib import Path

from limes.bots.learned import FILE, pack

OUT = Path(__file__).parent.parent / "src" / "limes" / "bots" / FILE


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, default=OUT)
    asked = parser.parse_args()
    packed = pack((asked.folder / "network.bin").read_bytes())
    asked.out.write_bytes(packed)
    print(f"{len(packed)} bytes in {asked.out}")


if __name__ == "__main__":
    main()
