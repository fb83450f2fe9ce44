"""Write studies with the trees that they stand for; the client's tests read and write them, too."""

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from trees import bushy_study, random_study  # noqa: E402

from limes.rules import STANDARD, Node, Study, parse_study  # noqa: E402

RANDOM_TREES = 150
LONG = 5
# In the client two such signs beside each other are one.
PAIR = r"\u{d800}\u{dfff}"
# Written by hand: blanks, lines that go on, escapes and cards left out, in forms that nobody prints.
SLOPPY = (
    "Study:\n\n1. 17 d4N (d4E d5E (8 d3E e3N) d6E)\n2. 3 d5E\n3. 12 d6E\n",
    "\n Study:  Farms \r\nVariants:ferryman  diagonal\n\n"
    '1.  17 d4N+ne"a"{b}( \n d4E\n {c}\n 3 d5E )\t\n2. 3 d5E',
    "Study:\nStart: 17@d4N 3@d5E | d5sw d4ne\n{\\u{1F600}\t\\n\\}\\\\}\n\n3. 8 e5S\n",
)


def node(found: Node) -> dict[str, Any]:
    return {
        "card": found.card,
        "turn": str(found.turn),
        "name": found.name,
        "comment": found.comment,
        "children": [node(each) for each in found.children],
    }


def example(study: Study, text: str) -> dict[str, Any]:
    """A text, the study that it stands for, and how that is printed."""
    start = study.start
    deck = None if start.deck == STANDARD else {"name": start.deck.name, "cards": list(start.deck.faces)}
    return {
        "text": text,
        "printed": str(study),
        "study": {
            "name": study.name,
            "deck": deck,
            "variants": str(start.variants).split(),
            "start": str(start) if start.cards else "",
            "comment": study.comment,
            "children": [node(each) for each in study.children],
        },
        "end": str(study.landscape),
    }


def main() -> None:
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    random = [study for seed in range(RANDOM_TREES) if PAIR not in str(study := random_study(Random(seed)))]
    bushy = [bushy_study(Random(seed), variations=20, turns=2) for seed in range(LONG)]
    written = {
        "faces": list(STANDARD.faces),
        "studies": [example(study, str(study)) for study in random]
        + [example(parse_study(text), text) for text in SLOPPY],
        "long": [str(study) for study in bushy],
    }
    target.write_text(json.dumps(written), encoding="utf-8")


if __name__ == "__main__":
    main()
