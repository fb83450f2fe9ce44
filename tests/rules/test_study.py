"""Studies: trees of turns on one landscape, as values and as text."""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from saying import saying
from trees import bushy_study, random_study

from limes.rules import (
    STANDARD,
    Deck,
    Game,
    Landscape,
    LimesError,
    Node,
    NotationError,
    Study,
    Turn,
    Variants,
    parse_record,
    parse_study,
    split_records,
)
from limes.rules.tree import MOST_TURNS

FARMS = """Study: Farms or fish

{Where does the farmer go?}
1. 17 d4N+ne {solid}
2. 3 d5E "Up" (d3N {down} e3S) (8 d5E+sw 3 e5N (12 e5N))
3. 8 e5S
"""


def node(card: int, turn: str, *children: Node, name: str = "", comment: str = "") -> Node:
    return Node(card, Turn.parse(turn), name, comment, children)


@given(st.integers(0, 2**32))
def test_a_study_that_is_written_is_read_again(seed: int) -> None:
    study = random_study(Random(seed))
    text = str(study)
    text.encode()
    again = parse_study(text)
    assert again == study
    assert str(again) == text
    assert [found for _line, found in split_records(f"{text}{text}".splitlines(keepends=True))] == [text] * 2


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(100))
def test_random_trees_are_written_and_read_again(hundred: int) -> None:
    for seed in range(1000 * hundred, 1000 * hundred + 1000):
        study = random_study(Random(seed))
        assert parse_study(str(study)) == study


def test_a_study_is_a_tree_whose_first_branches_are_the_main_line() -> None:
    study = parse_study(FARMS)
    down = node(3, "d3N", node(8, "e3S"), comment="down")
    fish = node(8, "d5E+sw", node(3, "e5N"), node(12, "e5N"))
    up = node(3, "d5E", node(8, "e5S"), name="Up")
    assert study == Study(
        Landscape(),
        "Farms or fish",
        "Where does the farmer go?",
        (node(17, "d4N+ne", up, down, fish, comment="solid"),),
    )
    assert [each.card for each in study.line()] == [17, 3, 8]
    assert str(study.landscape) == "17@d4N 3@d5E 8@e5S | d4ne"
    assert str(study) == FARMS


def test_an_empty_study_is_its_name() -> None:
    assert str(Study()) == "Study:\n\n"
    assert parse_study("Study:") == Study()
    assert Study(name="Farms").landscape == Landscape()
    assert parse_study("\n Study:  Farms \n") == Study(name="Farms")


def test_a_study_may_start_with_a_landscape_and_counts_its_cards() -> None:
    text = "Study: Fish\nVariants: diagonal\nStart: 17@d4N 3@d5E | d4ne\n\n3. 8 e6S (e6N 12 f6N)\n"
    study = parse_study(text)
    assert study.start == Landscape.parse("17@d4N 3@d5E | d4ne", variants=Variants(diagonal=True))
    assert str(study) == text
    with pytest.raises(LimesError, match=saying("a study that starts with a landscape is not a game")):
        study.game("Anna")


def test_the_main_line_from_an_empty_table_is_a_game_of_one_player() -> None:
    game = parse_study(FARMS).game("Anna")
    assert game == parse_record("Players: Anna\n\n1. 17 d4N+ne\n2. 3 d5E\n3. 8 e5S\n")
    assert Study().game("Anna") == Game(("Anna",))


def test_a_deck_of_ones_own_is_written_out_or_given_beside() -> None:
    own = Deck("own", ("ffwt",) * 16)
    study = Study(Landscape(own), children=(node(16, "d4N"),))
    assert f"Deck: own\nCards: {' '.join(own.faces)}\n" in str(study)
    assert parse_study(str(study)) == study
    assert parse_study("Study:\nDeck: own\n\n1. 16 d4N", deck=own) == study
    beside = parse_study(FARMS, STANDARD, Variants(ferryman=True))
    assert beside.start.variants == Variants(ferryman=True)


def test_a_variation_may_go_on_over_lines_and_blanks_do_not_matter() -> None:
    broken = FARMS.replace("(d3N {down} e3S) (8", "(\n\n d3N\n  {down}\n\n e3S )\t (8").replace("\n", " \r\n")
    assert parse_study(broken) == parse_study(FARMS)
    tight = FARMS.replace(" {", "{").replace(" (", "(").replace(' "', '"')
    assert parse_study(tight) == parse_study(FARMS)


def test_a_card_is_left_out_where_the_line_beside_has_the_same() -> None:
    text = "Study:\n\n1. 17 d4N (d4E d5E (8 d3E e3N) d6E)\n2. 3 d5E\n3. 12 d6E\n"
    study = parse_study(text)
    [_main, beside] = study.children
    [straight, other] = beside.children
    assert [each.card for each in straight.line()] == [3, 12]
    assert [each.card for each in other.line()] == [8, 12]
    assert str(study) == text


def test_what_is_said_may_be_any_text() -> None:
    said = 'a } b " c \\ d \n\n e \r \x1b \u2028 \ud800 é \u200d \U0001f600 ( ) { '
    study = Study(comment=said, children=(node(17, "d4N", name=said, comment=said),))
    text = str(study)
    assert text.splitlines() == text.split("\n")[:-1]
    assert parse_study(text) == study
    assert parse_study('Study:\n1. 17 d4N "" {}').children == (node(17, "d4N"),)
    assert parse_study("Study:\n{\\u{1F600}\t}").comment == "\U0001f600\t"


def test_a_study_is_told_from_a_game_record() -> None:
    with pytest.raises(
        NotationError, match=saying("line 2, column 2: this is a study and not a game record")
    ):
        parse_record(f"\n {FARMS}")
    with pytest.raises(NotationError, match=saying("line 1, column 1: expected the header Study:")):
        parse_study("Players: Anna\n")


def test_a_study_has_a_bounded_number_of_turns() -> None:
    turns = [f"({cell}{facing})" for cell in ("d3", "c4", "e4") for facing in "NESW"]
    cards = [*range(1, 17), *range(18, 25)]
    many = [each.replace("(", f"({card} ") for card in cards for each in turns]
    text = "Study:\n\n1. 17 d4N\n2. 1 d5N " + " ".join(many)
    assert len(many) < MOST_TURNS
    parse_study(text)
    deep = text.replace(")", " 25 e7N (26 e7E) (27 e7E))")
    with pytest.raises(
        NotationError, match=saying("line 4, column 1: there are more than 1000 turns to replay")
    ):
        parse_study(deep)
    first = [Node(card, Turn.parse(f"d4{facing}")) for card in cards for facing in "NESW"]
    second = [node(17, each[1:-1]) for each in turns]
    with pytest.raises(LimesError, match=saying("there are more than 1000 turns to replay")):
        Study(children=tuple(each._replace(children=tuple(second)) for each in first))


@pytest.mark.parametrize("seed", range(3))
def test_a_study_of_forty_turns_and_twenty_variations_fits_in_a_link(seed: int) -> None:
    study = bushy_study(Random(seed), variations=20, turns=2)
    text = str(study)
    assert text.count("(") == 20
    packed = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    letters = urlsafe_b64encode(packed.compress(text.encode()) + packed.flush()).decode().rstrip("=")
    assert len(letters) <= 1000
    unpacked = zlib.decompress(urlsafe_b64decode(f"{letters}=="), -zlib.MAX_WBITS)
    assert parse_study(unpacked.decode()) == study
