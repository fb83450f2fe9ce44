"""The games of an arena, from its results: what was laid stands in them, and the deal says which cards."""

from collections.abc import Sequence

from limes.arena.deal import Result, Setting, deal_name, deal_order
from limes.rules import Game, Turn

BOT_MARK = " (bot)"


def game_of(table: Sequence[Result], setting: Setting) -> Game:
    """The game of a table, or of one bot alone; its ID deals the same cards again."""
    deal = table[0].deal
    game = Game(
        players=tuple(result.bot + BOT_MARK for result in table),
        deck=setting.deck,
        variants=setting.variants,
        id=deal_name(setting, deal),
    )
    for number, card in enumerate(deal_order(setting, deal)):
        game = game.turn_up(card)
        for seat, result in enumerate(table):
            game = game.play(seat, Turn.parse(result.turns[number]))
    return game
