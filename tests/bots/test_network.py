"""The learned evaluation: stored values, the same for landscapes that are alike, in any game."""

import json
import random
from importlib.resources import files
from pathlib import Path

import pytest
from bots.playing import FEW, VARIANTS, odd_deck, play_game

from limes.bots import Budget, View, make_bot
from limes.bots.learned import FILE, learned, pack, unpack
from limes.bots.network import FIRST_ROWS, GATED, GATES, ROWS, Network, features
from limes.core.games import Random
from limes.core.state import State
from limes.rules import ROUNDS, STANDARD, Deck, Landscape, Turn, Variants, shuffled
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
from limes.teaching.decks import any_deck, any_game, wild_deck
from limes.teaching.selfplay import LENGTH

STORED = Path(__file__).parent / "outlooks.json"
STORED_ELSEWHERE = Path(__file__).parent / "outlooks_elsewhere.json"
POSITIONS = [(seed, laid) for laid in (1, 2, 3, 5, 8, 11, 14, 15) for seed in range(3)]


def position(seed: int, laid: int, deck: Deck = STANDARD, variants: Variants = VARIANTS[0]) -> Landscape:
    """A landscape of cards laid by chance, with a worker on every second card."""
    rng = random.Random(100 * seed + laid)
    landscape = Landscape(deck, variants)
    for number, card in enumerate(shuffled(deck, f"outlook {seed}")[:laid]):
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
    """Rows and columns exchanged, with a deck whose cards have theirs exchanged."""

    def exchanged(face: str) -> str:
        return face[0] + face[2] + face[1] + face[3]

    def card(laid: LaidCard) -> LaidCard:
        column, row = cell_column_row(laid.cell)
        facing = FACINGS[-FACINGS.index(laid.facing)]
        assert turned(deck.face(laid.number), facing) == exchanged(
            turned(landscape.deck.face(laid.number), laid.facing)
        )
        return LaidCard(laid.number, cell_at(row, column), facing)

    deck = Deck("mirrored", tuple(map(exchanged, landscape.deck.faces)))

    def zone(name: Zone) -> Zone:
        column, row = zone_column_row(name)
        return zone_at(row, column)

    cards = tuple(map(card, landscape.cards))
    return Landscape(deck, landscape.variants, cards, tuple(map(zone, landscape.workers)))


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
    assert len(files("limes.bots").joinpath(FILE).read_bytes()) <= 4_000_000


def test_stored_positions_have_their_stored_values() -> None:
    stored = json.loads(STORED.read_text())
    assert {text: outlook(Landscape.parse(text)) for text in stored} == stored


def test_stored_positions_with_other_decks_have_their_stored_values() -> None:
    for stored in json.loads(STORED_ELSEWHERE.read_text()):
        deck = Deck("stored", tuple(stored["deck"]))
        landscape = Landscape.parse(stored["landscape"], deck, VARIANTS[stored["variants"]])
        assert outlook(landscape) == stored["outlook"]


@pytest.mark.parametrize(("seed", "laid"), POSITIONS)
def test_a_landscape_turned_mirrored_or_moved_has_exactly_the_same_value(seed: int, laid: int) -> None:
    for landscape in (position(seed, laid), position(seed, laid, any_deck(seed), VARIANTS[1])):
        value = outlook(landscape)
        assert outlook(rotated(landscape)) == value
        assert outlook(mirrored(landscape)) == value
        assert outlook(moved(landscape)) == value


@pytest.mark.parametrize("seed", range(4))
def test_a_deck_in_another_order_of_its_cards_gives_the_same_play(seed: int) -> None:
    deck, variants = any_game(seed)
    order = list(deck.numbers)
    random.Random(seed).shuffle(order)
    other = Deck("another order", tuple(deck.face(number) for number in order))
    for name, budget in (("expert:strong", FEW), ("expert", Budget(playouts=60))):
        landscape, again = Landscape(deck, variants), Landscape(other, variants)
        one, two = make_bot(name, 3), make_bot(name, 3)
        for card in shuffled(deck, "order")[:ROUNDS]:
            turn = one.choose(View(landscape, card), budget)
            same = order.index(card) + 1
            assert two.choose(View(again, same), budget) == turn
            landscape, again = landscape.play(card, turn), again.play(same, turn)
            assert outlook(again) == outlook(landscape)


def test_what_the_cards_not_seen_hold_and_the_variants_change_the_value() -> None:
    text = str(position(0, 5))
    few = Deck("few huts", (*STANDARD.faces[:-4], *(face.lower() for face in STANDARD.faces[-4:])))
    values = {outlook(Landscape.parse(text, few))[0]}
    values |= {outlook(Landscape.parse(text, variants=variants))[0] for variants in VARIANTS}
    assert len(values) == 1 + len(VARIANTS)


@pytest.mark.parametrize("size", [ROUNDS, 64])
def test_the_smallest_and_the_largest_deck_can_be_played(size: int) -> None:
    faces = (*wild_deck(random.Random(1)).faces, *STANDARD.faces, *STANDARD.faces, *STANDARD.faces)
    deck = Deck("size", faces[:size])
    landscape = play_game(make_bot("expert"), deck, VARIANTS[3], "size", FEW)
    assert len(landscape.cards) == ROUNDS


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


def test_a_list_of_features_begins_with_those_that_tell_the_game() -> None:
    for seed in range(4):
        rows = features(State.from_landscape(position(seed, 6, *any_game(seed))))
        told = [FIRST_ROWS["deck"] <= row < FIRST_ROWS["deck"] + GATES for row in rows]
        assert told == [place < GATED for place in range(len(rows))]


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
        deck, variants = any_game(deal)
        state = State.from_landscape(Landscape(deck, variants))
        for card in shuffled(deck, f"room {deal}")[: ROUNDS - 1]:
            state.play(card, state.random_turn(card, rng))
            most = max(most, len(features(state)))
    assert 150 < most <= LENGTH
