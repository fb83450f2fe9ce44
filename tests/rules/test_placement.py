"""A turn: what may be done with a card and a worker, and what it is worth."""

import model
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from saying import saying
from strategies import Position, any_turns, positions

from limes.rules import STANDARD, Deck, Landscape, Turn, TurnError, Variants

BASIC = Variants()
FERRYMAN = Variants(ferryman=True)


def deck_of(*faces: str) -> Deck:
    """A deck that begins with these faces."""
    return Deck("hand-made", faces + ("ffff",) * (16 - len(faces)))


def moves(landscape: Landscape, card: int, laying: str) -> set[str]:
    """The moves that go with one way of laying a card."""
    turns = (str(turn) for turn, _ in landscape.turns(card))
    return {turn.removeprefix(f"{laying}:") for turn in turns if turn.startswith(f"{laying}:")}


@given(positions())
def test_the_legal_turns_are_those_of_the_model(position: Position) -> None:
    turns = [str(turn) for turn, _ in position.landscape.turns(position.card)]
    assert set(turns) == position.model_turns()
    assert len(turns) == len(set(turns)), "no turn comes twice"


@settings(max_examples=max(1, settings().max_examples // 4))
@given(positions())
def test_the_total_after_each_turn_is_that_of_the_model(position: Position) -> None:
    before = position.modelled
    for turn, total in position.landscape.turns(position.card):
        after = model.play(before, position.faces, position.card, str(turn))
        assert total == sum(points for _, _, points, _ in model.score(after))


@given(st.data(), positions())
def test_playing_a_turn_gives_the_landscape_of_the_model(data: st.DataObject, position: Position) -> None:
    turn, total = data.draw(st.sampled_from(list(position.landscape.turns(position.card))))
    after = position.landscape.play(position.card, turn)
    modelled = model.play(position.modelled, position.faces, position.card, str(turn))
    assert str(after) == model.write_landscape(modelled)
    assert after.total == after.score().total == total


@given(st.data(), positions())
def test_a_turn_is_accepted_exactly_when_the_model_lists_it(data: st.DataObject, position: Position) -> None:
    turn = data.draw(any_turns(position.landscape))
    if str(turn) in position.model_turns():
        position.landscape.play(position.card, turn)
    else:
        with pytest.raises(TurnError):
            position.landscape.play(position.card, turn)


@given(positions())
def test_actions_are_counted_without_listing_them(position: Position) -> None:
    for placement in position.landscape.placements(position.card):
        assert placement.action_count() == len(list(placement.actions()))


def test_the_first_card_gives_twenty_turns() -> None:
    turns = {str(turn) for turn, _ in Landscape().turns(17)}
    assert turns == {
        f"d4{facing}{action}" for facing in "NESW" for action in ("", "+nw", "+ne", "+sw", "+se")
    }


def test_a_worker_is_placed_only_on_the_card_just_laid() -> None:
    landscape = Landscape.parse("1@d4N 2@d5N | d5nw")
    after = landscape.play(3, Turn.parse("e5N+sw"))
    assert after.workers == ("d5nw", "e5sw")


def test_the_eighth_worker_cannot_be_placed() -> None:
    seven = Landscape.parse("1@d4N | d4nw d4nw d4nw d4ne d4sw d4se d4se")
    assert seven.supply == 0
    assert not any("+" in str(turn) for turn, _ in seven.turns(2))
    with pytest.raises(TurnError, match=saying("the supply is empty")):
        seven.play(2, Turn.parse("d5N+nw"))


def test_a_worker_moves_into_any_zone_of_a_bordering_territory() -> None:
    landscape = Landscape.parse("1@d4N | d4nw", deck_of("rfwf", "tttt"))
    assert moves(landscape, 2, "d5N") == {
        *("d4nw>d4ne", "d4nw>d4se", "d4nw>d4sw"),
        *("d4nw>d5nw", "d4nw>d5ne", "d4nw>d5sw", "d4nw>d5se"),
    }


def test_territories_for_a_move_are_those_after_the_card_was_laid() -> None:
    landscape = Landscape.parse("1@d4N | d4nw", deck_of("fwww", "ffff"))
    with pytest.raises(
        TurnError, match=saying("d5sw is in the same territory as d4nw; a move must lead to another one")
    ):
        landscape.play(2, Turn.parse("d5N:d4nw>d5sw"))


def test_a_move_must_leave_the_territory() -> None:
    landscape = Landscape.parse("1@d4N | d4nw", deck_of("ffww", "tttt"))
    assert not moves(landscape, 2, "d5N") & {"d4nw>d4ne", "d4nw>d4nw"}
    for target in ("d4nw", "d4ne"):
        with pytest.raises(TurnError, match=f"^{target} is in the same territory"):
            landscape.play(2, Turn.parse(f"d5N:d4nw>{target}"))


def test_a_watchman_moves_from_tower_to_adjacent_tower() -> None:
    landscape = Landscape.parse("1@d4N | d4nw", deck_of("rrww", "tttt"))
    assert moves(landscape, 2, "e4N") == {"d4nw>d4ne", "d4nw>d4sw", "d4nw>d4se"}


def test_a_territory_that_only_meets_at_a_corner_is_no_destination() -> None:
    landscape = Landscape.parse("1@d4N | d4nw", deck_of("rftw", "ffff"))
    with pytest.raises(TurnError, match=saying("d4se does not border the territory of d4nw")):
        landscape.play(2, Turn.parse("e4N:d4nw>d4se"))


def test_a_worker_takes_the_profession_of_the_new_terrain() -> None:
    landscape = Landscape.parse("17@d4N | d4ne")
    assert [worker.profession for worker in landscape.score().workers] == ["woodcutter"]
    moved = landscape.play(3, Turn.parse("d5E:d4ne>d5se"))
    assert [worker.profession for worker in moved.score().workers] == ["farmer"]


def test_a_worker_placed_before_may_move_but_only_one_worker_acts_in_a_turn() -> None:
    for turn, _ in Landscape.parse("1@d4N | d4nw d4ne").turns(2):
        assert str(turn).count("+") + str(turn).count(":") <= 1


def test_a_move_counts_once_however_many_workers_stand_on_the_zone() -> None:
    one = [str(turn) for turn, _ in Landscape.parse("1@d4N | d4nw").turns(2)]
    three = [str(turn) for turn, _ in Landscape.parse("1@d4N | d4nw d4nw d4nw").turns(2)]
    assert sorted(one) == sorted(three)


def test_one_of_two_workers_on_a_zone_moves_and_the_other_stays() -> None:
    landscape = Landscape.parse("17@d4N | d4ne d4ne").play(3, Turn.parse("d5E:d4ne>d4nw"))
    assert landscape.workers == ("d4ne", "d4nw")


def test_other_workers_are_no_obstacle() -> None:
    landscape = Landscape.parse("17@d4N | d4ne d4nw").play(3, Turn.parse("d5E:d4ne>d4nw"))
    assert landscape.workers == ("d4nw", "d4nw")
    assert landscape.play(4, Turn.parse("e4N:d4nw>d4ne")).workers == ("d4ne", "d4nw")


def test_moving_the_only_farmer_gives_up_his_points() -> None:
    landscape = Landscape.parse("1@d4N | d4nw", deck_of("fffr", "ffff"))
    totals = {str(turn): total for turn, total in landscape.turns(2)}
    assert totals["d5N"] == 7
    assert totals["d5N:d4nw>d4se"] == 0


def test_a_card_is_laid_once() -> None:
    with pytest.raises(TurnError, match=saying("card 1 is already on d4")):
        Landscape.parse("1@d4N").play(1, Turn.parse("d5N"))
    with pytest.raises(TurnError, match=saying("card 1 is already on d4")):
        list(Landscape.parse("1@d4N").turns(1))


class TestFerryman:
    """A fisherman in a bordering water takes a worker across."""

    LAKE = deck_of("fwrw", "tttt", "rwrt", "ffff")  # a farmer in the north-west, a lake in the east

    def landscape(self, workers: str, variants: Variants = FERRYMAN) -> Landscape:
        return Landscape.parse(f"1@d4N 2@e4N | {workers}", self.LAKE, variants)

    def test_takes_a_worker_to_any_territory_that_borders_his_water(self) -> None:
        assert "d4nw>e4se" in moves(self.landscape("d4nw d4ne"), 4, "d3N")

    def test_takes_nobody_without_the_variant(self) -> None:
        landscape = self.landscape("d4nw d4ne", BASIC)
        assert "d4nw>e4se" not in moves(landscape, 4, "d3N")
        with pytest.raises(TurnError, match=saying("e4se does not border the territory of d4nw")):
            landscape.play(4, Turn.parse("d3N:d4nw>e4se"))

    def test_unmanned_water_gives_no_ferry(self) -> None:
        problem = "e4se does not border the territory of d4nw, and no ferryman can take the worker there"
        with pytest.raises(TurnError, match=saying(problem)):
            self.landscape("d4nw").play(4, Turn.parse("d3N:d4nw>e4se"))

    def test_may_stand_anywhere_in_that_water(self) -> None:
        assert "d4nw>e4se" in moves(self.landscape("d4nw d4se"), 4, "d3N")

    def test_does_not_ferry_himself(self) -> None:
        alone = Landscape.parse("1@d4N 2@c4N | d4ne", deck_of("fwww", "rfrf", "tttt"), FERRYMAN)
        assert moves(alone, 3, "b4N") == {f"d4ne>{zone}" for zone in ("d4nw", "c4ne", "c4se")}

    def test_own_territory_is_not_a_destination(self) -> None:
        landscape = Landscape.parse("1@d4N | d4nw d4ne", deck_of("ffww", "ftff"), FERRYMAN)
        with pytest.raises(
            TurnError, match=saying("d4ne is in the same territory as d4nw; a move must lead to another one")
        ):
            landscape.play(2, Turn.parse("d5N:d4nw>d4ne"))
        assert not {move for move in moves(landscape, 2, "d5N") if move.endswith("d4nw")}

    def test_takes_a_worker_to_another_territory_of_the_same_terrain(self) -> None:
        landscape = Landscape.parse("1@d4N | d4nw d4sw", deck_of("fwwf", "tttt"), FERRYMAN)
        assert "d4nw>d4se" in moves(landscape, 2, "d5N")

    def test_needs_water_that_borders_the_worker_himself(self) -> None:
        landscape = Landscape.parse("1@d4N | d4nw d4se", deck_of("wffw", "tttt"), FERRYMAN)
        assert moves(landscape, 2, "d3N") >= {"d4nw>d4ne", "d4nw>d4sw"}
        assert "d4nw>d4se" not in moves(landscape, 2, "d3N")

    def test_one_ferry_a_move_and_no_chains(self) -> None:
        # From the field in the west over a lake to a forest is one ferry; the field beyond takes two.
        deck = deck_of("fwfw", "twtw", "rfrf", "tttt")
        landscape = Landscape.parse("1@d4N 2@e4N 3@f4N | d4nw d4ne e4ne", deck, FERRYMAN)
        reached = moves(landscape, 4, "c4N")
        assert "d4nw>e4nw" in reached
        assert "d4nw>e4ne" not in reached
        assert "d4nw>f4nw" not in reached

    def test_works_together_with_the_diagonal_variant(self) -> None:
        both = Variants(diagonal=True, ferryman=True)
        landscape = self.landscape("d4nw d4ne", both)
        assert "d4nw>e4se" in moves(landscape, 4, "c3N")


def test_the_standard_deck_is_the_deck_of_a_landscape_unless_told_otherwise() -> None:
    assert Landscape().deck is STANDARD
