"""The bots that play without the compiled core; the others need a server."""

from limes.plain import BOTS, make_bot
from limes.rules import Turn
from limes.server.game import STAND_IN, Table


def is_here(bot: str) -> bool:
    return bot in BOTS


def choose(bot: str, table: Table, seat: int) -> Turn:
    """The turn of a bot or a stand-in in the running round; one that is not here is stood in for, too."""
    assert table.card is not None
    player = make_bot(bot if is_here(bot) else STAND_IN, table.seed(seat))
    return player.choose(table.landscapes[seat], table.card)
