"""States: to and from landscapes of the rules, copies, and what is refused."""

import pickle
import re
from typing import NamedTuple, cast

import pytest
from hypothesis import given
from strategies import Position, positions

from limes.core import State
from limes.rules import (
    STANDARD,
    Cell,
    Deck,
    Game,
    LaidCard,
    Landscape,
    LimesError,
    NotationError,
    Turn,
    TurnError,
    Variants,
    Zone,
)


@given(positions())
def test_a_landscape_goes_through_the_core_unchanged(position: Position) -> None:
    landscape = position.landscape
    state = State.from_landscape(landscape)
    assert state.landscape() == landscape
    assert str(state) == str(landscape)
    assert (state.total, state.supply, state.cards_laid) == (
        landscape.total,
        landscape.supply,
        len(landscape.cards),
    )
    assert (state.deck, state.variants) == (landscape.deck, landscape.variants)


@given(positions())
def test_turns_are_those_of_the_rules(position: Position) -> None:
    expected = dict(position.landscape.turns(position.card))
    assert dict(State.from_landscape(position.landscape).turns(position.card)) == expected


def test_a_turn_step_by_step() -> None:
    state = State()
    assert (state.turned_up, state.worker_acts, state.finished) == (None, False, False)
    assert len(state.unseen) == 24
    state.turn_up(17)
    assert (state.turned_up, state.worker_acts) == (17, False)
    assert 17 not in state.unseen
    state.apply_action(state.legal_actions()[0])
    assert (state.turned_up, state.worker_acts, state.cards_laid) == (None, True, 1)
    texts = [state.action_text(action) for action in state.legal_actions()]
    assert texts == ["", "+nw", "+ne", "+sw"]
    state.apply_action(state.legal_actions()[2])
    assert str(state) == "17@d4N | d4ne"
    assert [tuple(territory) for territory in state.territories] == [
        ("r", ("d4nw",), 1, 0),
        ("t", ("d4ne",), 2, 1),
        ("f", ("d4sw", "d4se"), 2, 0),
    ]


def test_a_state_prints_itself() -> None:
    state = State()
    state.play(17, "d4N+ne")
    assert repr(state) == "State.from_landscape(Landscape.parse('17@d4N | d4ne'))"
    ferryman = State(variants=Variants(ferryman=True))
    assert repr(ferryman) == f"State.from_landscape({ferryman.landscape()!r})"


CARDS = Landscape.parse("17@d4N 3@c4N").cards
START, WEST = CARDS


class Unchecked(NamedTuple):
    """What claims to be a landscape of the rules, but was never laid."""

    cards: tuple[LaidCard, ...]
    workers: tuple[Zone, ...] = ()
    deck: Deck = STANDARD
    variants: Variants = Variants()


@pytest.mark.parametrize(
    ("claimed", "sentence"),
    [
        (Unchecked(CARDS, (Zone("d4ne"),) * 8), "a player has 7 workers, not more"),
        (Unchecked(CARDS, (Zone("d4ne"),) * 5000), "a player has 7 workers, not more"),
        (Unchecked(CARDS, (Zone("d5ne"),)), "there is no card on d5, so there is no worker on d5ne"),
        (Unchecked(CARDS, (Zone("g7ne"),)), "there is no card on g7, so there is no worker on g7ne"),
        (
            Unchecked(CARDS, (Zone("d4"),)),
            "'d4' is not a zone; a zone is a cell and a quarter, such as d4ne",
        ),
        (Unchecked((WEST, START)), "the first card goes on d4, not on c4"),
        (Unchecked((START, START)), "card 17 is already on d4"),
        (Unchecked((START, WEST._replace(number=17))), "card 17 is already on d4"),
        (
            Unchecked((START._replace(number=64),)),
            "card 64 is not in the deck standard, which has cards 1 to 24",
        ),
        (
            Unchecked((START._replace(number=0),)),
            "card 0 is not in the deck standard, which has cards 1 to 24",
        ),
        (Unchecked((START, WEST._replace(cell=Cell("z9")))), "'z9' is not a cell; cells are a1 to g7"),
    ],
)
def test_a_landscape_that_nobody_can_lay_is_refused_in_the_words_of_the_rules(
    claimed: Unchecked, sentence: str
) -> None:
    with pytest.raises(LimesError, match=rf"^{re.escape(sentence)}$"):
        State.from_landscape(cast(Landscape, claimed))


def test_copies_are_independent() -> None:
    state = State()
    state.turn_up(17)
    other = state.copy()
    other.apply_action(other.legal_actions()[1])
    assert (state.cards_laid, state.turned_up) == (0, 17)
    assert (other.cards_laid, other.turned_up, other.worker_acts) == (1, None, True)
    assert other.copy().legal_actions() == other.legal_actions()


