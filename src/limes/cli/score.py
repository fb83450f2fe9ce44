"""`limes score`: the points of a landscape, picture or record, worker by worker with the reason."""

import sys
from argparse import Namespace
from gettext import gettext as _

from limes.cli import words
from limes.cli.output import print_json
from limes.cli.source import read_table_or_game
from limes.locale.words import Label
from limes.rules import WORKERS, Game, Picture, Score
from limes.rules.scorable import Scorable


def run(options: Namespace) -> None:
    given = read_table_or_game(options)
    if isinstance(given, Game):
        _score_game(given, options.json)
    elif options.json:
        print_json(as_json(given.score(), words.labels(given)))
    else:
        _note_too_many_workers(given)
        print("\n".join(words.score_lines(given.score(), words.labels(given))))


def as_json(score: Score, label: Label) -> dict[str, object]:
    workers = [
        {
            "zone": label(worker.zone),
            "profession": worker.profession.value,
            "points": worker.points,
            "scored": worker.scored,
        }
        for worker in score.workers
    ]
    return {"total": score.total, "workers": workers}


def ranking_lines(game: Game) -> list[str]:
    """The players from the first place to the last, with their totals."""
    rows = sorted(zip(game.places(), range(len(game.players)), strict=True))
    return [
        f"{place}. {game.players[seat]}  {words.points(game.landscapes[seat].total)}" for place, seat in rows
    ]


def _score_game(game: Game, json: bool) -> None:
    scores, places = game.scores(), game.places()
    if json:
        players = [
            {"name": name, "place": place, **as_json(score, str)}
            for name, place, score in zip(game.players, places, scores, strict=True)
        ]
        alone = as_json(scores[0], str) if len(players) == 1 else {}
        print_json({**alone, "finished": game.finished, "players": players})
        return
    for name, score in zip(game.players, scores, strict=True):
        print(name)
        for line in words.score_lines(score, str):
            print(f"  {line}")
    print()
    print("\n".join(ranking_lines(game)))


def _note_too_many_workers(table: Scorable) -> None:
    standing = len(table.workers)
    if isinstance(table, Picture) and standing > WORKERS:
        note = _("note: there are {count} workers here, but a player has only {most}")
        print(note.format(count=standing, most=WORKERS), file=sys.stderr)
