"""Seats: taken, held on several devices, handed to a bot, left and taken again."""

import json
import time
from collections.abc import Awaitable, Callable, Sequence

from limes.bots import make_bot
from limes.rules import ROUNDS, LimesError
from limes.server import problems
from limes.server.calendar import is_over
from limes.server.entries import GIVEN_UP, SEAT_CHANGES, ByLink, Entry, EventKind, Holders, Stored
from limes.server.game import Seat, Table, check_name, counts_for, hidden, new_id
from limes.server.people import Caller, Signatures
from limes.server.store import Writer
from limes.server.tables.live import AGAIN, RETRIES, Holder, Live
from limes.server.tables.live_tables import LiveTables
from limes.server.tables.presence import DAY, Presence
from limes.server.tables.quota import Quota

TOKEN_LETTERS = 26
Check = Callable[[Table], Awaitable[None]]


class Seats:
    """Each change is checked against the table as it is, and stored before it is answered."""

    def __init__(
        self, tables: LiveTables, writer: Writer, signatures: Signatures, quota: Quota, presence: Presence
    ) -> None:
        self.tables = tables
        self.writer = writer
        self._signatures = signatures
        self._quota = quota
        self.presence = presence

    async def join(self, caller: Caller, table_id: str, seat: int, name: str, invitation: str) -> str:
        """Take an open seat; gives its token."""
        live = await self.tables.live(table_id)
        token = new_id(TOKEN_LETTERS)
        if not self._invites(live, invitation):
            await self.tables.up_to_date(live)
        for _ in range(RETRIES):
            if not self._invites(live, invitation):
                raise problems.not_invited()
            if live.table.over:
                raise problems.game_over()
            if live.table.seat(seat).kind != "open":
                if seat in await self.tables.read(self.tables.log.holdings, table_id, None, hidden(token)):
                    return token  # stored, though the connection to the log broke before it said so
                raise problems.seat_taken(seat)
            live.table.check_changes(seat)
            left = [Seat("person", kept) for kept in live.table.names_left.values()]
            taken = seat_of("person", name=name, others=(*live.table.seats, *left))
            if await self._change_seat(live, seat, taken, by=caller, token=token):
                self.presence.note_newcomer(table_id, caller)
                return token
        raise problems.seat_taken(seat)

    async def hand_over(self, caller: Caller, table_id: str, seat: int, bot: str, check: Check) -> None:
        """The owner gives an open seat, an own one or an abandoned one to a bot, if `check` allows it for the
        table as it is then."""
        live = await self.tables.live(table_id)
        if live.table.stored.owner != caller.guest:
            raise problems.not_the_owner()
        if live.table.stored.day is not None:
            raise problems.day_kept()
        handed = seat_of("bot", bot=bot)
        await self.tables.up_to_date(live)
        for _ in range(RETRIES):
            known = live.table.last
            await check(live.table)
            own = seat in await self.held(caller, table_id)
            current = live.table.seat(seat)
            if live.table.last != known:
                continue
            if live.table.over:
                raise problems.game_over()
            if current == handed:
                return
            live.table.check_changes(seat)
            away = current.kind == "person" and not own
            unseen = await self._abandoned(live, seat) if away else None
            holders: Holders = "replaced" if current.kind == "open" else "away"
            more_bots = int(current.kind != "bot")
            async with self._quota.room(caller, bots=more_bots):
                if live.table.last != known:
                    continue  # what was checked may no longer hold
                if await self._change_seat(
                    live,
                    seat,
                    handed,
                    holders=holders,
                    more_bots=more_bots,
                    unseen=unseen,
                    by_link=caller.by_link if own else None,
                ):
                    return
        raise problems.seat_taken(seat)

    async def turn_out(self, caller: Caller, table_id: str, seat: int) -> None:
        """Before the first card the owner frees somebody's seat; the invitation becomes another one."""
        live = await self.tables.live(table_id)
        if live.table.stored.owner != caller.guest:
            raise problems.not_the_owner()
        await self.tables.up_to_date(live)
        for _ in range(RETRIES):
            if live.table.over:
                raise problems.game_over()
            if live.table.begun:
                raise problems.already_begun()
            if live.table.seat(seat).kind != "person":
                return
            if await self._change_seat(live, seat, Seat(), kind="turned_out"):
                return
        raise problems.busy(AGAIN)

    async def leave(self, caller: Caller, table_id: str) -> None:
        """Give up a game alone or against bots; in one with other people a bot takes over one's seats. Before
        the first card the table is its owner's, and whoever was invited only makes room for others."""
        live = await self.tables.live(table_id)
        day = live.table.stored.day
        if day is not None and not is_over(day):
            raise problems.day_kept()
        await self.tables.up_to_date(live)
        for _ in range(RETRIES):
            table = live.table
            known = table.last
            held = await self.held(caller, table_id)
            if table.last != known:
                continue  # a seat may have changed hands between the two
            if table.over:
                raise problems.game_over()
            alone = all(seat.kind != "person" or number in held for number, seat in enumerate(table.seats))
            owner = table.stored.owner == caller.guest
            if not held and not (alone and owner):
                raise problems.nothing_to_leave()
            if await self._left(live, held, caller.by_link, gives_up=alone and (owner or table.begun)):
                return
            await self.tables.refresh(live)
        raise problems.busy(AGAIN)

    async def come_back(self, caller: Caller, table_id: str) -> list[int]:
        """The seats that one left, or lost for being away, while the game goes on."""
        live = await self.tables.live(table_id)
        await self.tables.up_to_date(live)
        kept = await self.tables.kept_for(live, caller.guest)
        back = [seat for seat in kept if await self._seated_again(live, seat)]
        if not back and kept:  # another device may have been quicker
            back = [seat for seat in await self.held(caller, table_id) if seat in kept]
        if not back:
            raise problems.nowhere_to_return()
        self.presence.note_newcomer(table_id, caller)
        return back

    async def held(self, caller: Caller, table_id: str) -> list[int]:
        """The seats that the caller, who is there, holds by cookie or by token."""
        log = self.tables.log
        held = await self.tables.read(log.holdings, table_id, caller.guest, caller.token_hash)
        if held:
            self.presence.note(table_id, caller)
        return held

    async def look(self, caller: Caller, table_id: str) -> None:
        """The caller asks for what everybody may see, and may hold a seat there."""
        known = not caller.new or caller.token_hash
        if known and self.presence.due(table_id, caller):
            await self.held(caller, table_id)

    async def require_seat(self, caller: Caller, table_id: str, seat: int) -> Live:
        live, _holder = await self.holder(caller, table_id, seat)
        return live

    async def holder(self, caller: Caller, table_id: str, seat: int) -> tuple[Live, Holder]:
        """The caller, who must hold the seat, for what is done there."""
        live = await self.tables.live(table_id)
        live.table.seat(seat)
        known = live.table.last
        if seat not in await self.held(caller, table_id):
            raise problems.not_your_seat(seat)
        return live, Holder(caller.guest, caller.token_hash, known)

    def _invites(self, live: Live, invitation: str) -> bool:
        return self._signatures.invites(live.table.id, invitation, live.table.turned_out)

    async def _left(self, live: Live, held: list[int], by_link: ByLink | None, gives_up: bool) -> bool:
        """Whether it is done; not if the table changed meanwhile."""
        table = live.table
        if gives_up:
            entry = Entry(table.id, "closed", body=GIVEN_UP, expected=table.last, by_link=by_link)
            return isinstance(await self.writer.append(entry), Stored)
        for seat in held:
            if table.begun:
                bot = seat_of("bot", bot=table.setup.stand_in)
                done = await self._change_seat(live, seat, bot, holders="away", more_bots=1, by_link=by_link)
            else:
                done = await self._change_seat(live, seat, Seat(), by_link=by_link)
            if not done:
                return False
        return True

    async def _seated_again(self, live: Live, seat: int) -> bool:
        for _ in range(RETRIES):
            table = live.table
            if table.over or table.seat(seat).kind != "bot" or seat not in table.names_left:
                return False
            table.check_changes(seat)
            person = Seat("person", table.names_left[seat])
            if await self._change_seat(live, seat, person, holders="back", more_bots=-1):
                return True
        return False

    async def _change_seat(
        self,
        live: Live,
        seat: int,
        taken: Seat,
        *,
        holders: Holders = "replaced",
        by: Caller | None = None,
        token: str | None = None,
        more_bots: int = 0,
        unseen: float | None = None,
        by_link: ByLink | None = None,
        kind: EventKind = "seat",
    ) -> bool:
        """Whether the seat changed hands; not if the table changed meanwhile, and then it is up to date."""
        table = live.table
        entry = Entry(
            table.id,
            kind,
            seat,
            body=json.dumps(taken.as_json()),
            expected=table.last,
            holders=holders,
            holder=by.guest if by else None,
            token_hash=hidden(token) if token else None,
            network=(by.network or None) if by else None,
            more_bots=more_bots,
            unseen=unseen,
            by_link=by_link,
            counts_for=counts_for(table, seat, taken) if _last_card_lies(table, seat) else None,
        )
        if isinstance(await self.writer.append(entry), Stored):
            return True
        await self.tables.refresh(live)
        return False

    async def _abandoned(self, live: Live, seat: int) -> float:
        """The moment since which nobody may have been seen for the seat; `Problem` if somebody was."""
        table, days = live.table, self.presence.patience / DAY
        if table.deadline is not None:
            problem = problems.time_not_over(seat)
            since = _time_ran_out(table, seat)
        else:
            problem = problems.not_abandoned(seat, days)
            since = time.time() - self.presence.patience
            there = (event.at for event in table.events if event.seat == seat and not event.stand_in)
            if max(there, default=table.stored.created) > since:  # nobody can have come before it was made
                raise problem
        if since is None or seat in live.present() or self.presence.clock.jumped_lately():
            raise problem
        unseen = since - self.presence.overlooked
        devices = await self.tables.read(self.tables.log.devices, table.id, seat)
        if any(device.seen > unseen for device in devices):
            raise problem
        return unseen


def _last_card_lies(table: Table, seat: int) -> bool:
    return table.round == ROUNDS and seat in table.laid


def _time_ran_out(table: Table, seat: int) -> float | None:
    """When a stand-in laid for the seat, if that was its last turn and the same person sits there still."""
    for event in reversed(table.events):
        if event.seat == seat and event.kind in ("turn", *SEAT_CHANGES):
            return event.at if event.kind == "turn" and event.stand_in else None
    return None


def seat_of(kind: str, name: str = "", bot: str = "", others: Sequence[Seat] = ()) -> Seat:
    """A seat that somebody asks for; `Problem` says what is wrong with the name or the bot."""
    try:
        if kind == "bot":
            make_bot(bot)
        elif kind == "person":
            check_name(name, [other.name for other in others if other.name])
        return Seat(kind, name, bot)  # type: ignore[arg-type]
    except LimesError as error:
        raise problems.refused(error, "bad_seat") from None
