"""Game records with comments and variations."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from saying import saying
from trees import random_annotated

from limes.rules import (
    AnnotatedGame,
    Game,
    LimesError,
    Node,
    NotationError,
    Note,
    Turn,
    parse_annotated,
    parse_record,
    parse_study,
    split_records,
    write_record,
)

RECORDS = sorted((Path(__file__).parents[1] / "games").glob("*.limes"))
PLAIN = "Deck: standard\nPlayers: Anna | Bo\n\n1. 12 d4W+nw d4N+ne\n2. 1 c4S+sw d5E+sw\n3. 18 d5W -\n"
SAID = """Deck: standard
Players: Anna | Bo

{A quick game}
1. 12 d4W+nw "Water first" {or not?} d4N+ne (d4N d5E (8 c4N) c4N) (3 d4N)
2. 1 c4S+sw d5E+sw {far away}
3. 18 d5W (d3N) -
"""


@given(st.integers(0, 2**32))
def test_an_annotated_game_that_is_written_is_read_again(seed: int) -> None:
    annotated = random_annotated(Random(seed))
    text = str(annotated)
    assert parse_annotated(text) == annotated
    assert parse_record(text) == annotated.game
    assert [found for _line, found in split_records(f"{text}{text}".splitlines(keepends=True))] == [text] * 2
    for seat in range(len(annotated.game.players)):
        study = annotated.study(seat)
        assert study.landscape == annotated.game.landscapes[seat]
        assert parse_study(str(study)) == study


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_without_a_word_stays_as_it_is(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    annotated = parse_annotated(text)
    assert annotated == AnnotatedGame(parse_record(text))
    assert str(annotated) == write_record(annotated.game)


def test_notes_belong_to_a_turn_of_a_seat() -> None:
    annotated = parse_annotated(SAID)
    assert annotated.game == parse_record(PLAIN) == parse_record(SAID)
    assert annotated.comment == "A quick game"
    assert [(note.round, note.seat, note.name, note.comment) for note in annotated.notes] == [
        (1, 0, "Water first", "or not?"),
        (1, 1, "", ""),
        (2, 1, "", "far away"),
        (3, 0, "", ""),
    ]
    first, second = annotated.notes[1].variations
    assert [(node.card, str(node.turn)) for node in first.line()] == [(12, "d4N"), (1, "d5E"), (18, "c4N")]
    assert [(node.card, str(node.turn)) for node in first.children] == [(1, "d5E"), (8, "c4N")]
    assert second == Node(3, Turn.parse("d4N"))
    assert str(annotated) == SAID
    assert annotated.note(2, 1) == annotated.notes[2]
    assert annotated.note(2, 0) == Note(2, 0)


def test_a_seat_of_a_game_is_a_study() -> None:
    annotated = parse_annotated(SAID)
    assert str(annotated.study(1, "Bo")) == (
        "Study: Bo\n\n{A quick game}\n1. 12 d4N+ne (d4N d5E (8 c4N) 18 c4N) (3 d4N)\n2. 1 d5E+sw {far away}\n"
    )
    assert annotated.study(0).landscape == annotated.game.landscapes[0]


def test_a_variation_may_go_on_over_lines_and_the_round_after_it() -> None:
    broken = SAID.replace("(d4N d5E", "(\nd4N\n\n d5E").replace("(d3N) -", "(d3N\n) -  ")
    assert parse_annotated(broken) == parse_annotated(SAID)


def test_a_note_is_about_a_turn_that_was_played() -> None:
    game = parse_record(PLAIN)
    for number, seat in ((0, 0), (4, 0), (1, 2), (1, -1), (3, 1)):
        with pytest.raises(LimesError, match=saying(f"seat {seat} has no turn in round {number}")):
            AnnotatedGame(game, notes=(Note(number, seat, "x"),))
    for notes in ((Note(2, 0), Note(1, 0)), (Note(1, 0), Note(1, 0))):
        with pytest.raises(LimesError, match="in the order of its turns, one for each"):
            AnnotatedGame(game, notes=notes)
    played = Node(12, Turn.parse("d4W+nw"))
    with pytest.raises(LimesError, match=saying("d4W+nw with card 12 is here twice")):
        AnnotatedGame(game, notes=(Note(1, 0, variations=(played,)),))
    assert AnnotatedGame(Game(("Anna",))).study(0).children == ()


def test_a_record_has_a_bounded_number_of_turns_in_variations() -> None:
    many = " ".join(f"(d4{'NES'[n % 3]} 25 d5N (26 d5E) (27 d5W))" for n in range(300))
    with pytest.raises(
        NotationError,
        match=saying("line 3, column 1: round 1, Red: there are more than 1000 turns to replay"),
    ):
        parse_record(f"Players: Red\n\n1. 12 d4W {many}\n")
