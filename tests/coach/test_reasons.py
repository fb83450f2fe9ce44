"""Every sentence of the coach, provoked by two landscapes that differ in what it says."""

import gettext
from collections.abc import Iterator

import pytest
from coach.games import random_game

from limes.coach import reasons, say
from limes.coach.facts import (
    closed,
    could_cross,
    could_grow,
    could_move_on,
    crosses,
    fewer_open_sides,
    fewer_points_now,
    joins_nothing,
    leaves_room,
    more_points_now,
    no_worker_left,
    shared,
    smaller,
    worker_used,
    would_earn,
)
from limes.coach.prospects import Prospects
from limes.coach.reasons import Side, main_reasons
from limes.core import Random, State
from limes.locale import DOMAIN, FOLDER, LANGUAGES
from limes.rules import Deck, Landscape, Terrain, Turn, Variants, Zone
from limes.rules.geometry import Cell
from limes.rules.landscape import BASIC
from limes.rules.laying import open_cells

PLAIN = Deck("plain", ("ffff", "wwww", "tttt", "rrrr", "FFFF", "ffww", "fftt", "rtft", *["fwtr"] * 10))


def said(before: Landscape, card: int, played: str, better: str) -> list[str]:
    found = reasons(
        before, before.play(card, Turn.parse(played)), before.play(card, Turn.parse(better)), gain=1.2
    )
    return [say(sentence, gettext.NullTranslations()) for sentence in found]


def landscape(text: str, variants: Variants = BASIC) -> Landscape:
    return Landscape.parse(text, PLAIN, variants)


def test_a_field_grows() -> None:
    assert "The field at d4nw is 2 zones smaller." in said(landscape("1@d4N | d4nw"), 6, "d5N", "d3N")


def test_huts_on_the_shore() -> None:
    before = landscape("2@d4N 1@d5N | d4nw")
    assert "The water at d4nw has 2 fewer huts on its shore." in said(before, 5, "e5N", "e4N")


def test_a_forest_borders_territories() -> None:
    before = landscape("3@d4N 1@d5N | d4nw")
    assert "The forest at d4nw borders 2 fewer territories." in said(before, 4, "e5N", "e4N")


def test_a_tower_sees_forest() -> None:
    before = landscape("4@d4N 1@d5N | d4nw")
    assert "The tower on d4nw sees 2 fewer forest zones." in said(before, 3, "e5N", "c4N")


def test_workers_of_the_supply_are_kept() -> None:
    before = landscape("1@d4N | d4nw")
    assert "It uses one more worker from the supply; 5 are left." in said(before, 2, "d5N+nw", "d5N")
    last = landscape("1@d4N | d4nw d4nw d4ne d4ne d4sw d4sw")
    assert "No worker is left, and 14 cards are still to come." in said(last, 2, "d5N+nw", "d5N")


def test_workers_share() -> None:
    before = landscape("1@d4N | d4nw")
    found = said(before, 5, "d5N+nw", "d5N")
    assert "Farmers share the field at d4nw; only one of them is scored." in found


def test_a_territory_that_is_shared_after_both_turns_is_no_reason() -> None:
    before = landscape("1@d4N 2@d5N | d4nw d4nw d4nw d5nw")
    found = said(before, 6, "e5E+nw", "e5E+se")
    assert "Fishermen share the water at d5nw; only one of them is scored." in found
    assert not any("share the field" in text for text in found)
    third = said(landscape("1@d4N | d4nw d4nw"), 5, "d5N+nw", "d5N")
    assert not any("share" in text for text in third)


def test_a_worker_would_earn_or_grow() -> None:
    assert "A farmer on d4nw would already earn 4 points." in said(landscape("|"), 1, "d4N", "d4N+nw")
    assert "A watchman on d4nw would have 12 empty zones in sight where forest could still come." in said(
        landscape("|"), 4, "d4N", "d4N+nw"
    )


