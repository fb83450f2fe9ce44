"""The learned evaluation: stored values, the same for landscapes that are alike, and where it applies."""

import json
import random
from importlib.resources import files
from pathlib import Path

import pytest
from bots.playing import FEW, VARIANTS, odd_deck, play_game

from limes.bots import Budget, View, make_bot
from limes.bots.learned import FILE, knows, learned, pack, unpack
from limes.bots.network import ROWS, Network, features
from limes.core.games import Random
from limes.core.state import State
from limes.rules import ROUNDS, STANDARD, Deck, Landscape, Turn, shuffled
from limes.rules.deck import turned
from limes.rules.geometry import (
    FACINGS,
    REACH,
    Cell,
    Zone,
    cell_at,
    cell_column_row,
    neighbours,
    zone_at,
    zone_column_row,
)
from limes.rules.landscape import LaidCard
from limes.teaching.selfplay import LENGTH

STORED = Path(__file__).parent / "outlooks.json"
POSITIONS = [(seed, laid) for laid in (1, 2, 3, 5, 8, 11, 14, 15) for seed in range(3)]


def position(seed: int, laid: int) -> Landscape:
    """A landscape of cards laid by chance, with a worker on every second card."""
    rng = random.Random(100 * seed + laid)
    landscape = Landscape()
    for number, card in enumerate(shuffled(STANDARD, f"outlook {seed}")[:laid]):
        place = rng.choice(list(landscape.placements(card)))
        turn = Turn(place.cell, place.facing)
        if number % 2 == 0 and number < 12:
            turn = rng.choice([t for t, _ in landscape.turns(card) if "+" in str(t)])
        landscape = landscape.play(card, turn)
    return landscape


def outlook(landscape: Landscape) -> list[float]:
    return learned().outlook(State.from_landscape(landscape))


def rotated(landscape: Landscape) -> Landscape:
    """Turned clockwise around the start card."""

    def cell(name: Cell) -> Cell:
        column, row = cell_column_row(name)
        return cell_at(REACH - 1 - row, column)

    def zone(name: Zone) -> Zone:
        column, row = zone_column_row(name)
        return zone_at(2 * REACH - 1 - row, column)

    cards = tuple(
        LaidCard(card.number, cell(card.cell), FACINGS[(FACINGS.index(card.facing) + 1) % 4])
        for card in landscape.cards
    )
    return Landscape(landscape.deck, landscape.variants, cards, tuple(map(zone, landscape.workers)))


def mirrored(landscape: Landscape) -> Landscape:
    """Rows and columns exchanged; every card becomes the one with its zones exchanged."""

    def card(laid: LaidCard) -> LaidCard:
        face = turned(STANDARD.face(laid.number), laid.facing)
        other = face[0] + face[2] + face[1] + face[3] if len(face) == 4 else face
        column, row = cell_column_row(laid.cell)
        for number in STANDARD.numbers:
            for facing in FACINGS:
                if turned(STANDARD.face(number), facing) == other:
                    return LaidCard(number, cell_at(row, column), facing)
        raise AssertionError(f"the deck has no mirror image of {laid}")

    def zone(name: Zone) -> Zone:
        column, row = zone_column_row(name)
        return zone_at(row, column)

    cards = tuple(map(card, landscape.cards))
    return Landscape(landscape.deck, landscape.variants, cards, tuple(map(zone, landscape.workers)))


