"""What the levels make of an order of cards, and the best in hindsight: to measure oneself against."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from limes.bots.names import LEVELS, make_bot
from limes.bots.par import find_par
from limes.bots.protocol import Budget, View
from limes.rules import STANDARD, Deck, Game, Turn, Variants
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
        *_, game = play(empty, order, [each.game for each in measured])
        measured.append(Measured(name, game))
        if progress:
            progress(number / len(YARDSTICK))
    return measured


def play(empty: Game, order: Sequence[int], others: Sequence[Game]) -> Iterator[Game]:
    """The game of the only player of the empty game as it goes on, turn by turn; the best in hindsight, found
    all at once, is no worse than `others`."""
    if empty.players == (BEST,):
        yield _best(empty, order, others)
    else:
        yield from _turn_by_turn(empty, order)


def _turn_by_turn(game: Game, order: Sequence[int]) -> Iterator[Game]:
    bot = make_bot(game.players[0])
    for card in order:
        turn = bot.choose(View(game.landscapes[0], card), Budget(playouts=PLAYOUTS))
        game = game.turn_up(card).play(0, turn)
        yield game


def _best(game: Game, order: Sequence[int], others: Sequence[Game]) -> Game:
    """What hindsight finds, unless a level has found more: both search only so far."""
    par = find_par(game.deck, game.variants, order)
    turns: list[Turn | None] = [*par.turns]
    ahead = max(others, key=lambda each: each.landscapes[0].total, default=None)
    if ahead and ahead.landscapes[0].total > par.total:
        turns = [round_.turns[0] for round_ in ahead.rounds]
    for card, turn in zip(order, turns, strict=True):
        assert turn is not None
        game = game.turn_up(card).play(0, turn)
    return game
