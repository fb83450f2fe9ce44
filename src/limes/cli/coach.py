"""`limes coach`: a game in hindsight, with the curve of the expected score and the turns that cost most."""

import gettext
from argparse import Namespace
from gettext import gettext as _
from gettext import ngettext

from limes.cli import words
from limes.cli.output import print_json
from limes.cli.progress import progress
from limes.cli.source import read_annotated
from limes.cli.terminal import Terminal
from limes.coach import Effort, Review, ReviewedTurn, Reviewing, annotate, say
from limes.coach.report import as_json, in_points
from limes.coach.review import Tenths
from limes.coach.sentence import figure
from limes.draw.chart import STEP, line_chart
from limes.rules import AnnotatedGame, Game, LimesError, Study


def run(options: Namespace) -> None:
    given = read_annotated(options)
    annotated = AnnotatedGame(given.game(_("A study"))) if isinstance(given, Study) else given
    if options.annotate:
        if isinstance(given, Study):
            raise LimesError("{option} is for a game record; this is a study", option="--annotate")
        _write_annotated(given, options)
        return
    review = _reviewed(annotated.game, (1 if options.seat is None else options.seat) - 1, options.time)
    if options.json:
        print_json(as_json(review, gettext))
        return
    terminal = Terminal()
    for line in [*_summary(review), "", *_chart(review, terminal.unicode), "", *_table(review)]:
        terminal.say(line)
    for turn in review.costly():
        terminal.say()
        _show_mistake(terminal, review, turn)


def _write_annotated(annotated: AnnotatedGame, options: Namespace) -> None:
    """The game record with the coach's comments on the player asked for, or on all who have played."""
    first = annotated.game.rounds[0].turns if annotated.game.rounds else ()
    played = [seat for seat, turn in enumerate(first) if turn is not None] or [0]
    for seat in played if options.seat is None else [options.seat - 1]:
        annotated = annotate(annotated, _reviewed(annotated.game, seat, options.time), gettext)
    print(annotated, end="")


def _reviewed(game: Game, seat: int, seconds: float) -> Review:
    reviewing = Reviewing(game, seat, Effort(seconds=seconds))
    with progress(_("reviewing")) as show:
        while not reviewing.done:
            show(reviewing.part)
            reviewing.advance()
    review = reviewing.review()
    if not review.turns:
        raise LimesError("{player}: no turn played yet", player=review.player)
    return review


def _summary(review: Review) -> list[str]:
    said = _("{player}: {points}").format(player=review.player, points=words.points(review.total))
    if review.finished:
        said = _("{player}: {points}, {band}").format(
            player=review.player, points=words.points(review.total), band=words.solo_band(review.total)
        )
    mistakes = sum(turn.lost > 0 for turn in review.turns)
    rows = [
        (_("expected before the first card"), _figure(review.start)),
        (_("luck with the cards"), _figure(review.luck, "+")),
        (
            ngettext(
                "lost through {count} weaker turn",
                "lost through {count} weaker turns",
                mistakes,
            ).format(count=mistakes),
            _figure(-review.lost, "+"),
        ),
        (_("final score") if review.finished else _("expected now"), _figure(review.end)),
    ]
    width = max(len(row[0]) for row in rows)
    return [said, *(f"  {name:<{width}}  {points:>5}" for name, points in rows)]


def _figure(value: Tenths, sign: str = "") -> str:
    """Points as this language writes them."""
    return say(figure(in_points(value), sign), gettext)


def _chart(review: Review, unicode: bool) -> list[str]:
    """The curve, the rounds below it, and a mark at those that cost most."""
    rounds = "".join(f"{number:<{STEP}}" for number in range(len(review.curve)))
    costly = {turn.round for turn in review.costly()}
    mark = "▲" if unicode else "^"
    marks = "".join(f"{mark if number in costly else '':<{STEP}}" for number in range(len(review.curve)))
    lines = line_chart([in_points(value) for value in review.curve], unicode=unicode)
    below = [f"    {line}".rstrip() for line in (rounds, marks)]
    return [_("Expected score after each round"), *lines, *(line for line in below if line)]


def _table(review: Review) -> list[str]:
    parts = [_("by space"), _("by facing"), _("by worker")]
    rows = [[_("round"), _("card"), _("turn"), _("expected"), _("luck"), _("lost"), *parts]]
    rows += [
        [
            str(turn.round),
            str(turn.card),
            str(turn.played.turn),
            _figure(turn.played.value),
            _figure(turn.luck, "+"),
            *(_figure(part) if part else "" for part in (turn.lost, turn.place, turn.facing, turn.worker)),
        ]
        for turn in review.turns
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [_row(row, widths) for row in rows]


def _row(cells: list[str], widths: list[int]) -> str:
    """All columns to the right but the turn."""
    turn = 2
    aligned = [
        f"{cell:<{width}}" if place == turn else f"{cell:>{width}}"
        for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return "  ".join(aligned).rstrip()


def _show_mistake(terminal: Terminal, review: Review, turn: ReviewedTurn) -> None:
    head = _("Round {round}, card {card}: {turn} lost {lost}; {better} was better")
    terminal.say(
        head.format(
            round=turn.round,
            card=turn.card,
            turn=turn.played.turn,
            lost=_figure(turn.lost),
            better=turn.best.turn,
        )
    )
    for reason in turn.why:
        terminal.say(f"  {say(reason, gettext)}")
    terminal.beside(
        [(_("Played"), turn.played.landscape), (_("Better"), turn.best.landscape)],
        seat=review.seat,
        drafts=[turn.played.turn.cell, turn.best.turn.cell],
    )
