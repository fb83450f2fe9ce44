"""A review: its figures add up, the end is exact, and turns as good as the best are no mistakes."""

from dataclasses import replace
from gettext import NullTranslations
from itertools import pairwise
from pathlib import Path
from time import perf_counter

import pytest
from coach.games import QUICK, random_game

from limes.bots import Budget, View, make_bot
from limes.coach import Effort, Review, ReviewedTurn, Reviewing, hint, review
from limes.coach.report import as_json
from limes.rules import (
    STANDARD,
    Deck,
    Game,
    Landscape,
    LimesError,
    Turn,
    Variants,
    parse_record,
    shuffled,
    turned,
)

GAMES = Path(__file__).parents[1] / "games"


def check_sums(found: Review) -> None:
    assert found.start + found.luck - found.lost == found.end
    for before, turn in pairwise([None, *found.turns]):
        assert turn is not None
        value = before.played.value if before else found.start
        assert value + turn.luck - turn.lost == turn.played.value
        assert min(turn.place, turn.facing, turn.worker) >= 0
        assert turn.best.value - turn.played.value == turn.lost
        assert bool(turn.lost) == bool(turn.why)


def test_start_and_luck_less_losses_are_the_final_score_in_200_random_games() -> None:
    for seed in range(200):
        found = review(random_game(seed), 0, QUICK)
        check_sums(found)
        assert found.end == 10 * found.total


@pytest.mark.parametrize("name", ["two-both", "own-deck", "ponds-ferryman", "stopped", "copycats"])
def test_the_figures_add_up_for_every_seat_of_stored_games(name: str) -> None:
    game = parse_record((GAMES / f"{name}.limes").read_text())
    for seat in range(len(game.players)):
        found = review(game, seat, QUICK)
        check_sums(found)
        assert [turn.played.turn for turn in found.turns] == [
            round_.turns[seat] for round_ in game.rounds if round_.turns[seat]
        ]
        assert found.finished == game.finished
        assert found.total == game.landscapes[seat].total


@pytest.mark.parametrize("face", ["ffff", "rrrr", "wtwt"])
def test_the_figures_add_up_with_the_oddest_decks(face: str) -> None:
    game = random_game(1, deck=Deck("odd", (face,) * 16), variants=Variants(diagonal=True, ferryman=True))
    found = review(game, 0, QUICK)
    check_sums(found)
    assert found.end == 10 * found.total
    assert all(turn.facing == 0 for turn in found.turns if face != "wtwt")


def brute_force(landscape: Landscape, card: int, played: Turn) -> tuple[int, int, int, int]:
    """The best totals: of all turns, on the cell played, with the card as it lay; and what was got."""
    face = landscape.deck.face(card)
    everywhere = list(landscape.turns(card))
    on_cell = [(turn, total) for turn, total in everywhere if turn.cell == played.cell]
    lying = [total for turn, total in on_cell if turned(face, turn.facing) == turned(face, played.facing)]
    return (
        max(total for _turn, total in everywhere),
        max(total for _turn, total in on_cell),
        max(lying),
        dict(everywhere)[played],
    )


@pytest.mark.parametrize("seed", range(8))
def test_the_best_turn_with_the_last_card_is_that_of_brute_force(seed: int) -> None:
    game = random_game(seed)
    last = review(game, 0, replace(QUICK, wide_at_last=8192, near=12, near_rivals=3)).turns[-1]
    before = game.history()[-2][0]
    best, on_cell, lying, total = brute_force(before, last.card, last.played.turn)
    assert last.noise == 0
    assert last.best.value == 10 * best == 10 * last.best.landscape.total
    assert last.played.value == 10 * total
    assert (last.place, last.facing, last.worker) == (
        10 * (best - on_cell),
        10 * (on_cell - lying),
        10 * (lying - total),
    )


def test_before_the_last_card_a_value_is_the_mean_of_the_best_last_turns() -> None:
    game = random_game(3)
    turn = review(game, 0, QUICK).turns[-2]
    landscape = turn.played.landscape
    unseen = set(STANDARD.numbers) - {card.number for card in landscape.cards}
    totals = [max(total for _turn, total in landscape.turns(card)) for card in unseen]
    assert turn.played.value == round(10 * sum(totals) / len(totals))


def expert_game() -> Game:
    bot, game = make_bot("expert", seed=3), Game(("Expert",))
    for card in shuffled(STANDARD, "coached")[:16]:
        game = game.turn_up(card)
        game = game.play(0, bot.choose(View(game.landscapes[0], card), Budget(playouts=600)))
    return game


