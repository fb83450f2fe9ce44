"""Why another turn would have been better, in sentences about real differences between the two landscapes.

Each sentence speaks of the landscape after one of the two turns, held against the one after the other.
Nothing is said that does not differ; where nothing does, only that chances were kept open.
"""

from collections import Counter
from collections.abc import Iterator
from enum import Enum, StrEnum
from typing import NamedTuple

from limes.coach import facts
from limes.coach.prospects import Prospects
from limes.coach.sentence import Sentence
from limes.coach.variant_moves import corner_card, crossing, ferries
from limes.rules import ROUNDS, Landscape, Zone

MOST = 3
OPEN_SIDE = 0.2  # points: how much a difference weighs where none is counted yet
UNMANNED = 0.4
CLOSED = 1.0
SHARED = 1.5
LAST_WORKER = 1.5
WORKER = 0.5
NEXT_STEP = 0.4
CROSSING = 2.0
CORNER = 0.7


class Topic(Enum):
    """What a reason is about."""

    EARNING = 1  # what a territory earns
    ROOM = 2  # whether a territory can still gain
    SUPPLY = 3
    SHARING = 4
    NEXT_STEP = 5
    CROSSING = 6
    CORNER = 7


class Side(StrEnum):
    """The turn after which things are as a sentence says."""

    PLAYED = "played"
    BETTER = "better"


class Reason(NamedTuple):
    weight: float
    sentence: Sentence
    topic: Topic | None = None
    zone: Zone | None = None  # of the territory that it is about
    side: Side = Side.PLAYED
    room: tuple[Zone, ...] = ()  # empty zones where that territory can still gain, if it is about them


class Step(NamedTuple):
    gain: int
    origin: Zone
    target: Zone
    fisherman: Zone | None = None


def reasons(before: Landscape, played: Landscape, better: Landscape, gain: float) -> tuple[Sentence, ...]:
    """Up to three sentences, the most important first; `gain` is the better turn's lead in points."""
    return tuple(reason.sentence for reason in main_reasons(before, played, better, gain))


def main_reasons(before: Landscape, played: Landscape, better: Landscape, gain: float) -> tuple[Reason, ...]:
    """The same with the turn and the zones that each sentence speaks of."""
    found = differences(before, played, better)[:MOST]
    at_once = better.total - played.total
    if not found and at_once > 0:
        found = [Reason(at_once, facts.fewer_points_now(at_once))]
    if not found:
        found = [Reason(gain, facts.more_chances(gain), side=Side.BETTER)]
    elif at_once < 0:
        found.insert(0, Reason(-at_once, facts.more_points_now(-at_once)))
    return tuple(found)


def differences(before: Landscape, played: Landscape, better: Landscape) -> list[Reason]:
    """All that speaks for the better turn, the weightiest first."""
    here, there = Prospects(played), Prospects(better)
    found = [
        *_grown(before, here, there),
        *_supply(played, better),
        *_shared(here, there),
        *_newcomers(here, there),
        *_next_step(here, there),
        *_crossing(before, played, better),
        *_corner(played, better),
    ]
    return sorted(found, key=lambda reason: -reason.weight)


def _grown(before: Landscape, here: Prospects, there: Prospects) -> Iterator[Reason]:
    """The territories of both landscapes: those with a worker, and those that one could still go to."""
    compared = set()
    supplied = here.landscape.supply and there.landscape.supply
    for zone in _anchors(before, here.landscape, there.landscape):
        one, other = here.at(zone), there.at(zone)
        manned = here.manned(one) and there.manned(other)
        free = not here.manned(one) and not there.manned(other)
        if (one.mask, other.mask) in compared or not (manned or (free and supplied)):
            continue
        compared.add((one.mask, other.mask))
        for reason in _difference(zone, here, there):
            yield reason if manned else reason._replace(weight=UNMANNED * reason.weight)


def _difference(zone: Zone, here: Prospects, there: Prospects) -> Iterator[Reason]:
    """How the territory at a zone is here and there."""
    one, other = here.at(zone), there.at(zone)
    missing = there.points(other) - here.points(one)
    sides, more_sides = here.open_sides(one), there.open_sides(other)
    if missing > 0:
        yield Reason(missing, facts.smaller(one.terrain, zone, missing), Topic.EARNING, zone)
    if sides == 0 and more_sides > 0:
        yield Reason(CLOSED, facts.closed(one.terrain, zone), Topic.ROOM, zone)
    elif sides < more_sides:
        fewer = more_sides - sides
        sentence = facts.fewer_open_sides(one.terrain, zone, fewer)
        yield Reason(OPEN_SIDE * fewer, sentence, Topic.ROOM, zone, room=here.room(one))


