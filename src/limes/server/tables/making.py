"""Tables made: new ones, ones that go on from a position of a finished game, rematches."""

import json
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass

from limes.rules import Game
from limes.server import problems
from limes.server.entries import Entry, Holding, Stored, StoredTable, TableToStore
from limes.server.game import MOST_CARDS, Setup, commitment, deal_cards, hidden, new_id
from limes.server.people import Caller, Signatures
from limes.server.store import MOST_AT_ONCE, Writer, row_of
from limes.server.tables.handing_on import GivenUp, holders_again, owner_again, seats_again, without_vacant
from limes.server.tables.live import RETRIES, Live
from limes.server.tables.live_tables import LiveTables
from limes.server.tables.quota import Quota, counted_bots, stand_ins
from limes.server.tables.seats import TOKEN_LETTERS, Seats, seat_of
from limes.server.tables.turns import Turns

FEW = 4  # rematches that are looked at first: hardly anybody gives more of them up in a row


@dataclass(frozen=True)
class MadeTable:
    """A table that was made: its id, the tokens of the maker's seats, and the invitation to the open ones."""

    table: str
    tokens: dict[int, str]
    invitation: str


class Making:
    """Each table is stored before it is answered."""

    def __init__(
        self, seats: Seats, turns: Turns, signatures: Signatures, quota: Quota, writer: Writer
    ) -> None:
        self.tables: LiveTables = seats.tables
        self.writer = writer
        self._seats = seats
        self._turns = turns
        self._signatures = signatures
        self._quota = quota

    async def create(self, caller: Caller, setup: Setup, known: tuple[int, ...] = ()) -> MadeTable:
        if len(setup.deck) > MOST_CARDS:
            raise problems.too_many_cards(MOST_CARDS)
        persons = [number for number, seat in enumerate(setup.seats) if seat.kind == "person"]
        tokens = {number: new_id(TOKEN_LETTERS) for number in persons}
        holdings = [Holding(number, hidden(token), caller.guest) for number, token in tokens.items()]
        table_id = new_id()
        async with self._quota.room(caller, tables=1, bots=counted_bots(setup)):
            self.tables.add(
                await self._store(caller, setup, holdings, table_id, deal_cards(setup.deck, known))
            )
        await self.tables.live(table_id)
        return MadeTable(table_id, tokens, self._signatures.invitation(table_id))

    async def day(
        self, caller: Caller, setup: Setup, table_id: str, day: str, deal: tuple[tuple[int, ...], str]
    ) -> None:
        """The caller's table for a day's deal; made twice, it is the same one."""
        async with self._quota.room(caller, tables=1, bots=counted_bots(setup)):
            await self._store(caller, setup, [Holding(0, None, caller.guest)], table_id, deal, day)
        await self.tables.live(table_id)

    async def play_on(self, caller: Caller, game: Game, seat: int, number: int, name: str) -> MadeTable:
        """A table for one that begins with a round of a seat's game; later cards are drawn anew."""
        setup = Setup((seat_of("person", name=name),), game.deck, game.variants)
        opened = await self.create(caller, setup, tuple(each.card for each in game.rounds[:number]))
        live, maker = await self._seats.holder(caller, opened.table, 0)
        for played, each in enumerate(game.rounds[: number - 1], start=1):
            await self._turns.lay(live, maker, 0, played, str(each.turns[seat]))
        return opened

    async def rematch(self, caller: Caller, table_id: str) -> str:
        """The same people at a new table; who asks second is led to the table of who asked first."""
        live = await self.finished(table_id)
        held = await self._seats.held(caller, table_id)
        if not held and live.table.stored.owner != caller.guest:
            raise problems.not_your_seat(0)
        if live.table.rematch is None:
            await self.tables.up_to_date(live)
        again = await self._next_table(live)
        if again == live.table.rematch:
            return again
        setup = seats_again(live.table, held)
        first = await self.tables.read(self.tables.log.all_holdings, table_id)
        holdings = holders_again(setup, first, await self._given_up(live.table.rematch))
        setup = without_vacant(setup, holdings)
        owner = owner_again(live.table.stored.owner, holdings, caller.guest)
        async with self._quota.room(caller, tables=1, bots=counted_bots(setup)):
            await self._store(caller, setup, holdings, again, deal_cards(setup.deck), owner=owner)
        await self.tables.live(again)  # who asked first may have made it, with another order of the cards
        for _ in range(RETRIES):
            entry = Entry(table_id, "rematch", body=json.dumps({"table": again}), expected=live.table.last)
            if live.table.rematch == again or isinstance(await self.writer.append(entry), Stored):
                break
            await self.tables.refresh(live)
        return again

    async def _given_up(self, rematch: str | None) -> GivenUp | None:
        if rematch is None:
            return None
        log = self.tables.log
        row = await self.tables.read(row_of, log, rematch)
        holders = await self.tables.read(log.all_holdings, rematch, True)
        return GivenUp(row.created if row else math.inf, holders)

    async def _next_table(self, live: Live) -> str:
        """The table that follows this one, or, where that was given up or is gone, the one after it."""
        noted = live.table.rematch
        if noted is None:
            return self._signatures.rematch(live.table.id)
        following, many = [noted], FEW
        while True:
            there = await self.tables.read(self.tables.log.closed_of, following)
            for each in following:
                if not there[each] if each in there else each != noted:
                    return each
            following = self._signatures.rematches(following[-1], many)
            many = min(2 * many, MOST_AT_ONCE)

    async def finished(self, table_id: str) -> Live:
        """A table whose game is over."""
        live = await self.tables.live(table_id)
        if not live.table.finished:
            await self.tables.up_to_date(live)
        if not live.table.finished:
            raise problems.not_finished()
        return live

    async def _store(  # noqa: PLR0917
        self,
        caller: Caller,
        setup: Setup,
        holdings: Sequence[Holding],
        table_id: str,
        deal: tuple[tuple[int, ...], str],
        day: str | None = None,
        owner: str | None = None,
    ) -> StoredTable:
        cards, nonce = deal
        stored = StoredTable(
            id=table_id,
            created=time.time(),
            owner=owner or caller.guest,
            setup=setup.dumps(),
            cards=cards,
            nonce=nonce,
            commitment=commitment(cards, nonce),
            timed=setup.seconds is not None,
            network=caller.network or None,
            day=day,
        )
        await self.writer.create(
            TableToStore(stored, len(setup.seats), tuple(holdings), setup.bots, stand_ins(setup))
        )
        return stored
