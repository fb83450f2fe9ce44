"""No values for a position that somebody is playing against people: a coach beside the table would be unfair.

Neither for the landscapes that the card in hand may lead to, in whatever order their cards were laid. They
are compared by the cards that lie, not by where they lie: whoever copies a landscape could shift or turn it.
Cards are compared by their faces, since a deck could be numbered anew.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from limes.rules import ROUNDS, STANDARD, Deck
from limes.server import problems
from limes.server.calendar import is_over
from limes.server.people import Caller
from limes.server.store import PlayedTable, played_by
from limes.server.tables.live_tables import LiveTables

Lying = tuple[str, ...]  # the faces of the cards in a landscape
Position = tuple[Lying, str]  # and the one in hand


def position(deck: Deck, laid: Iterable[int], card: int) -> Position:
    return _lying(deck.faces, laid), _alike(deck.face(card))


def compared_with(deck: Deck, laid: Sequence[int], card: int) -> set[Lying]:
    """What lies in the landscapes of which differences are told: those after the card is laid."""
    return {_lying(deck.faces, (*laid, card))}


def valued_with(deck: Deck, laid: Sequence[int], card: int) -> set[Lying]:
    """What lies in the landscapes whose worth is told: before the card is laid, and after."""
    return {_lying(deck.faces, laid), *compared_with(deck, laid, card)}


def valued_in_review(deck: Deck, cards: Sequence[int]) -> set[Lying]:
    """The same for a whole game: after each of its cards."""
    return {_lying(deck.faces, cards[:number]) for number in range(1, len(cards) + 1)}


class LivePositions:
    """Asks the log, which knows the tables of all processes."""

    def __init__(self, tables: LiveTables) -> None:
        self._tables = tables

    async def check(self, caller: Caller, asked: set[Lying], by_chance: bool = False, but: str = "") -> None:
        """`Problem` if one of these may be the next in a game against people of the caller, or of somebody at
        that address; `but` is the table that asks.

        If nobody could choose the cards that are asked about, only in one of the caller: neighbours who have
        laid two cards would keep everybody's reviews away.
        """
        await self._refuse(caller, asked.__contains__, but, by_chance)

    async def check_onward(self, caller: Caller, asked: set[Lying], but: str = "") -> None:
        """The same for all that these may become, card by card: a bot that lays on is not asked each time."""
        parts = [Counter(each) for each in asked]
        await self._refuse(caller, lambda live: any(part <= Counter(live) for part in parts), but)

    async def _refuse(
        self, caller: Caller, matches: Callable[[Lying], bool], but: str, only_own: bool = False
    ) -> None:
        for table_id in await self._tables.read(self._where, matches, caller, only_own):
            if table_id != but and await self._with_people(table_id):
                raise problems.live_position()

    def _where(self, matches: Callable[[Lying], bool], caller: Caller, only_own: bool) -> list[str]:
        """In the thread that reads: an address may have hundreds of tables."""
        played = played_by(self._tables.log, caller.guest, caller.network or None)
        coming = ((row.id, _lying_after_round(row)) for row in played if row.own or not only_own)
        return [table_id for table_id, lying in coming if lying is not None and matches(lying)]

    async def _with_people(self, table_id: str) -> bool:
        """Whether it runs, and is a day's deal or has more than one seat of people or kept for them."""
        table = (await self._tables.woken(table_id)).table
        if table.stored.day is not None:
            return table.running and not is_over(table.stored.day)
        people = {number for number, seat in enumerate(table.seats) if seat.kind == "person"}
        return table.running and len(people | set(table.kept_seats)) > 1


def _lying_after_round(row: PlayedTable) -> Lying | None:
    """What will lie when the running round is over; None before the first card, which nobody may learn here.

    Where no card lies yet, many games are alike: then it counts for the guest alone, not for the address.
    """
    setup = json.loads(row.setup)
    seats = len(setup["seats"])
    if row.bots + row.held < seats:
        return None
    faces = setup["deck"][1:] if setup["deck"] else STANDARD.faces
    rounds = (ROUNDS * seats - row.turns_left) // seats
    if not rounds and not row.own:
        return None
    return _lying(faces, row.cards[: rounds + 1])


def _lying(faces: Sequence[str], laid: Iterable[int]) -> Lying:
    return tuple(sorted(_alike(faces[number - 1]) for number in laid))


@cache  # there are 2,401 faces
def _alike(face: str) -> str:
    """The same for a card however it is turned or mirrored."""
    turns = [face]
    for _ in range(3):
        north_west, north_east, south_west, south_east = list(turns[-1])
        turns.append(south_west + north_west + south_east + north_east)
    return min(turns + [each[1] + each[0] + each[3] + each[2] for each in turns])
