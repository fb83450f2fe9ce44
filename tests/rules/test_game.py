"""Whole games: rounds, simultaneous turns, results."""

import model
import pytest
from hypothesis import given, settings
from saying import saying
from strategies import games

from limes.rules import Game, Landscape, LimesError, Round, Turn, TurnError

D4 = Turn.parse("d4N+ne")


def two() -> Game:
    return Game(players=("Red", "Black"))


@settings(max_examples=max(1, settings().max_examples // 2))
@given(games())
def test_a_game_is_scored_and_ranked_as_in_the_model(game: Game) -> None:
    players = []
    for landscape in game.landscapes:
        modelled = model.parse_landscape(str(landscape), game.deck.faces)
        players.append([points for _, _, points, _ in model.score(modelled)])
    assert [score.total for score in game.scores()] == [sum(workers) for workers in players]
    assert game.places() == model.rank(players)


@settings(max_examples=max(1, settings().max_examples // 2))
@given(games())
def test_a_game_is_rebuilt_from_its_rounds(game: Game) -> None:
    again = Game(game.players, game.deck, game.variants, game.id, game.date, game.rounds)
    assert again == game
    assert again.landscapes == game.landscapes


@settings(max_examples=max(1, settings().max_examples // 2))
@given(games())
def test_a_game_knows_whose_turn_is_missing(game: Game) -> None:
    assert game.round_complete == (not game.waiting)
    assert game.finished == (len(game.rounds) == 16 and not game.waiting)
    if game.rounds:
        assert list(game.waiting) == [seat for seat, turn in enumerate(game.rounds[-1].turns) if turn is None]


def test_before_the_first_card_everybody_has_an_empty_landscape_and_nobody_a_turn() -> None:
    game = two()
    assert game.landscapes == (Landscape(), Landscape())
    assert game.round_complete
    assert game.waiting == ()
    assert not game.finished


def test_every_player_gets_the_same_card_and_they_act_in_any_order() -> None:
    game = two().turn_up(17)
    assert game.waiting == (0, 1)
    one_way = game.play(0, D4).play(1, Turn.parse("d4E"))
    other_way = game.play(1, Turn.parse("d4E")).play(0, D4)
    assert one_way == other_way
    assert list(map(str, one_way.landscapes)) == ["17@d4N | d4ne", "17@d4E"]


def test_the_turns_of_a_round_become_visible_when_it_is_complete() -> None:
    game = two().turn_up(17).play(0, D4)
    assert str(game.landscapes[0]) == "17@d4N | d4ne"
    assert game.open_landscapes == (Landscape(), Landscape())
    complete = game.play(1, D4)
    assert complete.open_landscapes == complete.landscapes
    later = complete.turn_up(3).play(1, Turn.parse("d5N"))
    assert later.open_landscapes == complete.landscapes


def test_a_player_makes_one_turn_a_round() -> None:
    game = two().turn_up(17).play(0, D4)
    with pytest.raises(TurnError, match=saying("it is not Red's turn")):
        game.play(0, D4)
    with pytest.raises(TurnError, match=saying("it is not Black's turn")):
        two().play(1, D4)


@pytest.mark.parametrize("seat", [2, 5, -1, -3])
@pytest.mark.parametrize("card", [None, 17])
def test_a_seat_that_nobody_has_makes_no_turn(seat: int, card: int | None) -> None:
    game = two().turn_up(card) if card else two()
    with pytest.raises(
        TurnError, match=saying(f"there is no seat {seat} in this game, only 0 (Red), 1 (Black)")
    ):
        game.play(seat, D4)


def test_the_next_card_waits_for_everybody() -> None:
    with pytest.raises(LimesError, match=saying("the previous round is not complete")):
        two().turn_up(17).play(0, D4).turn_up(3)


def test_a_card_comes_up_once() -> None:
    game = Game(players=("Red",)).turn_up(17).play(0, D4)
    with pytest.raises(LimesError, match=saying("card 17 was already turned up in round 1")):
        game.turn_up(17)
    with pytest.raises(
        LimesError, match=saying("card 25 is not in the deck standard, which has cards 1 to 24")
    ):
        game.turn_up(25)


def test_the_game_is_over_after_sixteen_rounds() -> None:
    game = Game(players=("Red",))
    for number in range(1, 17):
        assert not game.finished
        game = game.turn_up(number)
        assert not game.landscapes[0].full
        game = game.play(0, Turn(game.landscapes[0].places()[0], "N"))
    assert game.finished
    assert game.landscapes[0].full
    with pytest.raises(LimesError, match=saying("the game is over after 16 rounds")):
        game.turn_up(17)


def test_an_illegal_turn_changes_nothing() -> None:
    game = two().turn_up(17)
    with pytest.raises(TurnError):
        game.play(0, Turn.parse("d5N"))
    assert game.waiting == (0, 1)


def test_rounds_from_outside_are_checked() -> None:
    with pytest.raises(LimesError, match=saying("a round has a turn for each of the 2 players, not 1")):
        Game(players=("Red", "Black"), rounds=(Round(17, (D4,)),))
    with pytest.raises(LimesError, match=saying("the first card goes on d4, not on d5")):
        Game(players=("Red",), rounds=(Round(17, (Turn.parse("d5N"),)),))


@pytest.mark.parametrize("name", ["", " Red", "Red ", "Red|Black", "Red\nBlack", "Red\x00", "\ud800"])
def test_a_name_is_one_line_without_a_bar(name: str) -> None:
    with pytest.raises(
        LimesError, match=saying(f"a player's name is one line of text without a vertical bar, not {name!r}")
    ):
        Game(players=(name,))


@pytest.mark.parametrize("text", [" x", "x\n", "a\tb", "\x1b"])
def test_id_and_date_are_one_line(text: str) -> None:
    with pytest.raises(
        LimesError, match=saying(f"a game's ID and date are one line of text each, not {text!r}")
    ):
        Game(players=("Red",), id=text)
    with pytest.raises(
        LimesError, match=saying(f"a game's ID and date are one line of text each, not {text!r}")
    ):
        Game(players=("Red",), date=text)


def test_a_game_has_at_least_one_player() -> None:
    with pytest.raises(LimesError, match=saying("a game has at least one player")):
        Game(players=())
