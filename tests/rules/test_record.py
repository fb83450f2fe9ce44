"""Records: games as text."""

import pytest
from hypothesis import given, settings
from saying import saying
from strategies import games

from limes.rules import STANDARD, Deck, Game, NotationError, Turn, Variants, parse_record, write_record

HEADED = "Players: Red | Black\n\n"
OWN = Deck("own", ("ffwt",) * 16)


@settings(max_examples=max(1, settings().max_examples // 2))
@given(games())
def test_a_record_that_is_written_is_read_again(game: Game) -> None:
    text = write_record(game)
    again = parse_record(text)
    assert again == game
    assert again.landscapes == game.landscapes
    assert write_record(again) == text


def test_a_record_has_headers_an_empty_line_and_a_line_for_each_round() -> None:
    game = Game(("Red", "Black"), variants=Variants(True, True), id="7f3kq2", date="2026-11-15").turn_up(17)
    game = game.play(0, Turn.parse("d4N+ne")).play(1, Turn.parse("d4E")).turn_up(3)
    game = game.play(1, Turn.parse("c4N+sw"))
    assert write_record(game) == (
        "Game: 7f3kq2\nDate: 2026-11-15\nDeck: standard\nVariants: diagonal ferryman\n"
        "Players: Red | Black\n\n1. 17 d4N+ne d4E\n2. 3 - c4N+sw\n"
    )


def test_a_deck_of_ones_own_is_written_out() -> None:
    text = write_record(Game(("Red",), OWN))
    assert f"Deck: own\nCards: {' '.join(OWN.faces)}\n" in text
    assert parse_record(text).deck == OWN


def test_cards_without_a_name_are_an_unnamed_deck() -> None:
    game = parse_record(f"Cards: {' '.join(OWN.faces)}\nPlayers: Red\n")
    assert game.deck == Deck("unnamed", OWN.faces)


def test_a_deck_may_be_given_beside_the_record() -> None:
    for header in ("", "Deck: own\n"):
        assert parse_record(f"{header}{HEADED}", deck=OWN).deck == OWN
    assert parse_record(HEADED).deck is STANDARD
    assert parse_record(f"Deck: standard\n{HEADED}", deck=STANDARD).deck is STANDARD


def test_the_cards_in_a_record_count_for_more_than_a_deck_beside_it() -> None:
    text = write_record(Game(("Red",), OWN))
    assert parse_record(text, deck=STANDARD).deck == OWN


def test_variants_beside_a_record_are_on_with_its_own() -> None:
    text = f"Variants: diagonal\n{HEADED}"
    assert parse_record(text).variants == Variants(diagonal=True)
    assert parse_record(text, variants=Variants(ferryman=True)).variants == Variants(True, True)
    assert parse_record(f"Variants: ferryman   diagonal\n{HEADED}").variants == Variants(True, True)
    assert parse_record(f"Variants:\n{HEADED}").variants == Variants()


def test_headers_may_stand_in_any_order_and_only_the_players_are_needed() -> None:
    game = parse_record("Players: Red | Black\nGame:x\nDeck:\n\n1. 17 d4N d4E\n")
    assert (game.players, game.id, game.date) == (("Red", "Black"), "x", "")
    assert len(game.rounds) == 1


def test_blank_lines_blanks_and_the_line_ends_of_windows_do_not_matter() -> None:
    text = "Game: x\nPlayers: Red | Black\n\n1. 17 d4N+ne d4E\n2. 3 - d5N\n"
    spaced = text.replace("\n", " \r\n\r\n").replace(" d", "  \td")
    assert parse_record(spaced) == parse_record(text)


def test_a_turn_not_made_yet_may_stand_only_in_the_last_round() -> None:
    with pytest.raises(
        NotationError, match=saying("line 4, column 4: round 2: the previous round is not complete")
    ):
        parse_record(f"{HEADED}1. 17 d4N -\n2. 3 d5N d5N\n")


def test_names_with_odd_signs_come_through() -> None:
    names = ("{0}", "1. 17", "Žofie :-)", "-", "名前", "\U0001f600")
    assert parse_record(write_record(Game(names))).players == names
