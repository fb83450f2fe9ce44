"""The sentences of which a reason is made, each about one difference between two landscapes."""

from limes.coach.sentence import Counted, Sentence, figure
from limes.rules import Message, Terrain, Zone
from limes.rules.geometry import Cell


def smaller(terrain: Terrain, zone: Zone, count: int) -> Sentence:
    """What a worker in this territory counts is less."""
    match terrain:
        case Terrain.FIELD:
            return Counted(
                "The field at {zone} is {count} zone smaller.",
                "The field at {zone} is {count} zones smaller.",
                count,
                zone=zone,
            )
        case Terrain.WATER:
            return Counted(
                "The water at {zone} has {count} fewer hut on its shore.",
                "The water at {zone} has {count} fewer huts on its shore.",
                count,
                zone=zone,
            )
        case Terrain.FOREST:
            return Counted(
                "The forest at {zone} borders {count} fewer territory.",
                "The forest at {zone} borders {count} fewer territories.",
                count,
                zone=zone,
            )
        case Terrain.ROCK:
            return Counted(
                "The tower on {zone} sees {count} fewer forest zone.",
                "The tower on {zone} sees {count} fewer forest zones.",
                count,
                zone=zone,
            )


def closed(terrain: Terrain, zone: Zone) -> Sentence:
    """Nothing can come to this territory any more."""
    match terrain:
        case Terrain.FIELD:
            return Message("The field at {zone} is closed; it can no longer grow.", zone=zone)
        case Terrain.WATER:
            return Message("The water at {zone} is closed; its shore cannot get any more huts.", zone=zone)
        case Terrain.FOREST:
            return Message(
                "The forest at {zone} is closed; it cannot border any more territories.", zone=zone
            )
        case Terrain.ROCK:
            return Message(
                "The tower on {zone} has no empty zone left in sight; no more forest can come into view.",
                zone=zone,
            )


def fewer_open_sides(terrain: Terrain, zone: Zone, count: int) -> Sentence:
    """There are fewer empty places where this territory could still gain."""
    match terrain:
        case Terrain.FIELD:
            return Counted(
                "The field at {zone} has {count} fewer open side to grow on.",
                "The field at {zone} has {count} fewer open sides to grow on.",
                count,
                zone=zone,
            )
        case Terrain.WATER:
            return Counted(
                "The water at {zone} has {count} fewer open side for more huts.",
                "The water at {zone} has {count} fewer open sides for more huts.",
                count,
                zone=zone,
            )
        case Terrain.FOREST:
            return Counted(
                "The forest at {zone} has {count} fewer open side for more territories.",
                "The forest at {zone} has {count} fewer open sides for more territories.",
                count,
                zone=zone,
            )
        case Terrain.ROCK:
            return Counted(
                "The tower on {zone} has {count} fewer empty zone in sight where forest could still come.",
                "The tower on {zone} has {count} fewer empty zones in sight where forest could still come.",
                count,
                zone=zone,
            )


def would_earn(terrain: Terrain, zone: Zone, count: int) -> Sentence:
    """A worker that was not put there would be paid at once."""
    match terrain:
        case Terrain.FIELD:
            return Counted(
                "A farmer on {zone} would already earn {count} point.",
                "A farmer on {zone} would already earn {count} points.",
                count,
                zone=zone,
            )
        case Terrain.WATER:
            return Counted(
                "A fisherman on {zone} would already earn {count} point.",
                "A fisherman on {zone} would already earn {count} points.",
                count,
                zone=zone,
            )
        case Terrain.FOREST:
            return Counted(
                "A woodcutter on {zone} would already earn {count} point.",
                "A woodcutter on {zone} would already earn {count} points.",
                count,
                zone=zone,
            )
        case Terrain.ROCK:
            return Counted(
                "A watchman on {zone} would already earn {count} point.",
                "A watchman on {zone} would already earn {count} points.",
                count,
                zone=zone,
            )