def _supply(played: Landscape, better: Landscape) -> Iterator[Reason]:
    if played.full or played.supply >= better.supply:
        return
    if played.supply == 0:
        yield Reason(LAST_WORKER, facts.no_worker_left(ROUNDS - len(played.cards)), Topic.SUPPLY)
    else:
        yield Reason(WORKER, facts.worker_used(played.supply), Topic.SUPPLY)


def _shared(here: Prospects, there: Prospects) -> Iterator[Reason]:
    """A worker that stands in another's territory here, where no worker does so there."""
    if here.idle <= there.idle:
        return
    for zone in here.landscape.workers:
        if here.crowded(zone) and not there.crowded(zone):
            yield Reason(SHARED, facts.shared(here.at(zone).terrain, zone), Topic.SHARING, zone)
            return


def _newcomers(here: Prospects, there: Prospects) -> Iterator[Reason]:
    """The workers that stand there and not here: what they would earn, what room they would have."""
    mine, others = Counter(here.landscape.workers), Counter(there.landscape.workers)
    instead = [here.at(zone) for zone in (mine - others).elements()]
    earned = max(map(here.points, instead), default=0)
    sides = max(map(here.open_sides, instead), default=0)
    for zone in (others - mine).elements():
        territory = there.at(zone)
        if there.crowds[territory.mask] > 1 or (here.laid(zone) and here.manned(here.at(zone))):
            continue
        earning, more_sides = there.points(territory), there.open_sides(territory)
        if earning > earned:
            sentence = facts.would_earn(territory.terrain, zone, earning)
            yield Reason(earning - earned, sentence, Topic.EARNING, zone, Side.BETTER)
        elif more_sides > sides:
            weight = OPEN_SIDE * (more_sides - sides)
            sentence = facts.could_grow(territory.terrain, zone, more_sides)
            yield Reason(weight, sentence, Topic.ROOM, zone, Side.BETTER, there.room(territory))


def _next_step(here: Prospects, there: Prospects) -> Iterator[Reason]:
    """A worker that could move on from where it stands there, to more than any could from here."""
    mine, other = _best_step(here), _best_step(there)
    ahead = there.landscape.total + other.gain - here.landscape.total - mine.gain
    if not here.landscape.full and other.gain > mine.gain and ahead > 0:
        gain, origin, target, fisherman = other
        step = facts.could_move_on(origin, target, gain)
        if fisherman:
            step = facts.could_cross(origin, fisherman, target, gain)
        yield Reason(NEXT_STEP * ahead, step, Topic.NEXT_STEP, target, Side.BETTER)


def _crossing(before: Landscape, played: Landscape, better: Landscape) -> Iterator[Reason]:
    """A move that a ferry makes possible there, where none is made here."""
    over = crossing(before, better)
    if over and not crossing(before, played):
        yield Reason(CROSSING, facts.crosses(*over), Topic.CROSSING, over[-1], Side.BETTER)


def _corner(played: Landscape, better: Landscape) -> Iterator[Reason]:
    """A card that touches the others at a corner only in one of the two."""
    here, there = corner_card(played), corner_card(better)
    if there and not here:
        yield Reason(CORNER, facts.leaves_room(there), Topic.CORNER, side=Side.BETTER)
    elif here and not there:
        yield Reason(CORNER, facts.joins_nothing(here))


def _best_step(prospects: Prospects) -> Step:
    """The move that would gain most if it were made now, the landscape being as it is."""
    best = Step(0, Zone(""), Zone(""))
    for origin in prospects.landscape.workers:
        left = prospects.at(origin)
        given_up = prospects.points(left) if prospects.crowds[left.mask] == 1 else 0
        on_foot = ((None, entered) for entered in prospects.landscape.board.bordering(left))
        for fisherman, entered in (*on_foot, *ferries(prospects, origin)):
            gain = prospects.points(entered) - given_up
            if not prospects.manned(entered) and gain > best.gain:
                best = Step(gain, origin, entered.zones[0], fisherman)
    return best


def _anchors(before: Landscape, played: Landscape, better: Landscape) -> Iterator[Zone]:
    """A zone of each territory that both landscapes have: where a worker stands in both, else the first."""
    yield from (Counter(played.workers) & Counter(better.workers)).keys()
    for territory in before.board.territories:
        yield territory.zones[0]
