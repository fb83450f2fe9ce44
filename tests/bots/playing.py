"""Games and positions for the tests of bots."""

import random
from itertools import product

from limes.bots import Bot, Budget, View
from limes.rules import ROUNDS, Deck, Landscape, Variants, shuffled
from limes.rules.deck import FACE_LETTERS

VARIANTS = [Variants(*both) for both in product((False, True), repeat=2)]
FEW = Budget(playouts=30)


def odd_deck(rng: random.Random) -> Deck:
    """Any faces at all, from as few letters as one; from 16 to 64 cards."""
    letters = rng.sample(FACE_LETTERS, rng.randint(1, len(FACE_LETTERS)))
    size = rng.choice((16, 17, 24, 64))
    return Deck("odd", tuple("".join(rng.choices(letters, k=4)) for _ in range(size)))


def play_game(
    bot: Bot, deck: Deck, variants: Variants, seed: str, budget: Budget, *, rounds: int = ROUNDS
) -> Landscape:
    """A game by one bot; the rules refuse any turn that is not legal."""
    landscape = Landscape(deck, variants)
    for card in shuffled(deck, seed)[:rounds]:
        landscape = landscape.play(card, bot.choose(View(landscape, card), budget))
    return landscape
