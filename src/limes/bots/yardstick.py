"""What the levels make of an order of cards, and the best in hindsight: to measure oneself against."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from limes.bots.names import LEVELS, make_bot
from limes.bots.par import find_par
from limes.bots.protocol import Budget, View
from limes.rules import STANDARD, Deck, Game, Variants
from limes.rules.landscape import BASIC

BEST = "best"  # in hindsight, as no bot can play
EXPERT = "expert"
YARDSTICK = (*(f"{EXPERT}:{level}" for level in LEVELS if level != EXPERT), EXPERT, BEST)
PLAYOUTS = 1000  # not seconds: the same on every machine, however busy it is


class Measured(NamedTuple):
    """One of them, and the game that came of the cards."""

    name: str
    game: Game

    @property
    def points(self) -> int:
        return self.game.landscapes[0].total


def measure(
    order: Sequence[int],
    deck: Deck = STANDARD,
    variants: Variants = BASIC,
    progress: Callable[[float], None] | None = None,
) -> list[Measured]:
    """A game of each, from the weakest level to the best in hindsight; always the same for the same cards."""
    measured: list[Measured] = []
    for number, name in enumerate(YARDSTICK, start=1):
        empty = Game((name,), deck, variants)
        measured.append(
            Measured(name, _best(empty, order, measured) if name == BEST else _played(empty, order))
        )
        if progress:
            progress(number / len(YARDSTICK))
    return measured


def _played(game: Game, order: Sequence[int]) -> Game:
    bot = make_bot(game.players[0])
    for card in order:
        turn = bot.choose(View(game.landscapes[0], card), Budget(playouts=PLAYOUTS))
        game = game.turn_up(card).play(0, turn)
    return game


def _best(game: Game, order: Sequence[int], measured: Sequence[Measured]) -> Game:
    """What hindsight finds, unless a level has found more: both search only so far."""
    par = find_par(game.deck, game.variants, order)
    ahead = max(measured, key=lambda each: each.points)
    turns = par.turns if par.total >= ahead.points else [round_.turns[0] for round_ in ahead.game.rounds]
    for card, turn in zip(order, turns, strict=True):
        assert turn is not None
        game = game.turn_up(card).play(0, turn)
    return game