@given(positions())
def test_a_pickled_state_is_the_same(position: Position) -> None:
    state = State.from_landscape(position.landscape)
    state.turn_up(position.card)
    for _ in range(2):
        other = pickle.loads(pickle.dumps(state))
        assert str(other) == str(state)
        assert other.territories == state.territories
        assert (other.total, other.turned_up) == (state.total, state.turned_up)
        assert other.legal_actions() == state.legal_actions()
        state.apply_action(state.legal_actions()[-1])


def test_names_follow_the_frame_when_it_moves() -> None:
    state = State()
    for card, turn in [(17, "d4N+ne"), (3, "c4N"), (8, "c5N:d4ne>d4sw"), (1, "b5N+se"), (2, "b6N")]:
        state.play(card, turn)
    assert str(state) == "17@d4N 3@c4N 8@c5N 1@b5N 2@b6N | b5se d4sw"
    diagonal = State(variants=Variants(diagonal=True))
    for card, turn in [(17, "d4N+ne"), (3, "c5N"), (8, "b6N"), (1, "a7N+se")]:
        diagonal.play(card, turn)
    assert str(diagonal) == "17@d4N 3@c5N 8@b6N 1@a7N | a7se d4ne"


@pytest.mark.parametrize(
    ("card", "turn", "sentence"),
    [
        (3, "d4N", "there is already a card on d4"),
        (3, "d6N", "d6 touches no card"),
        (3, "e5N", "e5 touches a card only at a corner"),
        (3, "a1N", "a1 touches no card"),
        (3, "d5N:c4ne>d4nw", "there is no worker on c4ne"),
        (3, "d5N:d4ne>g7nw", "there is no card on g7, so no worker can move to g7nw"),
        (3, "d5N:d4ne>d4ne", "d4ne is in the same territory as d4ne; a move must lead to another one"),
        (3, "d5N:d4ne>d5nw", "d5nw does not border the territory of d4ne"),
        (17, "d5N", "card 17 is already on d4"),
        (99, "d5N", "card 99 is not in the deck standard, which has cards 1 to 24"),
    ],
)
def test_an_illegal_turn_is_refused_in_the_words_of_the_rules(card: int, turn: str, sentence: str) -> None:
    state = State()
    state.play(17, "d4N+ne")
    with pytest.raises(LimesError, match=rf"^{sentence}$"):
        state.play(card, turn)
    assert str(state) == "17@d4N | d4ne"


def test_a_text_that_is_no_turn_is_refused() -> None:
    with pytest.raises(NotationError, match="column 3"):
        State().play(17, "d4X")


def test_the_supply_ends() -> None:
    state = State.from_landscape(Landscape.parse("17@d4N | " + "d4ne " * 7))
    assert state.supply == 0
    with pytest.raises(TurnError, match=r"^the supply is empty$"):
        state.play(3, "d5N+ne")


def test_chance_and_decisions_come_in_turn() -> None:
    state = State()
    for decide in (state.legal_actions, state.every_action, lambda: state.apply_action(0)):
        with pytest.raises(LimesError, match=r"^no card is turned up$"):
            decide()
    state.turn_up(1)
    for begin in (lambda: state.turn_up(2), lambda: state.play(2, "d4N"), lambda: state.turns(2)):
        with pytest.raises(LimesError, match=r"^the turn with the previous card is not complete$"):
            begin()


def test_a_turn_is_a_value_or_its_text_as_in_the_rules() -> None:
    for turn in ("d4N+ne", Turn.parse("d4N+ne")):
        state = State()
        state.play(17, turn)
        assert str(state) == "17@d4N | d4ne"
        assert Landscape().play(17, turn) == state.landscape()
        assert Game(("Ada",)).turn_up(17).play(0, turn).landscapes == (state.landscape(),)
    with pytest.raises(NotationError):
        State().play(17, "d4X")


def test_turns_are_named_pairs_as_in_the_rules() -> None:
    state = State.from_landscape(Landscape.parse("17@d4N 3@d5E | d5se"))
    assert set(state.turns(8)) == set(state.landscape().turns(8))
    best = max(state.turns(8), key=lambda each: each.total)
    assert isinstance(best.turn, Turn)
    after = state.copy()
    after.play(8, best.turn)
    assert after.total == best.total


def test_a_game_has_16_rounds() -> None:
    state = State()
    for card in range(1, 17):
        state.play(card, state.turns(card)[0].turn)
    assert state.finished
    with pytest.raises(LimesError, match=r"^the game is over after 16 rounds$"):
        state.turn_up(17)


def test_a_deck_has_at_most_64_cards() -> None:
    State(Deck("most", ("rFwf",) * 64)).play(64, "d4S+se")
    with pytest.raises(LimesError, match=r"^the core plays decks of up to 64 cards, not 65$"):
        State(Deck("more", ("rFwf",) * 65))
