"""A position under study: every line of it holds together, and the longer it is studied, the truer it is."""

import random
from collections.abc import Sequence
from gettext import NullTranslations

import pytest

from limes.coach import Asked, Effort, Studying, say, studying
from limes.coach.estimate import Estimate
from limes.coach.weighing import weigh
from limes.core import State
from limes.rules import ROUNDS, STANDARD, Deck, Landscape, Turn, Variants, future, shuffled

BASIC = Variants()
ODD = Deck("odd", (*STANDARD.faces[:14], "rrww", "tttF", "wwwr", "RrTt", "fFtT", "wfwf"))
EVERYTHING = Variants(diagonal=True, ferryman=True)
PLENTY = 10**9


def position(
    laid: int, seed: str = "a", deck: Deck = STANDARD, variants: Variants = BASIC
) -> tuple[Landscape, int]:
    """A landscape of so many cards laid by a player who looks no further, and a card for it."""
    cards, state = shuffled(deck, seed), State(deck, variants)
    for card in cards[:laid]:
        state.play(card, max(state.turns(card), key=lambda each: each.total).turn)
    return state.landscape(), cards[laid]


def check(values: studying.Values, landscape: Landscape, card: int) -> None:
    """What holds for every snapshot."""
    losses = [each.loss for each in values.turns]
    assert losses == sorted(losses)
    assert losses[0] == 0
    assert 1 <= len(losses) <= studying.LISTED
    assert all(each.error >= 0 for each in (*values.turns, *values.asked))
    assert all(each.error >= 0 for each in values.cards)
    assert len({future(landscape, card, each.turn) for each in values.turns}) == len(losses)
    assert [cell for cell, _loss in values.places] == sorted(landscape.places())
    for cell, loss in values.places:
        assert all(each.loss >= loss for each in values.turns if each.turn.cell == cell)
    if values.cards:
        unseen = set(range(1, len(landscape.deck) + 1)) - {each.number for each in landscape.cards} - {card}
        assert {each.card for each in values.cards} == unseen
        assert sum(each.value for each in values.cards) == pytest.approx(0, abs=0.1)


@pytest.mark.parametrize(("deck", "variants"), [(STANDARD, BASIC), (ODD, EVERYTHING)], ids=["basic", "odd"])
@pytest.mark.parametrize("laid", [0, 5, 11, 14, 15])
def test_every_snapshot_holds_together(laid: int, deck: Deck, variants: Variants) -> None:
    landscape, card = position(laid, deck=deck, variants=variants)
    study = Studying(landscape, card)
    worst = min(landscape.turns(card), key=lambda each: each.total).turn
    asked = study.ask([worst])
    for playouts in (1, 100, 200):
        study.advance(asked, 60, playouts)
        values = study.values(asked)
        check(values, landscape, card)
        assert values.asked[0].turn == worst
        assert bool(values.cards) == (laid < ROUNDS - 1)
        assert study.why(asked)


def test_the_last_card_is_valued_by_its_points() -> None:
    landscape, card = position(15)
    totals = dict(landscape.turns(card))
    study = Studying(landscape, card)
    asked = study.ask(random.Random(1).sample(list(totals), 4))
    study.advance(asked, 60, PLENTY)
    values = study.values(asked)
    assert study.done(asked, PLENTY)
    for each in (*values.turns, *values.asked):
        assert (each.loss, each.error) == (max(totals.values()) - totals[each.turn], 0)


@pytest.mark.parametrize("laid", [13, 14])
def test_with_two_cards_to_come_or_fewer_values_are_the_coachs_to_the_last_digit(laid: int) -> None:
    landscape, card = position(laid)
    coach = weigh(Estimate(), landscape, card, seconds=60, effort=Effort())
    best = max(each.value for each in coach)
    study = Studying(landscape, card)
    asked = study.ask([each.turn for each in coach])
    study.advance(asked, 60, PLENTY)
    values = study.values(asked)
    assert [each.loss for each in values.asked] == pytest.approx([best - each.value for each in coach])
    assert {each.error for each in values.turns} == {0}
    after = State.from_landscape(landscape.play(card, values.asked[0].turn))
    by_card = [Estimate().with_card(after, each.card, 64) for each in values.cards]
    assert sum(by_card) / len(by_card) == pytest.approx(coach[0].value)


def test_before_that_they_agree_within_their_errors() -> None:
    landscape, card = position(6, "b")
    study = Studying(landscape, card)
    coach = weigh(Estimate(), landscape, card, seconds=60, effort=Effort())
    asked = study.ask([each.turn for each in coach])
    study.advance(asked, 60, 4000)
    found = {each.turn: each for each in study.values(asked).asked}
    best = max(coach, key=lambda each: each.value)
    for each in coach:
        loss = 0.74 * (best.value - each.value)
        mine = found[each.turn].loss - found[best.turn].loss
        assert abs(mine - loss) < 0.3 + 4 * (found[each.turn].error + each.error)
    assert max(each.error for each in study.values(asked).turns) < 0.3


def test_the_same_playouts_give_the_same_values_however_they_are_sliced() -> None:
    landscape, card = position(8)
    values = []
    for seconds in (60, 0.001):
        study = Studying(landscape, card)
        asked = study.ask([Turn(landscape.places()[0], "N")])
        while not study.done(asked, 1000):
            study.advance(asked, seconds, 1000)
            study.values(asked)
        values.append(study.values(asked))
    assert values[0] == values[1]


def test_a_turn_asked_about_later_catches_up() -> None:
    landscape, card = position(7)
    study = Studying(landscape, card)
    study.advance((), 60, 1000)
    turns = [turn for turn, _total in landscape.turns(card)]
    asked = study.ask(turns[-1:])
    assert study.lagging(asked)
    while not study.done(asked, 1000):
        study.advance(asked, 60, 1000)
    assert not study.lagging(asked)
    check(study.values(asked), landscape, card)


def test_two_ways_to_write_a_turn_have_one_value() -> None:
    landscape, card = position(7)
    ways: dict[object, list[Turn]] = {}
    for turn, _total in landscape.turns(card):
        ways.setdefault(future(landscape, card, turn), []).append(turn)
    same = max(ways.values(), key=len)[:2]
    study = Studying(landscape, card)
    asked = study.ask(same)
    study.advance(asked, 60, 100)
    one, other = study.values(asked).asked
    assert [one.turn, other.turn] == same
    assert one.turn != other.turn
    assert one[1:] == other[1:]


def test_only_so_many_turns_that_were_asked_about_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studying, "MOST_ASKED", 3)
    landscape, card = position(7)
    study = Studying(landscape, card)
    worst_first = sorted(landscape.turns(card), key=lambda each: each.total)
    asked = study.ask([each.turn for each in worst_first[:20]])
    assert len(study._asked) == 3
    study.advance(asked, 60, 1)
    assert len(study.values(asked).asked) == 20


def test_why_speaks_of_the_turn_that_somebody_thinks_of() -> None:
    landscape, card = position(14)
    study = Studying(landscape, card)
    worst = study.ask([min(landscape.turns(card), key=lambda each: each.total).turn])
    study.advance(worst, 60, PLENTY)
    best = study.ask([study.values(()).turns[0].turn])
    assert said(study, best) == said(study, ())
    assert said(study, worst) != said(study, best)


def said(study: Studying, asked: Sequence[Asked]) -> list[str]:
    return [say(sentence, NullTranslations()) for sentence in study.why(asked)]
