"""Values: they do not change, they compare by what they hold, and they print themselves."""

import copy
import pickle

import pytest

from limes.rules import (
    STANDARD,
    Cell,
    Deck,
    LaidCard,
    Landscape,
    Message,
    Move,
    NotationError,
    Picture,
    Place,
    Round,
    Turn,
    TurnError,
    Variants,
    Zone,
    parse_record,
)

LANDSCAPE = Landscape.parse("17@d4N 3@d5E | d4ne d5sw")
GAME = parse_record("Players: Red | Black\n\n1. 17 d4N+ne d4E\n2. 3 d5N -\n")
VALUES: list[object] = [
    Deck("mine", ("rFwf",) * 16),
    Variants(diagonal=True),
    Place("ne"),
    Move(Zone("d4ne"), Zone("d5sw")),
    Turn.parse("d5E:d4ne>e4nw"),
    LaidCard(17, Cell("d4"), "N"),
    LANDSCAPE,
    LANDSCAPE.board,
    LANDSCAPE.board.territories[0],
    LANDSCAPE.score(),
    LANDSCAPE.score().workers[0],
    Picture.parse("t r1 t\nf w1 F"),
    *Picture.parse("t r1 t").score().workers[0].sights,
    Round(17, (Turn.parse("d4N"), None)),
    GAME,
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
class TestEveryValue:
    def test_cannot_be_changed(self, value: object) -> None:
        for name in type(value).__match_args__:  # type: ignore[attr-defined]
            with pytest.raises(AttributeError):
                setattr(value, name, None)
            with pytest.raises(AttributeError):
                delattr(value, name)

    def test_equals_its_copy_and_hashes_alike(self, value: object) -> None:
        for twin in (copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
            assert twin == value
            assert hash(twin) == hash(value)
            assert repr(twin) == repr(value)

    def test_differs_from_anything_else(self, value: object) -> None:
        assert value != str(value)
        assert sum(other == value for other in VALUES) == 1 or type(value).__name__ == "Sight"


def test_a_turn_leaves_the_landscape_before_as_it_was() -> None:
    before = str(LANDSCAPE)
    LANDSCAPE.play(8, Turn.parse("e5S+nw"))
    assert str(LANDSCAPE) == before


def test_values_that_print_themselves_can_be_typed_in_again() -> None:
    for value in (Turn.parse("d5E+sw"), LANDSCAPE, Picture.parse("f w1\nt .")):
        assert eval(repr(value)) == value


def test_the_same_landscape_under_other_rules_is_another() -> None:
    assert Landscape.parse("17@d4N", variants=Variants(ferryman=True)) != Landscape.parse("17@d4N")
    assert Landscape.parse("17@d4N", Deck("twin", STANDARD.faces)) != Landscape.parse("17@d4N")


def test_a_message_says_itself_in_another_language() -> None:
    catalogue = {
        "expected {what}, found nothing more": "{what} erwartet, nichts gefunden",
        "a card": "eine Karte",
    }
    message = Message("expected {what}, found nothing more", what=Message("a card"))
    assert message.text(lambda template: catalogue[template]) == "eine Karte erwartet, nichts gefunden"
    assert repr(message) == "Message('expected a card, found nothing more')"


def test_braces_in_what_a_player_typed_are_left_alone() -> None:
    assert str(Message("not {name!r}", name="{x}")) == "not '{x}'"
    assert str(Message("outer {inner}", inner=Message("not {name}", name="{x}"))) == "outer not {x}"
    assert str(Message("a {brace} without values")) == "a {brace} without values"


def test_errors_cross_to_another_process_with_their_parts() -> None:
    for wrong in (
        NotationError(Message("expected {what}", what=Message("a space")), "two\nlines", 5),
        TurnError("{cell} touches no card", cell="d6"),
    ):
        there = pickle.loads(pickle.dumps(wrong))
        assert type(there) is type(wrong)
        assert str(there) == str(wrong)
        assert str(there.reason) == str(wrong.reason)
        assert there.message.template == wrong.message.template
