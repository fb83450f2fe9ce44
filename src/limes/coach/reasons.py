"""Why another turn would have been better, in sentences about real differences between the two landscapes.

All sentences speak of the landscape after the turn played, held against the one after the better turn.
Nothing is said that does not differ; where nothing does, only that chances were kept open.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from limes.coach import facts
from limes.coach.prospects import open_sides
from limes.coach.sentence import Sentence
from limes.rules import Landscape, Message, Territory, Zone
from limes.rules.geometry import bit
from limes.rules.scoring import points

MOST = 3
OPEN_SIDE = 0.2  # points: how much a difference weighs where none is counted yet
UNMANNED = 0.4
CLOSED = 1.0
SHARED = 1.5
LAST_WORKER = 1.5
WORKER = 0.5
NEXT_STEP = 0.4


class Reason(NamedTuple):
    weight: float
    sentence: Sentence


class Step(NamedTuple):
    gain: int
    origin: Zone
    target: Zone


def reasons(before: Landscape, played: Landscape, better: Landscape, gain: float) -> list[Sentence]:
    """Up to three sentences, the weightiest first; `gain` is by how many points the better turn is better."""
    found = [
        *_grown(before, played, better),
        *_supply(played, better),
        *_shared(played, better),
        *_newcomers(played, better),
        *_next_step(played, better),
    ]
    found.sort(key=lambda reason: -reason.weight)
    said = [reason.sentence for reason in found[:MOST]]
    at_once = better.total - played.total
    if not said and at_once > 0:
        said = [facts.fewer_points_now(at_once)]
    if not said:
        return [Message("The better turn keeps more chances open ({gain:+.1f}).", gain=gain)]
    if at_once < 0:
        said.insert(0, facts.more_points_now(-at_once))
    return said


def _grown(before: Landscape, played: Landscape, better: Landscape) -> Iterator[Reason]:
    """The territories of both landscapes, each as it is here and there."""
    compared = set()
    for zone in _anchors(before, played, better):
        here, there = _at(played, zone), _at(better, zone)
        manned = _is_manned(played, here) and _is_manned(better, there)
        free = not _is_manned(played, here) and not _is_manned(better, there)
        if (here.mask, there.mask) in compared or not (manned or (free and played.supply and better.supply)):
            continue
        compared.add((here.mask, there.mask))
        for reason in _difference(zone, played, better):
            yield reason if manned else reason._replace(weight=UNMANNED * reason.weight)


def _difference(zone: Zone, played: Landscape, better: Landscape) -> Iterator[Reason]:
    """How the territory at a zone is here and there."""
    here, there = _at(played, zone), _at(better, zone)
    missing = points(better.board, there) - points(played.board, here)
    sides, more_sides = open_sides(played, here), open_sides(better, there)
    if missing > 0:
        yield Reason(missing, facts.smaller(here.terrain, zone, missing))
    if sides == 0 and more_sides > 0:
        yield Reason(CLOSED, facts.closed(here.terrain, zone))
    elif sides < more_sides:
        fewer = more_sides - sides
        yield Reason(OPEN_SIDE * fewer, facts.fewer_open_sides(here.terrain, zone, fewer))


def _supply(played: Landscape, better: Landscape) -> Iterator[Reason]:
    left = facts.cards_to_come(played)
    if not left or played.supply >= better.supply:
        return
    if played.supply == 0:
        yield Reason(LAST_WORKER, facts.no_worker_left(left))
    else:
        yield Reason(WORKER, facts.worker_used(played.supply))


def _shared(played: Landscape, better: Landscape) -> Iterator[Reason]:
    """Workers that stand in another's territory here and do not there."""
    crowds = _crowds(played)
    if sum(crowds.values()) - len(crowds) <= sum(_crowds(better).values()) - len(_crowds(better)):
        return
    mask = max(crowds, key=lambda each: crowds[each])
    zone = next(zone for zone in played.workers if bit(zone) & mask)
    yield Reason(SHARED, facts.shared(_at(played, zone).terrain, zone))


def _newcomers(played: Landscape, better: Landscape) -> Iterator[Reason]:
    """The workers that stand there and not here: what they would earn, what they could become."""
    here = [_at(played, zone) for zone in (Counter(played.workers) - Counter(better.workers)).elements()]
    earned = max((points(played.board, territory) for territory in here), default=0)
    sides = max((open_sides(played, territory) for territory in here), default=0)
    for zone in (Counter(better.workers) - Counter(played.workers)).elements():
        there = _at(better, zone)
        if _crowds(better)[there.mask] > 1 or (_laid(played, zone) and _is_manned(played, _at(played, zone))):
            continue
        earning, more_sides = points(better.board, there), open_sides(better, there)
        if earning > earned:
            yield Reason(earning - earned, facts.would_earn(there.terrain, zone, earning))
        elif more_sides > sides:
            weight = OPEN_SIDE * (more_sides - sides)
            yield Reason(weight, facts.could_grow(there.terrain, zone, more_sides))


def _next_step(played: Landscape, better: Landscape) -> Iterator[Reason]:
    """A worker that could move on from where it stands there, and gain more than any could from here."""
    here, there = _best_step(played), _best_step(better)
    ahead = better.total + there.gain - played.total - here.gain
    if facts.cards_to_come(played) and there.gain > here.gain and ahead > 0:
        yield Reason(NEXT_STEP * ahead, facts.could_move_on(there.origin, there.target, there.gain))


def _best_step(landscape: Landscape) -> Step:
    """The move that would gain most if it were made now, the landscape being as it is."""
    crowds = _crowds(landscape)
    best = Step(0, Zone(""), Zone(""))
    for origin in landscape.workers:
        left = _at(landscape, origin)
        given_up = points(landscape.board, left) if crowds[left.mask] == 1 else 0
        for entered in landscape.board.bordering(left):
            gain = points(landscape.board, entered) - given_up
            if entered.mask not in crowds and gain > best.gain:
                best = Step(gain, origin, entered.zones[0])
    return best


def _anchors(before: Landscape, played: Landscape, better: Landscape) -> Iterator[Zone]:
    """A zone of each territory that both landscapes have: where a worker stands in both, else any."""
    yield from (Counter(played.workers) & Counter(better.workers)).keys()
    for territory in before.board.territories:
        yield territory.zones[0]


def _crowds(landscape: Landscape) -> Counter[int]:
    return Counter(_at(landscape, zone).mask for zone in landscape.workers)


def _is_manned(landscape: Landscape, territory: Territory) -> bool:
    return any(bit(zone) & territory.mask for zone in landscape.workers)


def _laid(landscape: Landscape, zone: Zone) -> bool:
    return bool(bit(zone) & landscape.board.laid)


def _at(landscape: Landscape, zone: Zone) -> Territory:
    return landscape.board.territory(bit(zone))