def test_a_reason_knows_of_which_turn_it_speaks_and_where() -> None:
    before = landscape("1@d4N | d4nw")
    placed, saved = (before.play(5, Turn.parse(text)) for text in ("d5N+nw", "d5N"))
    found = {reason.side for reason in main_reasons(before, placed, saved, 1.0)}
    assert found == {Side.PLAYED}, "what is wrong with the turn played"
    first = landscape("|")
    [tower] = main_reasons(first, first.play(4, Turn.parse("d4N")), first.play(4, Turn.parse("d4N+nw")), 1.0)
    assert (tower.side, tower.zone, len(tower.room)) == (Side.BETTER, "d4nw", 12)
    north, west = "d5sw d5nw d6sw d6nw d7sw d7nw", "c4ne c4nw b4ne b4nw a4ne a4nw"
    assert set(tower.room) == {*north.split(), *west.split()}
    nothing = main_reasons(before, saved, saved, 1.2)
    assert [reason.side for reason in nothing] == [Side.BETTER], "the better turn keeps chances open"


FERRY = Variants(ferryman=True)
DIAGONAL = Variants(diagonal=True)


def test_a_fisherman_takes_a_worker_across() -> None:
    shores = "1@d4N 2@e4N 5@f4N | d4nw e4nw"
    sentence = "The fisherman on e4nw would take the worker on d4nw across to f4nw."
    assert sentence in said(landscape(shores, FERRY), 6, "f5N", "f5N:d4nw>f4nw")
    # on foot there is nothing to tell
    assert not any("across" in text for text in said(landscape(shores, FERRY), 6, "f5N", "f5N:d4nw>e4nw"))
    assert not any("across" in text for text in said(landscape(shores, FERRY), 6, "f5N", "f5N+nw"))


def test_a_fisherman_could_take_a_worker_across_next() -> None:
    """Water between the rock with a watchman, who earns nothing, and a field that the better turn lays."""
    before = landscape("4@d4N 2@e4N | d4ne e4nw", FERRY)
    found = said(before, 1, "c4N", "f4N")
    assert (
        "The fisherman on e4nw could take the worker on d4ne across to f4nw next, for 4 points more." in found
    )
    on_foot = said(landscape("4@d4N 2@e4N | d4ne e4nw"), 1, "c4N", "f4N")
    assert not any("across" in text for text in on_foot)


def test_a_card_at_a_corner_leaves_room_or_joins_nothing() -> None:
    before = landscape("1@d4N | d4nw", DIAGONAL)
    assert (
        "On e5 the card would touch the others at a corner only"
        " and leave the places between them free for cards that fit." in said(before, 2, "d5N", "e5N")
    )
    assert "On e5 the card touches the others at a corner only and joins none of their territories." in said(
        before, 5, "e5N", "d5N"
    )
    assert not any("corner" in text for text in said(before, 2, "e5N", "c5N"))
    assert not any("corner" in text for text in said(before, 2, "d5N", "e4N"))


def test_what_comes_at_once_may_cost_later() -> None:
    found = said(landscape("|"), 1, "d4N+nw", "d4N")
    assert found[0] == "It scores 4 points more right away, but loses more later."


def test_where_nothing_differs_only_chances_are_named() -> None:
    before = landscape("1@d4N 2@d5N 3@e5N 4@e4N | d4nw")
    assert said(before, 9, "c4N", "c4N") == ["The better turn keeps more chances open (+1.2)."]


def test_nothing_is_said_that_is_not_so() -> None:
    """Landscapes at random: each sentence about a territory is counted once more, in another way."""
    checked = 0
    for before, played, better in pairs():
        for sentence in reasons(before, played, better, 1.0):
            text = say(sentence, gettext.NullTranslations())
            if text.startswith("The field at") and text.endswith("smaller."):
                zone, count = Zone(text.split()[3]), int(text.split()[5])
                sizes = [len(Prospects(each).at(zone).zones) for each in (played, better)]
                assert sizes[1] - sizes[0] == count
                checked += 1
            if "is closed" in text:
                zone = Zone(text.split()[3])
                assert no_card_can_touch(played, zone)
                assert not no_card_can_touch(better, zone)
                checked += 1
            if "share the" in text:
                zone = Zone(text.split(";")[0].split()[-1])
                assert shared_at(played, zone)
                assert not shared_at(better, zone)
                checked += 1
            if text.startswith("It earns"):
                count = int(text.split()[2])
                assert abs(played.total - better.total) == count
                checked += 1
            if "across" in text:
                origin, target = text.split("worker on ")[1].split(".")[0].split(" across to ")
                assert only_by_ferry(better, Zone(origin), Zone(target[:4]))
                checked += 1
            if "corner" in text:
                assert (corner(played), corner(better)) in ((True, False), (False, True))
                checked += 1
    assert checked > 30


