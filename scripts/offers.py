"""Write offers of random games with what the rules say of every turn; the client's tests compare with it."""

import json
import random
import sys
from pathlib import Path
from typing import Any

from limes.core import State
from limes.core.offer import offer
from limes.rules import STANDARD, Landscape, Turn, Variants, shuffled

SEED = "offers"
GAMES = (Variants(), Variants(ferryman=True), Variants(diagonal=True))
ROUNDS = 16


def situation(landscape: Landscape, card: int, chance: random.Random) -> dict[str, Any]:
    """An offer as the server sends it, every turn's total, and the workers' points after one of them."""
    totals = {str(turn): total for turn, total in landscape.turns(card)}
    head = {
        "card": card,
        "face": landscape.deck.face(card),
        "supply": landscape.supply,
        "workers": list(landscape.workers),
        "total": landscape.total,
    }
    some = chance.choice(sorted(totals))
    return {
        "landscape": str(landscape),
        "offer": head | json.loads(offer(State.from_landscape(landscape), card)),
        "totals": totals,
        "turn": some,
        "workers": [
            {"zone": worker.zone, "points": worker.points, "scored": worker.scored}
            for worker in landscape.play(card, Turn.parse(some)).score().workers
        ],
    }


def situations() -> list[dict[str, Any]]:
    chance = random.Random(SEED)
    found = []
    for number, variants in enumerate(GAMES):
        landscape = Landscape(variants=variants)
        for card in shuffled(STANDARD, f"{SEED} {number}")[:ROUNDS]:
            found.append(situation(landscape, card, chance))
            landscape = landscape.play(card, Turn.parse(found[-1]["turn"]))
    return found


def main() -> None:
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    written = {"faces": list(STANDARD.faces), "situations": situations()}
    target.write_text(json.dumps(written), encoding="utf-8")


if __name__ == "__main__":
    main()
