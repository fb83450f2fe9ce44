"""What speaks for a turn by itself, in sentences about the landscape after it and the one before."""

from collections import Counter
from collections.abc import Iterator

from limes.coach import facts
from limes.coach.prospects import Prospects
from limes.coach.reasons import CORNER, CROSSING, OPEN_SIDE, Reason
from limes.coach.sentence import Sentence
from limes.coach.variant_moves import corner_card, crossing
from limes.rules import Landscape, Zone
from limes.rules.geometry import Mask

MOST = 2


def merits(before: Landscape, after: Landscape) -> tuple[Sentence, ...]:
    """One or two sentences, the weightiest first: what workers earn by the turn, or still could."""
    then = Prospects(after)
    found = [*_earned_more(before, then), *_came(before, then), *_by_variant(before, after)]
    found.sort(key=lambda reason: -reason.weight)
    return tuple(reason.sentence for reason in found[:MOST]) or (facts.chances_kept(),)


def _earned_more(before: Landscape, then: Prospects) -> Iterator[Reason]:
    """Workers that stay where they are, unless a territory with another flowed into theirs."""
    if not before.cards:
        return
    was = Prospects(before)
    stayed: dict[Mask, list[Zone]] = {}
    for zone in Counter(before.workers) & Counter(then.landscape.workers):
        stayed.setdefault(then.at(zone).mask, []).append(zone)
    for zone, *others in stayed.values():
        more = then.points(then.at(zone)) - was.points(was.at(zone))
        if more > 0 and all(was.at(other) == was.at(zone) for other in others):
            yield Reason(more, facts.earns_more(zone, more))


def _came(before: Landscape, then: Prospects) -> Iterator[Reason]:
    """The worker that the turn puts down or moves, where no other takes the points."""
    for zone in (Counter(then.landscape.workers) - Counter(before.workers)).elements():
        territory = then.at(zone)
        if then.crowds[territory.mask] > 1:
            continue
        earned, sides = then.points(territory), then.open_sides(territory)
        if earned:
            yield Reason(earned, facts.would_earn(territory.terrain, zone, earned))
        if sides and not then.landscape.full:
            yield Reason(OPEN_SIDE * sides, facts.could_grow(territory.terrain, zone, sides))


def _by_variant(before: Landscape, after: Landscape) -> Iterator[Reason]:
    """What only a variant allows."""
    over, corner = crossing(before, after), corner_card(after)
    if over:
        yield Reason(CROSSING, facts.crosses(*over))
    if corner:
        yield Reason(CORNER, facts.leaves_room(corner))
