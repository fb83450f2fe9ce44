"""Games for the tests of the coach, and an effort that suffices to see whether figures add up."""

from limes.coach import Effort
from limes.core import Random, State
from limes.rules import STANDARD, Deck, Game, Variants
from limes.rules.landscape import BASIC

QUICK = Effort(
    wide=3,
    wide_at_last=3,
    near=1,
    rivals=2,
    near_rivals=1,
    finalists=1,
    near_finalists=1,
    first_orders=1,
    orders=2,
    replies=2,
)


def random_game(seed: int, rounds: int = 16, deck: Deck = STANDARD, variants: Variants = BASIC) -> Game:
    """A solo game, every turn at random."""
    chance = Random(seed)
    state = State(deck, variants)
    game = Game(("Red",), deck, variants)
    for card in chance.deal(deck)[:rounds]:
        turn = state.random_turn(card, chance)
        state.play(card, turn)
        game = game.turn_up(card).play(0, turn)
    return game
