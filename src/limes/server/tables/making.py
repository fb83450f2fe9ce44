"""Tables made: new ones, ones that go on from a position of a finished game, rematches."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from limes.rules import STANDARD, Deck, Game
from limes.server import problems
from limes.server.entries import Entry, Holding, SeatsRead, Stored, StoredTable, TableToStore
from limes.server.game import (
    LONGEST_NAME,
    MOST_CARDS,
    Setup,
    commitment,
    deal_cards,
    hidden,
    looks_like,
    new_id,
)
from limes.server.people import Caller, Signatures
from limes.server.store import MOST_AT_ONCE, Writer
from limes.server.tables.handing_on import holders_again, owner_again, seats_again, without_vacant
from limes.server.tables.live import AGAIN, RETRIES, Live
from limes.server.tables.live_tables import LiveTables
from limes.server.tables.quota import Quota, counted_bots, stand_ins
from limes.server.tables.seats import TOKEN_LETTERS, Seats, seat_of
from limes.server.tables.turns import Turns

FOREIGN = 2  # letters of other alphabets with which a name is still taken for another
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
        _check_deck(setup.deck)
        setup = replace(setup, known=len(known))
        persons = [number for number, seat in enumerate(setup.seats) if seat.kind == "person"]
        tokens = {number: new_id(TOKEN_LETTERS) for number in persons}
        network = caller.network or None
        holdings = [
            Holding(number, hidden(token), caller.guest, network=network) for number, token in tokens.items()
        ]
        table_id = new_id()
        async with self._quota.room(caller, tables=1, bots=counted_bots(setup)):
            stored = _stored(caller, setup, table_id, deal_cards(setup.deck, known))
            await self.writer.create(_to_store(stored, setup, holdings))
            self.tables.add(stored)
        await self.tables.live(table_id)
        return MadeTable(table_id, tokens, self._signatures.invitation(table_id))

    async def day(
        self, caller: Caller, setup: Setup, table_id: str, day: str, deal: tuple[tuple[int, ...], str]
    ) -> None:
        """The caller's table for a day's deal; made twice, it is the same one."""
        async with self._quota.room(caller, tables=1, bots=counted_bots(setup)):
            stored = _stored(caller, setup, table_id, deal, day)
            own = Holding(0, None, caller.guest, network=caller.network or None)
            await self.writer.create(_to_store(stored, setup, [own]))
        await self.tables.made(table_id)

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
        live = await self.tables.live(table_id)
        self._require_asking(caller, live, await self._seats.held(caller, table_id))
        await self.require_finished(live)
        if live.table.rematch is None:
            await self.tables.up_to_date(live)
        again, given_up = await self._next_table(live)
        if again == live.table.rematch:
            return again
        for _ in range(RETRIES):
            if await self._made_again(caller, live, again, given_up):
                break
        else:
            raise problems.busy(AGAIN)
        await self.tables.made(again)  # who asked first may have made it, with another order of the cards
        for _ in range(RETRIES):
            entry = Entry(table_id, "rematch", body=json.dumps({"table": again}), expected=live.table.last)
            if live.table.rematch == again or isinstance(await self.writer.append(entry), Stored):
                break
            await self.tables.refresh(live)
        return again

    @staticmethod
    def _require_asking(caller: Caller, live: Live, held: Sequence[int]) -> None:
        """Whoever wants a rematch must have played, or own the table."""
        if not held and live.table.stored.owner != caller.guest:
            raise problems.not_your_seat(0)

    async def _made_again(self, caller: Caller, live: Live, again: str, given_up: str | None) -> bool:
        """Whether the rematch is there; not if others came to hold the seats that it follows from."""
        table = live.table
        first = await self._seats_read(table.id)
        before = await self._seats_read(given_up, away=True) if given_up else None
        held = first.of(caller.guest, caller.token_hash)
        self._require_asking(caller, live, held)
        setup = replace(seats_again(table, held), known=0)
        holdings = holders_again(setup, first, before)
        setup = without_vacant(setup, holdings)
        owner = owner_again(table.stored.owner, holdings, caller.guest)
        stored = _stored(caller, setup, again, deal_cards(setup.deck), owner=owner)
        handed_on = (first, before) if before else (first,)
        async with self._quota.room(caller, tables=1, bots=counted_bots(setup)):
            return await self.writer.create(_to_store(stored, setup, holdings, handed_on))

    async def _seats_read(self, table_id: str, away: bool = False) -> SeatsRead:
        holders = await self.tables.read(self.tables.log.all_holdings, table_id, away)
        return SeatsRead(table_id, tuple(holders), away)

    async def _next_table(self, live: Live) -> tuple[str, str | None]:
        """The table that follows this one, or, where that was given up or is gone, the one after it; and the
        last one that was given up."""
        noted = live.table.rematch
        if noted is None:
            return self._signatures.rematch(live.table.id), None
        given_up, following, many = noted, [noted], FEW
        while True:
            there = await self.tables.read(self.tables.log.closed_of, following)
            for each in following:
                if not there[each] if each in there else each != noted:
                    return each, given_up
                if each in there:
                    given_up = each
            following = self._signatures.rematches(following[-1], many)
            many = min(2 * many, MOST_AT_ONCE)

    async def require_finished(self, live: Live) -> None:
        """`Problem` while the game goes on; whether it does is for those who may look at the table."""
        if not live.table.finished:
            await self.tables.up_to_date(live)
        if not live.table.finished:
            raise problems.not_finished()


def _check_deck(deck: Deck) -> None:
    """It may come from a record, in which nothing is limited."""
    if len(deck) > MOST_CARDS:
        raise problems.too_many_cards(MOST_CARDS)
    if len(deck.name) > LONGEST_NAME:  # to compare long ones takes a time that grows with their square
        raise problems.deck_name_too_long(LONGEST_NAME)
    if deck.faces != STANDARD.faces and _passes_for_standard(deck.name):
        raise problems.called_standard(deck.name)  # those who are invited would believe it


def _passes_for_standard(name: str) -> bool:
    """Also with a letter or two of another alphabet, or with signs that are hardly seen."""
    letters = "".join(filter(str.isalnum, looks_like(name)))
    if len(letters) != len(STANDARD.name):
        return False
    other = sum(letter != own for letter, own in zip(letters, STANDARD.name, strict=True))
    return other <= min(FOREIGN, sum(not letter.isascii() for letter in name))


def _stored(  # noqa: PLR0917
    caller: Caller,
    setup: Setup,
    table_id: str,
    deal: tuple[tuple[int, ...], str],
    day: str | None = None,
    owner: str | None = None,
) -> StoredTable:
    cards, nonce = deal
    return StoredTable(
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


def _to_store(
    stored: StoredTable, setup: Setup, holdings: Sequence[Holding], handed_on: tuple[SeatsRead, ...] = ()
) -> TableToStore:
    return TableToStore(stored, len(setup.seats), tuple(holdings), setup.bots, stand_ins(setup), handed_on)
