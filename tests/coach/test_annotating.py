"""A review written into the game record."""

import gettext
from pathlib import Path

import pytest

from limes.coach import Effort, Review, annotate, review
from limes.rules import AnnotatedGame, Node, Note, parse_annotated, parse_record

GAME = parse_record((Path(__file__).parents[1] / "games" / "two.limes").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def found() -> Review:
    return review(GAME, 1, Effort(seconds=0.2))


def test_every_turn_has_a_comment_and_every_mistake_the_better_turn(found: Review) -> None:
    annotated = annotate(AnnotatedGame(GAME), found, gettext.NullTranslations())
    assert parse_annotated(str(annotated)) == annotated
    assert annotated.game == GAME
    assert annotated.comment.startswith("Black: ")
    assert [(note.round, note.seat) for note in annotated.notes] == [(number, 1) for number in range(1, 17)]
    for note, turn in zip(annotated.notes, found.turns, strict=True):
        assert note.comment.startswith(f"{turn.played.value / 10:.1f} expected, luck {turn.luck / 10:+.1f}")
        assert (f", lost {turn.lost / 10:.1f}" in note.comment) == bool(turn.lost)
        assert len(note.comment.split("\n")) == 1 + len(turn.why)
        better = [node.turn for node in note.variations]
        assert better == ([turn.best.turn] if turn.lost else [])


def test_what_was_said_and_tried_before_stays(found: Review) -> None:
    mistake = found.costly()[0]
    own = Note(
        mistake.round, 1, "Here", "A bad day", (Node(mistake.card, mistake.best.turn, comment="mine"),)
    )
    other = Note(1, 0, comment="Red begins")
    tried = parse_annotated(str(AnnotatedGame(GAME, "Once", (other, own))))
    annotated = annotate(tried, found, gettext.NullTranslations())
    assert annotated.comment.startswith("Once\nBlack: ")
    assert annotated.note(1, 0) == other
    note = annotated.note(mistake.round, 1)
    assert (note.name, note.variations) == ("Here", own.variations)
    assert note.comment.startswith("A bad day\n")
