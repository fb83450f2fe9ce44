"""The standard deck, deck files, and how a deck is dealt."""

from hashlib import sha256

import model
import pytest
from hypothesis import given
from hypothesis import strategies as st
from model.deck import turned as turned_in_the_model
from saying import saying
from strategies import ZONE_LETTERS, facings, names, odd_decks

from limes.rules import STANDARD, Deck, Facing, LimesError, NotationError, shuffled, turned
from limes.rules.deck import DeckDraft, count_zones


@given(odd_decks(), names)
def test_a_deck_that_is_printed_is_read_again(deck: Deck, name: str) -> None:
    named = Deck(name, deck.faces)
    assert Deck.parse(str(named)) == named
    assert str(Deck.parse(str(named))) == str(named)


class TestStandardDeck:
    def test_is_that_of_the_model(self) -> None:
        assert STANDARD.faces == model.standard_faces()

    def test_has_24_different_cards_numbered_from_1(self) -> None:
        assert len(STANDARD) == len(set(STANDARD.faces)) == 24
        assert list(STANDARD.numbers) == list(range(1, 25))

    def test_has_one_tower_on_each_card_printed_north_west(self) -> None:
        assert all(face[0] == "r" and face.lower().count("r") == 1 for face in STANDARD.faces)

    def test_has_no_terrain_more_than_twice_on_a_card(self) -> None:
        assert all(face.lower().count(letter) <= 2 for face in STANDARD.faces for letter in "fwt")

    def test_has_32_huts_beside_the_towers_and_none_on_water(self) -> None:
        assert sum(letter.isupper() for face in STANDARD.faces for letter in face) == 32
        assert all(face[3].islower() for face in STANDARD.faces)

    def test_begins_with_field_field_water_and_ends_with_forest_forest_water(self) -> None:
        assert (STANDARD.face(1), STANDARD.face(17), STANDARD.face(24)) == ("rFwf", "rTFf", "rTwt")

    def test_is_still_different_however_the_cards_are_turned(self) -> None:
        facings: tuple[Facing, ...] = ("N", "E", "S", "W")
        assert len({turned(face, facing) for face in STANDARD.faces for facing in facings}) == 96


@given(st.text(ZONE_LETTERS, min_size=4, max_size=4), facings)
def test_a_face_is_turned_as_in_the_model(face: str, facing: Facing) -> None:
    assert turned(face, facing) == turned_in_the_model(face, facing)


def test_a_quarter_turn_clockwise_takes_the_north_western_zone_to_the_north_east() -> None:
    assert [turned("rFwt", facing) for facing in ("N", "E", "S", "W")] == ["rFwt", "wrtF", "twFr", "Ftrw"]


def test_a_deck_may_have_any_number_of_cards_from_16() -> None:
    assert len(Deck("few", ("ffff",) * 16)) == 16
    assert len(Deck("many", ("RRRR",) * 300)) == 300
    with pytest.raises(LimesError, match=saying("a deck has 16 or more cards, not 15")):
        Deck("too few", ("ffff",) * 15)


def test_a_deck_file_may_be_laid_out_as_one_likes() -> None:
    faces = ', # a comment, with "quotes" and [brackets]\n'.join(["'rFwf'"] * 16)
    deck = Deck.parse(f"# ours\r\n'cards' = [\n{faces}\n]\n\"name\" = 'mine'")
    assert deck == Deck("mine", ("rFwf",) * 16)


def test_the_place_of_a_bad_card_is_found_behind_comments_and_on_any_line() -> None:
    good = '"rFwf", # not "WWWW"\n'
    with pytest.raises(NotationError) as caught:
        Deck.parse(f'name = "x"\ncards = [\n{good * 3}  "rFwF", "rFww" , "rFWw"]')
    assert (caught.value.line, caught.value.column) == (6, 20)


def test_a_string_of_several_lines_is_one_card() -> None:
    """Were each quote in it tried as a beginning, the time would grow with the square of its length."""
    several_lines = "'''\n" + '"' + r"\"" * 9 + "'''"
    with pytest.raises(NotationError) as caught:
        Deck.parse(f'name = "a"\ncards = [{several_lines}, 5]')
    assert (caught.value.line, caught.value.column) == (3, 25)


def test_a_key_is_not_looked_for_in_a_long_string() -> None:
    text = "name = '''\ncards = [\n\"rFwf\", \"rFwf\"\n'''\ncards = [\"rFwf\", 1]\n# \\"
    with pytest.raises(NotationError) as caught:
        DeckDraft.parse(text)
    assert (caught.value.line, caught.value.column) == (5, 18)


@pytest.mark.parametrize("key", ['""', '" "'])
def test_blanks_before_a_key_without_letters_are_passed_over_once(key: str) -> None:
    """Tried on both sides of the key, they would take a time that grows with the square of their number:
    hours for as many as these."""
    with pytest.raises(NotationError) as caught:
        DeckDraft.parse(" " * 3_000_000 + f"\n{key} = 1")
    assert (caught.value.line, caught.value.column) == (2, 1)


def test_a_draft_of_a_deck_is_read_but_not_checked() -> None:
    draft = DeckDraft.parse('name = ""\ncards = ["rFwf", "", "W"]')
    assert draft == ("", ("rFwf", "", "W"))
    with pytest.raises(NotationError, match="line 2, column 18: card 2: a card is four letters in quotes"):
        DeckDraft.parse('name = ""\ncards = ["rFwf", 7]')


def test_the_zones_of_cards_are_counted() -> None:
    assert count_zones(["rFwf", "ttTw"]) == {"field": 2, "water": 2, "forest": 3, "rock": 1, "huts": 2}


def test_the_order_of_the_cards_depends_on_the_seed_alone() -> None:
    assert shuffled(STANDARD, "7f3kq2")[:4] == (5, 16, 19, 2)
    by_hand = sorted(range(1, 25), key=lambda number: sha256(f"7f3kq2:{number}".encode()).hexdigest())
    assert list(shuffled(STANDARD, "7f3kq2")) == by_hand


@given(st.text(), odd_decks())
def test_any_seed_shuffles_all_cards(seed: str, deck: Deck) -> None:
    assert sorted(shuffled(deck, seed)) == list(deck.numbers)
