"""Seats: taken, held on several devices, handed to a bot, left and taken again."""

import json
import time

from limes.bots import make_bot
from limes.rules import LimesError
from limes.server import problems
from limes.server.entries import GIVEN_UP, Claim, Entry, Held, Holders, NewLink, Stored
from limes.server.game import Seat, hidden, new_id
from limes.server.people import Caller, Signatures
from limes.server.problems import Problem
from limes.server.settings import Settings
from limes.server.store import Writer
from limes.server.tables.live import RETRIES, Live
from limes.server.tables.live_tables import LiveTables
from limes.server.tables.quota import Quota

TOKEN_LETTERS = 26


class Seats:
    """Each change is checked against the table as it is, and stored before it is answered."""

    def __init__(
        self, tables: LiveTables, writer: Writer, signatures: Signatures, quota: Quota, settings: Settings
    ) -> None:
        self.tables = tables
        self.writer = writer
        self._signatures = signatures
        self._quota = quota
        self._settings = settings

    async def join(self, caller: Caller, table_id: str, seat: int, name: str, invitation: str) -> str:
        """Take an open seat; gives its token."""
        if not self._signatures.invites(table_id, invitation):
            raise problems.not_invited()
        live = await self.tables.live(table_id)
        taken = seat_of("person", name=name)
        token = new_id(TOKEN_LETTERS)
        for _ in range(RETRIES):
            if live.table.over:
                raise problems.game_over()
            if live.table.seat(seat).kind != "open":
                if seat in await self.tables.read(self.tables.log.holdings, table_id, None, hidden(token)):
                    return token  # stored, though the connection to the log broke before it said so
                raise problems.seat_taken(seat)
            if await self._change_seat(live, seat, taken, guest=caller.guest, token=token):
                return token
        raise problems.seat_taken(seat)

    async def claim(self, caller: Caller, table_id: str, token: str) -> int:
        """A guest holds the seat of a private link from now on, on this device too."""
        return await self._hold(Claim(table_id, hidden(token), caller.guest), problems.not_invited())

    async def new_token(self, caller: Caller, table_id: str, seat: int) -> str:
        """A new private link to a seat that one holds; the link before it leads nowhere any more."""
        await self.require_seat(caller, table_id, seat)
        token = new_id(TOKEN_LETTERS)
        link = NewLink(table_id, seat, hidden(token), caller.guest, caller.token_hash)
        await self._hold(link, problems.not_your_seat(seat))
        return token

    async def hand_over(self, caller: Caller, table_id: str, seat: int, bot: str) -> None:
        """The owner gives an open seat, an own one or an abandoned one to a bot."""
        live = await self.tables.live(table_id)
        if live.table.stored.owner != caller.guest:
            raise problems.not_the_owner()
        handed = seat_of("bot", bot=bot)
        await self.tables.up_to_date(live)
        for _ in range(RETRIES):
            known = live.table.last
            own = seat in await self.held(caller, table_id)
            current = live.table.seat(seat)
            if live.table.last != known:
                continue
            if live.table.over:
                raise problems.game_over()
            if current == handed:
                return
            if current.kind == "person" and not own:
                self._check_abandoned(live, seat)
            holders: Holders = "replaced" if current.kind == "open" else "away"
            more_bots = int(current.kind != "bot")
            async with self._quota.room(caller, bots=more_bots):
                if await self._change_seat(live, seat, handed, holders=holders, more_bots=more_bots):
                    return
        raise problems.seat_taken(seat)

    async def leave(self, caller: Caller, table_id: str) -> None:
        """Give up a game alone or against bots; in one with other people a bot takes over one's seats."""
        live = await self.tables.live(table_id)
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
            if not held and not (alone and table.stored.owner == caller.guest):
                raise problems.nothing_to_leave()
            if await self._left(live, held):
                return
            await self.tables.refresh(live)
        raise problems.unexpected()

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
        return back

    async def held(self, caller: Caller, table_id: str) -> list[int]:
        """The seats that the caller holds, by cookie or by token."""
        return await self.tables.read(self.tables.log.holdings, table_id, caller.guest, caller.token_hash)

    async def require_seat(self, caller: Caller, table_id: str, seat: int) -> Live:
        live = await self.tables.live(table_id)
        live.table.seat(seat)
        if seat not in await self.held(caller, table_id):
            raise problems.not_your_seat(seat)
        return live

    async def _hold(self, link: Claim | NewLink, refusal: Problem) -> int:
        """The seat that is held, checked and written in one transaction."""
        outcome = await self.writer.link(link)
        if not isinstance(outcome, Held):
            raise refusal
        self.tables.seat_again_soon(link.table_id)
        return outcome.seat

    async def _left(self, live: Live, held: list[int]) -> bool:
        """Whether it is done; not if the table changed meanwhile."""
        table = live.table
        others = any(seat.kind == "person" and number not in held for number, seat in enumerate(table.seats))
        if not others:
            entry = Entry(table.id, "closed", body=GIVEN_UP, expected=table.last)
            return isinstance(await self.writer.append(entry), Stored)
        for seat in held:
            if table.begun:
                bot = seat_of("bot", bot=table.setup.stand_in)
                done = await self._change_seat(live, seat, bot, holders="away", more_bots=1)
            else:
                done = await self._change_seat(live, seat, Seat())
            if not done:
                return False
        return True

    async def _seated_again(self, live: Live, seat: int) -> bool:
        for _ in range(RETRIES):
            table = live.table
            if table.over or table.seat(seat).kind != "bot" or seat not in table.names_left:
                return False
            person = seat_of("person", name=table.names_left[seat])
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
        guest: str | None = None,
        token: str | None = None,
        more_bots: int = 0,
    ) -> bool:
        """Whether the seat changed hands; not if the table changed meanwhile, and then it is up to date."""
        entry = Entry(
            live.table.id,
            "seat",
            seat,
            body=json.dumps(taken.as_json()),
            expected=live.table.last,
            holders=holders,
            holder=guest,
            token_hash=hidden(token) if token else None,
            more_bots=more_bots,
        )
        if isinstance(await self.writer.append(entry), Stored):
            return True
        await self.tables.refresh(live)
        return False

    def _check_abandoned(self, live: Live, seat: int) -> None:
        seconds = self._settings.abandoned_seconds
        lately = time.time() - seconds
        here = seat in live.present() or any(
            event.seat == seat and not event.stand_in and event.at > lately for event in live.table.events
        )
        if here:
            raise problems.not_abandoned(seat, max(1.0, seconds / 60))


def seat_of(kind: str, name: str = "", bot: str = "") -> Seat:
    """A seat that somebody asks for; `Problem` says what is wrong with the name or the bot."""
    try:
        if kind == "bot":
            make_bot(bot)
        return Seat(kind, name, bot)  # type: ignore[arg-type]
    except LimesError as error:
        raise problems.refused(error, "bad_seat") from None
