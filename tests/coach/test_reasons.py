"""Every sentence of the coach, provoked by two landscapes that differ in what it says."""

import gettext
from collections.abc import Iterator

import pytest
from coach.games import random_game

from limes.coach import reasons, say
from limes.coach.facts import (
    closed,
    could_grow,
    could_move_on,
    fewer_open_sides,
    fewer_points_now,
    more_points_now,
    no_worker_left,
    shared,
    smaller,
    worker_used,
    would_earn,
)
from limes.coach.prospects import Prospects
from limes.core import Random, State
from limes.locale import DOMAIN, FOLDER, LANGUAGES
from limes.rules import Deck, Landscape, Terrain, Turn, Zone

PLAIN = Deck("plain", ("ffff", "wwww", "tttt", "rrrr", "FFFF", "ffww", "fftt", "rtft", *["fwtr"] * 10))


def said(before: Landscape, card: int, played: str, better: str) -> list[str]:
    found = reasons(
        before, before.play(card, Turn.parse(played)), before.play(card, Turn.parse(better)), gain=1.2
    )
    return [say(sentence, gettext.NullTranslations()) for sentence in found]


def landscape(text: str) -> Landscape:
    return Landscape.parse(text, PLAIN)


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
    assert "A watchman on d4nw would have 12 empty spaces in sight." in said(
        landscape("|"), 4, "d4N", "d4N+nw"
    )


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
    assert checked > 30


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
        before = random_game(seed, rounds=4 + seed % 11).landscapes[0]
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


def test_forms_follow_the_number() -> None:
    czech = gettext.translation(DOMAIN, FOLDER, ["cs"])
    said_in_czech = [say(smaller(Terrain.FIELD, Zone("d4ne"), count), czech) for count in (1, 2, 5)]
    assert len({text.split()[-2] for text in said_in_czech}) == 3
