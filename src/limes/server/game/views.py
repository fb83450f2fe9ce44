"""What may be seen: by everybody, and by who holds a seat.

Only `own_seat` and `result` touch turns of the running round, the order of the cards or the nonce;
`explaining.table_end` tells a result in the words of a language.
"""

import json
from typing import Any

from limes.rules import ROUNDS, band, places, write_record
from limes.server.calendar import is_over
from limes.server.entries import SEAT_CHANGES, Event, StoredTable
from limes.server.game.setup import Seat
from limes.server.game.table import Table

Json = dict[str, Any]
DAY_OVER = "day_over"


dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def public(table: Table) -> Json:
    """The table as anybody may see it."""
    variants = table.setup.variants
    return {
        "table": table.id,
        "created": table.stored.created,
        "deck": {"name": table.setup.deck.name, "cards": list(table.setup.deck.faces)},
        "variants": str(variants).split(),
        "seconds": table.setup.seconds,
        "stand_in": table.setup.stand_in,
        "commitment": table.stored.commitment,
        "day": table.stored.day,
        "last": table.last,
        "seats": [_seat(table, number, seat) for number, seat in enumerate(table.seats)],
        "rounds": [
            {"card": round_.card, "turns": [str(turn) for turn in round_.turns]} for round_ in table.rounds
        ],
        "running": _running(table),
        "waiting": _waiting(table),
        "rematch": table.rematch,
        "closed": closed(table),
        "result": result(table) if table.finished else None,
    }


def event(table: Table, happened: Event) -> Json:
    """A numbered event as anybody may see it: the turns of a round come with the event that completes it."""
    shown: Json = {
        "type": "event",
        "number": happened.number,
        "kind": happened.kind,
        "at": happened.at,
        "seat": happened.seat,
    }
    if happened.kind == "turn":
        shown |= {"round": happened.round, "stand_in": happened.stand_in}
        opened = table.opened_by.get(happened.number)
        if opened:
            shown["opened"] = _opened(table, opened)
        if opened == ROUNDS:
            shown["result"] = result(table)
    elif happened.kind == "undo":
        shown["round"] = happened.round
    elif happened.kind == "closed":
        shown["closed"] = happened.body
    elif happened.kind == "device":
        shown["device"] = happened.body
    elif happened.kind in SEAT_CHANGES:
        shown["taken"] = Seat(**json.loads(happened.body or "{}")).as_json()
    else:
        shown["rematch"] = json.loads(happened.body or "{}")["table"]
    if happened.number == table.last:
        shown |= {"running": _running(table), "waiting": _waiting(table)}
    return shown


def own_seat(table: Table, seat: int) -> str:
    """What only the holder of a seat sees, as JSON: what it may do, or its turn and what that answered."""
    laid = table.laid.get(seat)
    head: Json = {
        "type": "seat",
        "seat": seat,
        "round": table.round,
        "attempt": table.attempt(seat),
        "laid": str(laid.turn) if laid else None,
    }
    if not table.running or _day_over(table):
        return dumps(head | {"offer": None, "answered": None})
    assert table.card is not None
    made = table.positions[seat].offer(table.card)
    offer, answered = ("null", made) if laid else (made, "null")
    return f'{dumps(head)[:-1]},"offer":{offer},"answered":{answered}}}'


def seats(held: list[int], left: list[int]) -> str:
    """Which seats somebody holds, and which are kept for them, as JSON."""
    return dumps({"type": "seats", "seats": held, "left": left})


def result(table: Table) -> Json:
    """The end: places and totals, and the order of the cards with which the commitment can be checked.

    That of a day's deal stays secret until the day is over.
    """
    scores = [landscape.score() for landscape in table.landscapes]
    ranked = places(scores)
    return {
        "seats": [
            {"place": place, "total": score.total} for place, score in zip(ranked, scores, strict=True)
        ],
        "band": band(scores[0].total) if len(scores) == 1 else None,
        "cards": list(table.stored.cards),
        "nonce": proof(table.stored),
        "record": write_record(table.game()),
    }


def proof(stored: StoredTable) -> str | None:
    """The nonce; that of a day's deal would prove the cards to those who may yet play them."""
    return stored.nonce if stored.day is None or is_over(stored.day) else None


def closed(table: Table) -> str | None:
    """Why a game has ended early, if it has."""
    return table.closed or (DAY_OVER if _day_over(table) else None)


def _day_over(table: Table) -> bool:
    """Whether an attempt has ended with its day, which the log says only once the clock has proven steady."""
    return table.stored.day is not None and not table.over and is_over(table.stored.day)


def _waiting(table: Table) -> list[int]:
    return [] if _day_over(table) else list(table.waiting)


def _running(table: Table) -> Json | None:
    card = table.card
    if card is None or _day_over(table):
        return None
    return {
        "round": table.round,
        "rounds": ROUNDS,
        "card": card,
        "face": table.setup.deck.face(card),
        "deadline": table.deadline,
    }


def _opened(table: Table, number: int) -> Json:
    round_ = table.rounds[number - 1]
    opened: Json = {"round": number, "card": round_.card, "turns": [str(turn) for turn in round_.turns]}
    if number == len(table.rounds):
        opened["totals"] = list(table.totals)
    return opened


def _seat(table: Table, number: int, seat: Seat) -> Json:
    return {
        "seat": number,
        "kind": seat.kind,
        "name": seat.name,
        "bot": seat.bot or None,
        "landscape": str(table.landscapes[number]),
        "total": table.totals[number],
    }