def could_grow(terrain: Terrain, zone: Zone, count: int) -> Sentence:
    """A worker that was not put there would have room for more."""
    match terrain:
        case Terrain.FIELD:
            return Counted(
                "The field of a farmer on {zone} would have {count} open side to grow on.",
                "The field of a farmer on {zone} would have {count} open sides to grow on.",
                count,
                zone=zone,
            )
        case Terrain.WATER:
            return Counted(
                "The water of a fisherman on {zone} would have {count} open side for more huts.",
                "The water of a fisherman on {zone} would have {count} open sides for more huts.",
                count,
                zone=zone,
            )
        case Terrain.FOREST:
            return Counted(
                "The forest of a woodcutter on {zone} would have {count} open side for more territories.",
                "The forest of a woodcutter on {zone} would have {count} open sides for more territories.",
                count,
                zone=zone,
            )
        case Terrain.ROCK:
            return Counted(
                "A watchman on {zone} would have {count} empty zone in sight where forest could still come.",
                "A watchman on {zone} would have {count} empty zones in sight where forest could still come.",
                count,
                zone=zone,
            )


def shared(terrain: Terrain, zone: Zone) -> Sentence:
    match terrain:
        case Terrain.FIELD:
            return Message("Farmers share the field at {zone}; only one of them is scored.", zone=zone)
        case Terrain.WATER:
            return Message("Fishermen share the water at {zone}; only one of them is scored.", zone=zone)
        case Terrain.FOREST:
            return Message("Woodcutters share the forest at {zone}; only one of them is scored.", zone=zone)
        case Terrain.ROCK:
            return Message("Watchmen share the tower on {zone}; only one of them is scored.", zone=zone)


def could_move_on(origin: Zone, target: Zone, count: int) -> Sentence:
    return Counted(
        "The worker on {origin} could move to {target} next and earn {count} more point.",
        "The worker on {origin} could move to {target} next and earn {count} more points.",
        count,
        origin=origin,
        target=target,
    )


def could_cross(origin: Zone, fisherman: Zone, target: Zone, count: int) -> Sentence:
    return Counted(
        "The fisherman on {fisherman} could take the worker on {origin} across to {target} next,"
        " for {count} point more.",
        "The fisherman on {fisherman} could take the worker on {origin} across to {target} next,"
        " for {count} points more.",
        count,
        origin=origin,
        fisherman=fisherman,
        target=target,
    )


def crosses(origin: Zone, fisherman: Zone, target: Zone) -> Sentence:
    return Message(
        "The fisherman on {fisherman} would take the worker on {origin} across to {target}.",
        origin=origin,
        fisherman=fisherman,
        target=target,
    )


def leaves_room(cell: Cell) -> Sentence:
    """A card at a corner, as a merit."""
    return Message(
        "On {cell} the card would touch the others at a corner only"
        " and leave the places between them free for cards that fit.",
        cell=cell,
    )


def joins_nothing(cell: Cell) -> Sentence:
    """A card at a corner, as a fault."""
    return Message(
        "On {cell} the card touches the others at a corner only and joins none of their territories.",
        cell=cell,
    )


def no_worker_left(cards: int) -> Sentence:
    return Counted(
        "No worker is left, and {count} card is still to come.",
        "No worker is left, and {count} cards are still to come.",
        cards,
    )


def worker_used(count: int) -> Sentence:
    return Counted(
        "It uses one more worker from the supply; {count} is left.",
        "It uses one more worker from the supply; {count} are left.",
        count,
    )


def fewer_points_now(count: int) -> Sentence:
    return Counted(
        "It scores {count} point less right away.", "It scores {count} points less right away.", count
    )


def more_points_now(count: int) -> Sentence:
    return Counted(
        "It scores {count} point more right away, but loses more later.",
        "It scores {count} points more right away, but loses more later.",
        count,
    )


def more_chances(gain: float) -> Sentence:
    """Where nothing can be pointed at."""
    return Message("The better turn keeps more chances open ({gain}).", gain=figure(gain, "+"))


def earns_more(zone: Zone, count: int) -> Sentence:
    """A worker that stays where it is gains by the turn."""
    return Counted(
        "The worker on {zone} earns {count} more point.",
        "The worker on {zone} earns {count} more points.",
        count,
        zone=zone,
    )


def chances_kept() -> Sentence:
    """Where a turn earns nothing that can be pointed at."""
    return Message("It keeps the most chances open for the cards to come.")