def moved(landscape: Landscape) -> Landscape:
    """The same landscape, begun with the card that was laid last, which then lies on d4."""
    last = landscape.cards[-1]
    column, row = cell_column_row(last.cell)
    east, south = REACH // 2 - column, REACH // 2 - row
    waiting = []
    for card in landscape.cards[:-1]:
        column, row = cell_column_row(card.cell)
        waiting.append(LaidCard(card.number, cell_at(column + east, row + south), card.facing))
    cards = [LaidCard(last.number, cell_at(REACH // 2, REACH // 2), last.facing)]
    while waiting:
        laid = {card.cell for card in cards}
        following = next(card for card in waiting if laid & set(neighbours(card.cell)))
        waiting.remove(following)
        cards.append(following)
    workers = []
    for zone in landscape.workers:
        column, row = zone_column_row(zone)
        workers.append(zone_at(column + 2 * east, row + 2 * south))
    return Landscape(landscape.deck, landscape.variants, tuple(cards), tuple(workers))


def test_the_file_is_small() -> None:
    assert len(files("limes.bots").joinpath(FILE).read_bytes()) <= 2_000_000


def test_stored_positions_have_their_stored_values() -> None:
    stored = json.loads(STORED.read_text())
    assert {text: outlook(Landscape.parse(text)) for text in stored} == stored


@pytest.mark.parametrize(("seed", "laid"), POSITIONS)
def test_a_landscape_turned_mirrored_or_moved_has_exactly_the_same_value(seed: int, laid: int) -> None:
    landscape = position(seed, laid)
    value = outlook(landscape)
    assert outlook(rotated(landscape)) == value
    assert outlook(mirrored(landscape)) == value
    assert outlook(moved(landscape)) == value


def test_other_landscapes_have_other_values() -> None:
    assert len({outlook(position(*place))[0] for place in POSITIONS}) > len(POSITIONS) - 3


def test_with_no_card_to_come_the_value_is_the_total() -> None:
    landscape = position(0, ROUNDS)
    assert set(outlook(landscape)) == {float(landscape.total)}


def test_the_quantiles_lie_around_the_mean() -> None:
    for place in POSITIONS:
        mean, low, *_, high = outlook(position(*place))
        assert low < mean < high


def test_features_are_rows_of_the_first_layer() -> None:
    assert all(
        0 <= row < ROWS for place in POSITIONS for row in features(State.from_landscape(position(*place)))
    )


@pytest.mark.parametrize("seed", range(8))
def test_any_deck_has_features(seed: int) -> None:
    rng = random.Random(seed)
    deck = odd_deck(rng)
    landscape = Landscape(deck, VARIANTS[seed % 4])
    for card in shuffled(deck, str(seed))[:ROUNDS]:
        landscape = landscape.play(card, rng.choice([turn for turn, _ in landscape.turns(card)][:40]))
        assert all(row < ROWS for row in features(State.from_landscape(landscape)))


def test_it_applies_to_the_standard_deck_without_variants() -> None:
    renamed = Deck("mine", STANDARD.faces)
    assert [knows(renamed, variants) for variants in VARIANTS] == [True, False, False, False]
    assert not knows(Deck("few", STANDARD.faces[:16]), VARIANTS[0])


def test_the_expert_plays_other_games_by_the_tables() -> None:
    view = View(Landscape(STANDARD, VARIANTS[1]), 5)
    assert make_bot("expert").choose(view, Budget(playouts=5)).cell == "d4"


def test_the_strong_level_looks_one_card_ahead_in_other_games() -> None:
    strong, player = (
        str(play_game(make_bot(f"expert:{level}"), STANDARD, VARIANTS[1], "ahead", FEW))
        for level in ("strong", "player")
    )
    assert strong != player


def test_weights_survive_packing() -> None:
    weights = bytes(range(256)) * 10
    assert unpack(pack(weights)) == weights


def test_weights_of_another_version_or_size_are_refused() -> None:
    with pytest.raises(ValueError, match="begins with"):
        unpack(b"limes network 0\n")
    with pytest.raises(ValueError, match="bytes"):
        Network(b"too short")


def test_the_room_for_features_in_self_play_is_never_full() -> None:
    rng, most = Random(1), 0
    for deal in range(200):
        state = State()
        for card in shuffled(STANDARD, f"room {deal}")[: ROUNDS - 1]:
            state.play(card, state.random_turn(card, rng))
            most = max(most, len(features(state)))
    assert 150 < most <= LENGTH
