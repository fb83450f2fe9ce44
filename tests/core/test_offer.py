"""An offer says all that the rules say of a card: each placement, its territories, points and moves."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from limes.core import State
from limes.core.offer import offer
from limes.rules import STANDARD, Landscape, Turn, Variants, shuffled

VARIANTS = st.builds(Variants, st.booleans(), st.booleans())


def previewed(offered: dict[str, Any], placement: dict[str, Any], workers: list[str]) -> dict[str, int]:
    """Every turn with its total, from the offer alone, as a client without rules finds them."""
    territories = {i: entry for i, entry in enumerate(offered["territories"]) if i not in placement["gone"]}
    territories |= dict(enumerate(placement["new"], start=len(offered["territories"])))
    points = {i: entry[1] for i, entry in territories.items()} | dict(placement["points"])
    zones = {i: entry[2].split() for i, entry in territories.items()}
    home = {zone: i for i, inside in zones.items() for zone in inside}
    at, total = placement["at"], placement["total"]
    crowd = [home[worker] for worker in workers]
    turns = {at: total}
    if len(workers) < 7:
        for quarter in ("nw", "ne", "sw", "se"):
            entered = home[at[:2] + quarter]
            turns[f"{at}+{quarter}"] = total + (0 if entered in crowd else points[entered])
    for origin, *targets in placement["moves"]:
        for worker in {worker for worker in workers if home[worker] == origin}:
            loss = points[origin] if crowd.count(origin) == 1 else 0
            for entered in targets:
                gain = 0 if entered in crowd else points[entered]
                turns |= {f"{at}:{worker}>{zone}": total - loss + gain for zone in zones[entered]}
    return turns


@given(st.integers(0, 10**6), VARIANTS, st.data())
def test_from_an_offer_alone_every_turn_and_its_total_is_known(
    seed: int, variants: Variants, data: st.DataObject
) -> None:
    landscape = Landscape(STANDARD, variants)
    order = shuffled(STANDARD, str(seed))[:16]
    for card in order[: data.draw(st.integers(1, 16))]:
        offered = json.loads(offer(State.from_landscape(landscape), card))
        found: dict[str, int] = {}
        for placement in offered["placements"]:
            found |= previewed(offered, placement, list(landscape.workers))
        turns = {str(turn): total for turn, total in landscape.turns(card)}
        assert found == turns
        landscape = landscape.play(card, Turn.parse(data.draw(st.sampled_from(sorted(turns)))))


def test_the_territories_of_an_offer_are_those_of_the_landscape() -> None:
    landscape = Landscape().play(17, Turn.parse("d4N+ne")).play(3, Turn.parse("c4E"))
    offered = json.loads(offer(State.from_landscape(landscape), 5))
    found = {tuple(sorted(zones.split())) for _terrain, _points, zones in offered["territories"]}
    assert found == {tuple(sorted(territory.zones)) for territory in landscape.board.territories}


def test_an_offer_is_a_few_kilobytes() -> None:
    landscape = Landscape()
    sizes = []
    for card in shuffled(STANDARD, "size")[:16]:
        sizes.append(len(offer(State.from_landscape(landscape), card)))
        turn, _total = max(landscape.turns(card), key=lambda found: (found[1], str(found[0])))
        landscape = landscape.play(card, turn)
    assert max(sizes) < 12_000
    assert sum(sizes) / len(sizes) < 6_000
