"""Playing to win: all landscapes are finished on the same cards, and who is ahead is told by the rules."""

import random

import pytest
from bots.playing import FEW, VARIANTS, odd_deck, play_game

from limes.bots import View, make_bot
from limes.bots.finish import Finish
from limes.bots.weights import tuned
from limes.bots.winning import LAST_TURNS, WinningBot
from limes.core import State
from limes.rules import ROUNDS, STANDARD, Landscape, places, shuffled


def positions(seed: int, rounds: int, players: int = 2) -> tuple[list[Landscape], tuple[int, ...]]:
    """Several players after so many rounds of one deal, and the cards that are left."""
    cards = shuffled(STANDARD, f"race-{seed}")
    bots = [make_bot("expert:beginner"), make_bot("random", seed), make_bot("greedy")]
    landscapes = [Landscape() for _ in range(players)]
    for card in cards[:rounds]:
        landscapes = [
            land.play(card, bot.choose(View(land, card), FEW))
            for land, bot in zip(landscapes, bots, strict=False)
        ]
    return landscapes, cards[rounds:]


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_with_the_last_card_the_chance_is_what_the_ranking_says(seed: int, players: int) -> None:
    (mine, *others), (card, *_rest) = positions(seed, ROUNDS - 1, players)
    greedy = make_bot("greedy")
    ended = [other.play(card, greedy.choose(View(other, card), FEW)).score() for other in others]
    states = [State.from_landscape(other) for other in others]
    for turn, chance, total in Finish(tuned(), 1).chances(
        State.from_landscape(mine), card, states, width=40, orders=5
    ):
        after = mine.play(card, turn)
        ranked = places([after.score(), *ended])
        assert chance == pytest.approx(1 / ranked.count(1) if ranked[0] == 1 else 0)
        assert total == after.total


def test_with_one_card_to_come_the_mean_is_that_over_the_cards_to_come() -> None:
    (mine, other), (card, *rest) = positions(9, ROUNDS - 2)
    found = Finish(tuned(), 1).chances(
        State.from_landscape(mine), card, [State.from_landscape(other)], width=1, orders=4000
    )
    [(turn, _chance, total)] = found
    after = mine.play(card, turn)
    best = [max(points for _turn, points in after.turns(each)) for each in rest]
    assert total == pytest.approx(sum(best) / len(best), abs=0.15)


def test_who_can_only_win_by_luck_takes_the_chance() -> None:
    """Of two turns the one that wins more often is chosen, not the one of more points."""
    for seed in range(6):
        (mine, other), (card, *_rest) = positions(seed, ROUNDS - 2)
        chosen = WinningBot(1).choose(View(mine, card, (other,)), FEW)
        found = Finish(tuned(), 1).chances(
            State.from_landscape(mine), card, [State.from_landscape(other)], width=60, orders=300
        )
        chances = {turn: chance for turn, chance, _total in found}
        assert chances[chosen] >= max(chances.values()) - 0.1


def test_alone_and_before_the_end_it_plays_like_the_expert() -> None:
    (mine, other), (card, *_rest) = positions(2, ROUNDS - 1)
    expert = make_bot("expert", seed=3)
    assert WinningBot(3).choose(View(mine, card), FEW) == expert.choose(View(mine, card), FEW)
    (mine, other), (card, *_rest) = positions(2, ROUNDS - LAST_TURNS - 1)
    expert = make_bot("expert", seed=4)
    assert WinningBot(4).choose(View(mine, card, (other,)), FEW) == expert.choose(View(mine, card), FEW)


@pytest.mark.parametrize("seed", range(4))
def test_every_turn_is_legal(seed: int) -> None:
    rng = random.Random(seed)
    deck, variants = odd_deck(rng), VARIANTS[seed]
    others = tuple(
        play_game(make_bot("random", other), deck, variants, str(seed), FEW, rounds=ROUNDS - 2)
        for other in range(3)
    )
    mine = play_game(WinningBot(1), deck, variants, str(seed), FEW, rounds=ROUNDS - 2)
    card = shuffled(deck, str(seed))[ROUNDS - 2]
    mine.play(card, WinningBot(1).choose(View(mine, card, others), FEW))
