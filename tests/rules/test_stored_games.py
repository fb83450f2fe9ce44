"""The stored games: each replays to the same landscapes, the same result and the same text, for ever."""

from functools import cache
from pathlib import Path

import model
import pytest

from limes.rules import STANDARD, Game, LimesError, Variants, parse_record, write_record

FOLDER = Path(__file__).parents[1] / "games"
STORED = {path.stem: path.read_bytes().decode() for path in sorted(FOLDER.glob("*.limes"))}


@cache
def stored(name: str) -> Game:
    return parse_record(STORED[name])


@pytest.mark.parametrize("name", STORED)
def test_a_stored_game_is_written_byte_for_byte_as_it_was_read(name: str) -> None:
    assert write_record(stored(name)) == STORED[name]


@pytest.mark.parametrize("name", STORED)
def test_the_model_plays_a_stored_game_to_the_same_result(name: str) -> None:
    game = stored(name)
    players = []
    for seat, landscape in enumerate(game.landscapes):
        modelled = replayed_by_the_model(game, seat)
        assert str(landscape) == model.write_landscape(modelled)
        players.append([points for _, _, points, _ in model.score(modelled)])
    assert [landscape.total for landscape in game.landscapes] == list(map(sum, players))
    assert game.places() == model.rank(players)
    if game.finished:
        result = " ".join(str(sum(workers)) for workers in players)
        assert STORED[name].endswith(f"\nResult: {result}\n")


def replayed_by_the_model(game: Game, seat: int) -> model.Landscape:
    """One player's landscape by the model, which finds every turn legal."""
    faces, chosen = game.deck.faces, game.variants
    landscape = model.parse_landscape("|", faces)
    for round_ in game.rounds:
        turn = round_.turns[seat]
        if turn is not None:
            assert str(turn) in model.legal_turns(
                landscape, faces, round_.card, chosen.diagonal, chosen.ferryman
            )
            landscape = model.play(landscape, faces, round_.card, str(turn))
    return landscape


def test_the_stored_games_cover_players_variants_and_decks() -> None:
    games = [stored(name) for name in STORED]
    assert len(games) >= 12
    assert {len(game.players) for game in games} >= {1, 2, 3, 5}
    assert {game.variants for game in games} == {Variants(d, f) for d in (True, False) for f in (True, False)}
    assert any(game.deck != STANDARD for game in games)
    assert any(game.waiting for game in games)
    assert any(not game.rounds for game in games)


def test_who_copies_cannot_win_alone() -> None:
    assert stored("copycats").places() == [1, 1]


@pytest.mark.parametrize("variant", ["diagonal", "ferryman"])
def test_a_game_with_a_variant_cannot_be_played_without_it(variant: str) -> None:
    games = [game for name in STORED if variant in str((game := stored(name)).variants) and game.rounds]
    assert games
    for game in games:
        without = Variants(
            diagonal=game.variants.diagonal and variant != "diagonal",
            ferryman=game.variants.ferryman and variant != "ferryman",
        )
        with pytest.raises(LimesError):
            Game(game.players, game.deck, without, rounds=game.rounds)
