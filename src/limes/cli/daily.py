"""`limes play --daily`: a deal a day, the same on every machine, and how the bots fare with its cards."""

import datetime
import os
from argparse import Namespace
from gettext import gettext as _

from limes.bots.yardstick import BEST, measure
from limes.cli import saves
from limes.cli.output import check_writable
from limes.cli.progress import progress
from limes.cli.terminal import Terminal
from limes.rules import Game, LimesError
from limes.rules.game import check_player

OTHER_DEALS = ("file", "new", "game", "against", "save", "deck", "diagonal", "ferryman")


def today() -> str:
    return datetime.datetime.now(datetime.UTC).date().isoformat()


def todays_game(options: Namespace) -> saves.Save:
    """Today's, as far as it is played; the date in UTC deals its cards."""
    for name in OTHER_DEALS:
        if getattr(options, name):
            option = _("FILE") if name == "file" else f"--{name}"
            raise LimesError("{option} cannot be combined with {other}", option=option, other="--daily")
    day = today()
    path = saves.default_path(f"daily-{day}")
    if os.path.lexists(path):
        return saves.load(path)
    name = options.name or _("You")
    check_player(name)
    check_writable(path)
    return saves.Save(path, Game((name,), id=day, date=day))


def compare(game: Game, terminal: Terminal) -> None:
    """The points of the bots and the best in hindsight around one's own; Ctrl-C does without."""
    terminal.say()
    order = [round_.card for round_ in game.rounds]
    try:
        with progress(_("the bots")) as show:
            measured = measure(order, progress=show)
    except KeyboardInterrupt:
        return
    lines = [(each.points, _("best in hindsight") if each.name == BEST else each.name) for each in measured]
    lines.append((game.landscapes[0].total, f"{game.players[0]} *"))
    terminal.say(_("The same cards:"))
    for points, name in sorted(lines, key=lambda line: -line[0]):
        terminal.say(f"{points:4}  {name}")