def only_by_ferry(land: Landscape, origin: Zone, target: Zone) -> bool:
    """Whether a worker could go there, but not without the variant."""
    territory = Prospects(land).at
    around = [near for near in land.board.bordering(territory(origin)) if near != territory(target)]
    by_ferry = [
        near
        for near in around
        if near.terrain is Terrain.WATER and set(near.zones) & set(land.workers)
        if territory(target) in land.board.bordering(near)
    ]
    return bool(by_ferry) and territory(target) not in land.board.bordering(territory(origin))


def corner(land: Landscape) -> bool:
    """Whether the last card could not have been laid without the variant."""
    cells = [card.cell for card in land.cards]
    return cells[-1] not in open_cells(cells[:-1], diagonal=False)


def shared_at(land: Landscape, zone: Zone) -> bool:
    """Whether two workers stand in the territory of this zone."""
    ground = [each for each in land.board.territories if zone in each.zones]
    return any(sum(worker in each.zones for worker in land.workers) > 1 for each in ground)


def no_card_can_touch(land: Landscape, zone: Zone) -> bool:
    """Whether no card on any place that is free now has a zone beside this territory."""
    territory = Prospects(land).at(zone)
    beside = 0
    for cell in land.places():
        board = land.board.with_card(cell, "rrrr")
        towers = len(board.bordering(board.territory(territory.mask & -territory.mask)))
        beside += towers - len(land.board.bordering(territory))
    return beside == 0


def pairs() -> Iterator[tuple[Landscape, Landscape, Landscape]]:
    for seed in range(60):
        variants = Variants(diagonal=seed % 2 == 1, ferryman=seed % 3 == 1)
        before = random_game(seed, rounds=4 + seed % 11, variants=variants).landscapes[0]
        card = min(set(before.deck.numbers) - {laid.number for laid in before.cards})
        state, chance = State.from_landscape(before), Random(seed)
        one, other = (state.random_turn(card, chance) for _ in range(2))
        yield before, before.play(card, one), before.play(card, other)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [1, 3, 7])
def test_every_sentence_can_be_said_in_every_language(language: str, count: int) -> None:
    speech = gettext.translation(DOMAIN, FOLDER, [language], fallback=True)
    zone = Zone("d4ne")
    for terrain in Terrain:
        for sentence in (smaller, fewer_open_sides, would_earn, could_grow):
            text = say(sentence(terrain, zone, count), speech)
            assert str(count) in text
            assert "d4ne" in text
        for plain in (closed, shared):
            assert "d4ne" in say(plain(terrain, zone), speech)
    for counted in (fewer_points_now, more_points_now, no_worker_left, worker_used):
        assert str(count) in say(counted(count), speech)
    assert "d4nw" in say(could_move_on(zone, Zone("d4nw"), count), speech)
    for text in (
        say(could_cross(zone, Zone("e4nw"), Zone("f4nw"), count), speech),
        say(crosses(zone, Zone("e4nw"), Zone("f4nw")), speech),
    ):
        assert all(each in text for each in ("d4ne", "e4nw", "f4nw"))
    for at_corner in (joins_nothing, leaves_room):
        assert "e5" in say(at_corner(Cell("e5")), speech)


def test_forms_follow_the_number() -> None:
    czech = gettext.translation(DOMAIN, FOLDER, ["cs"])
    said_in_czech = [say(smaller(Terrain.FIELD, Zone("d4ne"), count), czech) for count in (1, 2, 5)]
    assert len({text.split()[-2] for text in said_in_czech}) == 3