def test_good_play_loses_little_and_random_play_much() -> None:
    good = review(expert_game(), 0, Effort(seconds=60, first_orders=24, orders=96))
    bad = review(random_game(5), 0, QUICK)
    assert good.lost < 30
    assert bad.lost > 100
    assert abs(good.luck) < 150


def test_less_than_the_noise_is_no_mistake() -> None:
    found = review(random_game(2, rounds=6), 0, Effort(seconds=60, first_orders=8, orders=8))
    for turn in found.turns:
        assert turn.noise > 0
        assert turn.lost == 0 or turn.lost > turn.noise
        assert (turn.best == turn.played) == (turn.lost == 0)


def test_the_way_the_start_card_lies_is_no_mistake() -> None:
    for text in ("d4N", "d4E", "d4S", "d4W"):
        game = Game(("Red",)).turn_up(22).play(0, Turn.parse(text))
        [turn] = review(game, 0, Effort(seconds=60, first_orders=8, orders=24)).turns
        assert (turn.place, turn.facing) == (0, 0)
        assert turn.best.turn.facing == text[2]


@pytest.mark.parametrize("played", ["d5N+nw", "d5N+ne", "d5E+sw", "d5S+se"])
def test_zones_of_one_territory_are_the_same_turn(played: str) -> None:
    fields = Deck("fields", ("ffff",) * 16)
    before = Landscape.parse("1@d4N", fields)
    game = Game(("Red",), fields).turn_up(1).play(0, Turn.parse("d4N")).turn_up(2).play(0, Turn.parse(played))
    turn = review(game, 0, Effort(seconds=60, first_orders=2, orders=2)).turns[1]
    after = [crowds(before.play(turn.card, option)) for option, _value in turn.options]
    assert len(set(after)) == len(after) > 1


def crowds(landscape: Landscape) -> tuple[object, ...]:
    """What lies on the table, and how many workers stand in each territory, wherever in it."""
    return landscape.board.huts, tuple(
        (territory, sum(zone in territory.zones for zone in landscape.workers))
        for territory in landscape.board.territories
    )


def test_the_costly_turns_are_those_that_lost_most() -> None:
    found = review(random_game(7), 0, QUICK)
    costly = found.costly()
    assert len(costly) == 3
    rest: list[ReviewedTurn] = [turn for turn in found.turns if turn not in costly]
    assert min(turn.lost for turn in costly) >= max(turn.lost for turn in rest)


def test_a_review_says_how_far_it_is() -> None:
    reviewing = Reviewing(random_game(1, rounds=4), 0, QUICK)
    parts = [reviewing.part]
    while not reviewing.done:
        reviewing.advance()
        parts.append(reviewing.part)
    assert parts == [0, 0.25, 0.5, 0.75, 1]
    assert Reviewing(Game(("Red",)), 0).done


def test_the_same_review_comes_out_again() -> None:
    game = random_game(4, rounds=5)
    effort = Effort(seconds=60, orders=16, first_orders=8)
    first, again = (as_json(review(game, 0, effort), NullTranslations()) for _ in range(2))
    assert first == again


def test_a_hint_with_the_last_card_is_the_best_turn() -> None:
    landscape = random_game(6, rounds=15).landscapes[0]
    card = next(card for card in STANDARD.numbers if card not in {laid.number for laid in landscape.cards})
    found = hint(landscape, card)
    assert found.options[0].value == 10 * max(total for _turn, total in landscape.turns(card))
    values = [option.value for option in found.options]
    assert values == sorted(values, reverse=True)


def test_a_hint_is_given_where_there_is_one_turn_only() -> None:
    deck = Deck("odd", ("ffff",) * 16)
    landscape = random_game(1, rounds=15, deck=deck).landscapes[0]
    while landscape.supply:
        workers = (*landscape.workers, landscape.board.zones[0])
        landscape = Landscape(deck, landscape.variants, landscape.cards, workers)
    [card] = set(deck.numbers) - {laid.number for laid in landscape.cards}
    found = hint(landscape, card)
    assert len(found.options) == 1
    assert found.why == ()


@pytest.mark.parametrize("seat", [-1, 1])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    with pytest.raises(LimesError, match="there is no player"):
        review(random_game(1), seat, QUICK)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf")])
def test_a_review_needs_some_time(seconds: float) -> None:
    with pytest.raises(LimesError, match="more than 0 seconds"):
        Effort(seconds=seconds)


def test_less_time_leaves_fewer_orders_of_cards() -> None:
    game = random_game(9)
    began = perf_counter()
    found = review(game, 0, Effort(seconds=0.1, orders=100_000))
    assert perf_counter() - began < 10
    check_sums(found)
