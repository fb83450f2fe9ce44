"""What extras of this package need, one a line: `python scripts/extras.py test bench`.

pip would build the package anew to install them; its core is compiled already.
"""

import re
import sys
import tomllib
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
OWN = re.compile(rf"{PROJECT['name']}\[(?P<extras>[\w,]+)\]")


def needed(extras: list[str]) -> list[str]:
    """The requirements, in their order, those of extras that are named by extras too."""
    found: dict[str, None] = {}
    for extra in extras:
        for requirement in EXTRAS[extra]:
            own = OWN.fullmatch(requirement)
            found |= dict.fromkeys(needed(own["extras"].split(",")) if own else [requirement])
    return list(found)


if __name__ == "__main__":
    print("\n".join(needed(sys.argv[1:])))
