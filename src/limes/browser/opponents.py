"""The bots that play without the compiled core; the others need a server."""

from limes.rules import Turn
from limes.server.game import Table

HERE: frozenset[str] = frozenset()


def is_here(bot: str) -> bool:
    return bot in HERE


def choose(bot: str, table: Table, seat: int) -> Turn:
    """The turn of a bot, or of a stand-in, in the running round."""
    assert table.card is not None
    return max(table.landscapes[seat].turns(table.card), key=lambda each: each.total).turn
