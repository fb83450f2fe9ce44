"""`limes stats`: what a collection of games adds up to, with the coach on luck and losses."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from gettext import gettext as _
from gettext import ngettext
from pathlib import Path

from limes.arena import Processes
from limes.cli import words
from limes.cli.choosing import check_dates, chosen_games
from limes.cli.columns import in_columns
from limes.cli.options import require_counts
from limes.cli.output import one_line, print_json
from limes.cli.progress import progress
from limes.cli.saves import all_paths
from limes.cli.source import given_deck, variants
from limes.cli.terminal import Terminal
from limes.coach import Effort
from limes.games import Coached, CoachedStore, Figures, Games, coach_games, distribution, figures, seat_rows
from limes.games.coached import record_mark
from limes.games.figures import Mean
from limes.games.rows import Row
from limes.rules import LimesError, Profession

BAR = 40  # letters of the longest bar


def run(options: Namespace) -> None:
    require_counts(options, "jobs", "most")
    check_dates(options)
    effort = Effort(seconds=options.time)
    refused: list[LimesError] = []
    files = options.files or list(map(str, all_paths()))
    if not files:
        raise LimesError("no game was played with limes play yet; name a file with game records instead")
    read = Games.read(*files, deck=given_deck(options), variants=variants(options), refused=refused.append)
    for error in refused:
        print(f"limes: {one_line(error.message.text(_))}", file=sys.stderr)
    games = chosen_games(read, options, refused=bool(refused))
    coached = _coached(games, effort, options) if options.coach else {}
    rows = list(_rows(games, coached, options.player))
    found = figures(rows)
    open_games = sum(not game.finished for game in games)
    if options.json:
        print_json(
            {
                "games": len(games) - open_games,
                "unfinished": open_games,
                "refused": len(refused),
                "figures": [each.as_json() for each in found],
                "distribution": [{"from": low, "count": count} for low, count in distribution(rows)],
            }
        )
        return
    _print(found, rows, open_games, options)


def _coached(games: Games, effort: Effort, options: Namespace) -> dict[tuple[str, int], Coached]:
    store = CoachedStore(Path(options.resume), effort) if options.resume else None
    wanted = sum(len(game.players) for game in games if game.finished)
    done = 0
    with progress(_("reviewing")) as show:

        def tell(coached: Coached) -> None:
            nonlocal done
            if store is not None:
                store.add(coached)
            done += 1
            show(done / wanted)

        known = [] if store is None else store.coached
        marks = {record_mark(found) for found in games.found()} if known else set()
        done = sum(each.record in marks for each in known)
        return coach_games(games.found(), effort, engine=Processes(options.jobs), known=known, tell=tell)


def _rows(games: Games, coached: dict[tuple[str, int], Coached], player: str | None) -> Iterator[Row]:
    """The rows of the player asked for, or of all, with what the coach says of them."""
    for found in games.found():
        mark = record_mark(found) if coached else ""
        for seat, row in enumerate(seat_rows(found)):
            said = coached.get((mark, seat))
            if player is None or row["player"] == player:
                yield row if said is None else row | {"luck": said.luck, "lost": said.lost}


def _print(found: list[Figures], rows: list[Row], open_games: int, options: Namespace) -> None:
    everybody, *players = found
    shown = players[: options.most]
    columns = shown if len(players) == 1 else [everybody, *shown]
    terminal = Terminal()
    for line in in_columns(_table(columns)):
        terminal.say(line.rstrip())
    terminal.say()
    for line in _bars(distribution(rows), terminal.unicode):
        terminal.say(line)
    left_out = len(players) - len(shown)
    notes = []
    if left_out:
        said = ngettext(
            "{count} more player is not shown ({option}).",
            "{count} more players are not shown ({option}).",
            left_out,
        )
        notes.append(said.format(count=left_out, option="--most"))
    if open_games:
        said = ngettext(
            "{count} game is not finished and not counted.",
            "{count} games are not finished and not counted.",
            open_games,
        )
        notes.append(said.format(count=open_games))
    for note in ["", *notes] if notes else []:
        terminal.say(note)


def _table(columns: list[Figures]) -> list[tuple[str, list[str]]]:
    rows = [
        ("", [_("all") if each.player is None else each.player for each in columns]),
        (_("landscapes"), [str(each.games) for each in columns]),
        *_means(_("mean"), [each.total for each in columns], ".1f"),
        (_("quartiles"), ["/".join(f"{quartile:g}" for quartile in each.quartiles) for each in columns]),
        (_("lowest"), [str(each.lowest) for each in columns]),
        (_("highest"), [str(each.highest) for each in columns]),
        *(
            (words.profession(profession), [f"{each.professions[profession]:.0%}" for each in columns])
            for profession in Profession
        ),
    ]
    if any(each.contests for each in columns):
        rows.append((_("wins"), [_wins(each) for each in columns]))
    if any(each.coached for each in columns):
        rows.append((_("reviewed"), [str(each.coached) for each in columns]))
        rows += _means(_("luck"), [each.luck for each in columns], "+.1f")
        rows += _means(_("lost"), [each.lost for each in columns], ".1f")
    return rows


def _means(name: str, means: list[Mean | None], form: str) -> list[tuple[str, list[str]]]:
    return [
        (name, ["" if each is None else f"{each.mean:{form}}" for each in means]),
        (_("standard error"), ["" if each is None else f"{each.stderr:.1f}" for each in means]),
    ]


def _wins(each: Figures) -> str:
    """Everybody together wins every game."""
    return "" if each.player is None or not each.contests else f"{each.wins:g}/{each.contests}"


def _bars(counted: list[tuple[int, int]], unicode: bool) -> list[str]:
    most = max(count for _low, count in counted)
    step = counted[1][0] - counted[0][0] if len(counted) > 1 else 5
    letter = "█" if unicode else "#"
    labels = [f"{low}-{low + step - 1}" for low, _count in counted]
    width = max(map(len, labels))
    bars = [letter * (-(-count * BAR // most) if count else 0) for _low, count in counted]
    return [
        f"{label:>{width}}  {bar} {count}" if bar else f"{label:>{width}}  {count}"
        for label, bar, (_low, count) in zip(labels, bars, counted, strict=True)
    ]
