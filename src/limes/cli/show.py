"""`limes show`: a landscape, picture or record drawn in the terminal or as SVG."""

from argparse import Namespace
from gettext import gettext as _

from limes.cli import words
from limes.cli.output import write_file
from limes.cli.source import read_table_or_game
from limes.rules import Game, LimesError, Profession, Zone
from limes.rules.scorable import Scorable


def run(options: Namespace) -> None:
    given = read_table_or_game(options)
    if isinstance(given, Game):
        seats = _seats(given, options)
        tables: list[tuple[int, str | None, Scorable]] = [
            (seat, given.players[seat], given.landscapes[seat]) for seat in seats
        ]
    else:
        if options.player is not None:
            raise LimesError("{option} is for a game record; this is a single landscape", option="--player")
        tables = [(0, None, given)]
    if options.svg is not None:
        _write_svg(tables, options)
    else:
        _print(tables, options)


def svg_words() -> dict[str, str]:
    """The words that stand in a scored picture."""
    names = {value.value: words.profession(value).capitalize() for value in Profession}
    return {**names, "total": _("Total"), "shared": _("shares a territory")}


def _seats(game: Game, options: Namespace) -> list[int]:
    players = len(game.players)
    if options.player is None:
        return list(range(players))
    if not 1 <= options.player <= players:
        raise LimesError(
            "there is no player {player}; the game record has players 1 to {players}",
            player=options.player,
            players=players,
        )
    return [options.player - 1]


def _write_svg(tables: list[tuple[int, str | None, Scorable]], options: Namespace) -> None:
    from limes import draw  # noqa: PLC0415

    if len(tables) > 1:
        raise LimesError(
            "a picture shows one landscape; choose a player from 1 to {players} with {option}",
            players=len(tables),
            option="--player",
        )
    [(seat, title, table)] = tables
    palette = draw.NIGHT if options.night else draw.DAY
    if options.scored and not options.focus:
        picture = draw.scoring_svg(table, seat=seat, palette=palette, labels=svg_words(), title=title)
    else:
        score = table.score() if options.focus else None
        focus = _focus(table, options.focus)
        picture = draw.landscape_svg(table, seat=seat, palette=palette, score=score, focus=focus)
    write_file(options.svg, picture)


def _print(tables: list[tuple[int, str | None, Scorable]], options: Namespace) -> None:
    from limes.cli.terminal import Terminal  # noqa: PLC0415

    if options.focus:
        raise LimesError(
            "{option} highlights a worker in a picture; add {needed}", option="--focus", needed="--svg"
        )
    terminal = Terminal(night=options.night)
    for seat, title, table in tables:
        if title:
            terminal.say(title)
        score = table.score() if options.scored else None
        terminal.landscape(table, seat=seat, score=score)
        if score:
            for line in words.score_lines(score, words.labels(table)):
                terminal.say(line)


def _focus(table: Scorable, asked: str | None) -> Zone | None:
    """The zone of the worker to light up, as the table names its zones."""
    if asked is None:
        return None
    for zone in table.workers:
        if words.labels(table)(zone) == asked:
            return zone
    raise LimesError("there is no worker on {zone}", zone=asked)
