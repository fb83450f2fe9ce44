"""Pictures: a table typed in row by row."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from saying import saying
from strategies import picture_texts, pictures

from limes.rules import Landscape, LimesError, NotationError, Picture, parse_table


@given(pictures)
def test_a_picture_that_is_printed_is_read_again(picture: Picture) -> None:
    assert Picture.parse(str(picture)) == picture
    assert str(Picture.parse(str(picture))) == str(picture)


@given(
    picture_texts(), st.sampled_from(["", " ", "\t", "   "]), st.sampled_from(["\n", "\r\n", "\n\n", " \n"])
)
def test_blanks_do_not_matter(text: str, blank: str, line_end: str) -> None:
    typed = line_end.join(line.replace(" ", blank) for line in text.split("\n"))
    assert Picture.parse(f"\n{typed}\n") == Picture.parse(text)


def test_a_digit_after_a_letter_counts_the_workers_there() -> None:
    picture = Picture.parse("f w1 t  r\nF w  t2 r\n.  . r1 f")
    assert [picture.label(zone) for zone in picture.workers] == ["2,1", "3,2", "3,2", "3,3"]
    assert (picture.columns, picture.rows) == (4, 3)


def test_no_worker_may_be_written_as_a_zero() -> None:
    assert Picture.parse("f0 w .0") == Picture.parse("f w .")


def test_a_picture_of_nothing_is_worth_nothing() -> None:
    assert Picture.parse(". .\n. .").total == 0


def test_a_picture_may_hold_more_workers_than_a_player_has() -> None:
    assert len(Picture.parse("f9 w9").workers) == 18


def test_a_picture_is_at_most_eight_by_eight() -> None:
    row = " ".join("f" * 8)
    assert Picture.parse("\n".join([row] * 8)).board.laid.bit_count() == 64
    with pytest.raises(NotationError, match=saying("line 9, column 1: a picture has at most 8 rows")):
        Picture.parse("\n".join([row] * 9))
    with pytest.raises(NotationError, match=saying("line 1, column 17: a row has at most 8 zones")):
        Picture.parse(f"{row} f")


@given(pictures)
def test_a_picture_may_be_painted(picture: Picture) -> None:
    pieces = [line.split(" ") for line in str(picture).split("\n")]
    rows = [[piece[0] for piece in row] for row in pieces]
    workers = {
        (column, row): int(piece[1:])
        for row, line in enumerate(pieces, start=1)
        for column, piece in enumerate(line, start=1)
        if piece[1:]
    }
    assert Picture.painted(rows, workers) == picture


@pytest.mark.parametrize("place", [(0, 1), (1, 0), (4, 1), (1, 3), (3, 1)])
def test_a_painted_worker_stands_on_a_zone(place: tuple[int, int]) -> None:
    sentence = f"there is no card on {place[0]},{place[1]}, so there can be no worker"
    with pytest.raises(LimesError, match=saying(sentence)):
        Picture.painted(["fw.", "ttr"], {place: 1})


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([], "expected rows of zones, such as f w1 t r; found nothing"),
        ([""], "expected rows of zones, such as f w1 t r; found nothing"),
        (["f"] * 9, "a picture has at most 8 rows"),
        (["f" * 20] * 20, "a picture has at most 8 rows"),
        (["f" * 9], "row 1: a row has at most 8 zones"),
        (["fw", "tW"], "zone 2,2: a hut cannot stand on water"),
        (
            ["fw", "?t"],
            "zone 1,2: '?' is not a zone; expected f, w, t, r, with a hut F, T, R, or . for none",
        ),
        (
            [["f", "ff"]],
            "zone 2,1: 'ff' is not a zone; expected f, w, t, r, with a hut F, T, R, or . for none",
        ),
        ([["f", ""]], "zone 2,1: '' is not a zone; expected f, w, t, r, with a hut F, T, R, or . for none"),
    ],
)
def test_what_is_painted_is_a_picture(rows: list[Sequence[str]], sentence: str) -> None:
    for workers in ({}, {(1, 1): 1}):
        with pytest.raises(LimesError, match=saying(sentence)):
            Picture.painted(rows, workers)


@pytest.mark.parametrize("standing", [-1, 10])
def test_a_painted_zone_holds_no_more_than_a_digit_can_say(standing: int) -> None:
    sentence = f"a zone of a picture holds 0 to 9 workers, not {standing} as on 2,1"
    with pytest.raises(LimesError, match=saying(sentence)):
        Picture.painted(["fw"], {(2, 1): standing})


def test_a_text_with_a_bar_or_an_at_sign_is_a_landscape_any_other_a_picture() -> None:
    assert parse_table("|") == Landscape()
    assert parse_table("5@d4N") == Landscape.parse("5@d4N")
    assert parse_table("f1 w") == Picture.parse("f1 w")


def test_a_picture_draws_itself_in_a_notebook() -> None:
    assert Picture.parse("f w1 t r")._repr_svg_().lstrip().startswith("<svg")
