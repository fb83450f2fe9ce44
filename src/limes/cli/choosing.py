"""Which games of a collection a command is about; where none is left, the error says what left them out."""

import re
from argparse import Namespace
from datetime import date

from limes.games import Games
from limes.rules import LimesError

MOST_NAMES = 12


def check_dates(options: Namespace) -> None:
    """A day, a month or a year; anything else would be compared as text and match nothing."""
    for name in ("since", "until"):
        value = getattr(options, name)
        if value is not None and not _is_date(value):
            raise LimesError(
                "{option} must be a date such as {day}, {month} or {year}, not {value!r}",
                option=f"--{name}",
                day="2026-11-06",
                month="2026-11",
                year="2026",
                value=value,
            )


def chosen_games(read: Games, options: Namespace, *, refused: bool) -> Games:
    """The games of the player and the time asked for; `LimesError` says why there is none."""
    if not read and refused:
        raise LimesError("none of the game records could be read")
    if not read:
        raise LimesError("there is no game record in these files")
    played = read.where(player=options.player)
    if not played:
        raise LimesError(
            "there is no player {name!r} in these games; there are {names}",
            name=options.player,
            names=_player_names(read),
        )
    games = played.where(since=options.since, until=options.until)
    if not games:
        raise _none_of_that_time(played)
    if not games.where(finished=True):
        raise LimesError("none of these games is finished")
    return games


def _player_names(games: Games) -> str:
    names = sorted({name for game in games for name in game.players})
    return ", ".join([*names[:MOST_NAMES], *(["…"] if len(names) > MOST_NAMES else [])])


def _none_of_that_time(games: Games) -> LimesError:
    undated = sum(not game.date for game in games)
    if undated:
        return LimesError(
            "none of these games has a date in that time; games without any date: {undated} of {games}",
            undated=undated,
            games=len(games),
        )
    return LimesError("none of these games has a date in that time")


def _is_date(text: str) -> bool:
    if not re.fullmatch(r"\d{4}(-\d\d){0,2}", text, re.ASCII):
        return False
    try:
        date.fromisoformat(text + "-01" * (2 - text.count("-")))
    except ValueError:
        return False
    return True
