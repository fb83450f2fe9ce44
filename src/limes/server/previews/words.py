"""Previews in words, in the reader's language."""

from collections.abc import Iterable
from gettext import NullTranslations
from typing import NamedTuple

from limes.puzzles import Puzzle
from limes.server.days import NAMELESS
from limes.server.game import Seat, Table, views

OF_THE_GAME = "limes"
MOST_NAMES = 4


class Preview(NamedTuple):
    """A title, a sentence, and the name of a picture."""

    title: str
    description: str
    picture: str = OF_THE_GAME


def of_the_game(language: NullTranslations) -> Preview:
    """Where there is nothing better."""
    _ = language.gettext
    return Preview(
        "Limes", _("Lay cards, join territories, place your workers: alone, with friends or against bots.")
    )


def of_table(table: Table, order: Iterable[int], language: NullTranslations) -> Preview:
    """What everybody may know of a table; `order` are its seats by their places once the game is over."""
    _ = language.gettext
    if table.finished:
        results = [f"{_name(table.seats[seat], language)} {table.totals[seat]}" for seat in order]
        return Preview(
            _("A game of Limes: {players}").format(players=_listed(results)),
            _("Replay it round by round, or let the coach review it."),
            f"t/{table.id}",
        )
    names = [_name(seat, language) for seat in table.seats if seat.kind != "open"]
    if views.closed(table):
        title, line = _("A game of Limes: {players}"), _("This game ended early.")
    elif table.begun:
        title, line = _("A game of Limes: {players}"), _("It is in progress. Watch it live.")
    else:
        title, line = _("Play Limes with {players}"), _("A seat at this table is open.")
    return Preview(title.format(players=_listed(names)), line) if names else of_the_game(language)


def of_day(day: str, over: bool, language: NullTranslations) -> Preview:
    _ = language.gettext
    title = _("The deal of the day in Limes: {day}").format(day=day)
    if over:
        line = _("Everybody had the same sixteen cards. What would you have made of them?")
        return Preview(title, line, f"day/{day}")
    return Preview(title, _("The same sixteen cards for everybody, and one attempt."))


def of_puzzle(puzzle: Puzzle, language: NullTranslations) -> Preview:
    _ = language.gettext
    return Preview(
        _("A puzzle in Limes"), _("One turn is clearly the best. Which one?"), f"puzzle/{puzzle.id}"
    )


def _name(seat: Seat, language: NullTranslations) -> str:
    _ = language.gettext
    if seat.kind == "bot":
        return _("a bot")
    return _("no name") if seat.name == NAMELESS else seat.name


def _listed(names: list[str]) -> str:
    return ", ".join(names[:MOST_NAMES]) + ("…" if len(names) > MOST_NAMES else "")
