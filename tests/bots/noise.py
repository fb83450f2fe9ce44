"""Positions in odd decks, thought about by every bot and by the coach: `make sanitize` has thousands of them.

Whatever the cards, what a bot chooses is legal, and nothing that is compiled does what C leaves undefined.
"""

import random
import sys

from core.agreement import VARIANTS, random_deck, random_landscape_turn

from limes.bots import BOTS, LEVELS, Budget, View, make_bot
from limes.coach import Studying, hint
from limes.rules import ROUNDS, Landscape

NAMES = (*BOTS, *(f"expert:{level}" for level in LEVELS))
SECONDS = 0.02
MOST_RIVALS = 3


def think(positions: int, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(positions):
        deck, variants = random_deck(rng), rng.choice(VARIANTS)
        cards = rng.sample(deck.numbers, ROUNDS)
        landscape = Landscape(deck, variants)
        for card in cards[: rng.randrange(ROUNDS)]:
            landscape = landscape.play(card, random_landscape_turn(landscape, card, rng))
        think_about(landscape, cards[len(landscape.cards)], rng)


def think_about(landscape: Landscape, card: int, rng: random.Random) -> None:
    rivals = (landscape,) * rng.randrange(MOST_RIVALS)
    turn = make_bot(rng.choice(NAMES), rng.getrandbits(31)).choose(
        View(landscape, card, rivals), Budget(seconds=SECONDS)
    )
    landscape.play(card, turn)
    studying = Studying(landscape, card)
    asked = studying.ask([turn])
    studying.advance(asked, SECONDS, 1000)
    assert studying.values(asked).asked[0].turn == turn
    studying.why(asked)
    for option in hint(landscape, card, SECONDS).options:
        landscape.play(card, option.turn)


if __name__ == "__main__":
    think(int(sys.argv[1]), int(sys.argv[2]))
    print(f"{sys.argv[1]} positions")
