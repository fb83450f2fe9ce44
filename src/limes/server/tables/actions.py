"""What people do at tables: make one, take a seat, lay a card, hand a seat to a bot, play again."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass

from limes.bots import make_bot
from limes.rules import Game, LimesError
from limes.server import problems
from limes.server.entries import (
    GIVEN_UP,
    Claim,
    Entry,
    Held,
    Holders,
    Holding,
    NewLink,
    Stored,
    StoredTable,
    TableToStore,
    Taken,
    Withdrawn,
)
from limes.server.game import Seat, Setup, commitment, deal_cards, hidden, new_id
from limes.server.people import Caller, Signatures
from limes.server.problems import Problem
from limes.server.settings import Settings
from limes.server.store import Writer
from limes.server.tables.live import Live
from limes.server.tables.live_tables import LiveTables

TOKEN_LETTERS = 26
ATTEMPTS = 5


@dataclass(frozen=True)
class MadeTable:
    """A table that was made: its id, the tokens of the maker's seats, and the invitation to the open ones."""

    table: str
    tokens: dict[int, str]
    invitation: str


class Actions:
    """The actions, each checked against the table as it is and stored before it is answered."""

    def __init__(
        self, tables: LiveTables, writer: Writer, signatures: Signatures, settings: Settings
    ) -> None:
        self.tables = tables
        self.writer = writer
        self._signatures = signatures
        self._settings = settings

    async def create(self, guest: str, setup: Setup, known: tuple[int, ...] = ()) -> MadeTable:
        await self._check_limits(guest, tables=1, bots=setup.bots)
        persons = [number for number, seat in enumerate(setup.seats) if seat.kind == "person"]
        tokens = {number: new_id(TOKEN_LETTERS) for number in persons}
        holdings = [Holding(number, hidden(token), guest) for number, token in tokens.items()]
        table_id = new_id()
        self.tables.add(await self._store(guest, setup, holdings, table_id, known))
        await self.tables.live(table_id)
        return MadeTable(table_id, tokens, self._signatures.invitation(table_id))

    async def play_on(self, guest: str, game: Game, seat: int, number: int, name: str) -> MadeTable:
        """A table for one that begins with a round of a seat's game; later cards are drawn anew."""
        setup = Setup((_seat("person", name=name),), game.deck, game.variants)
        opened = await self.create(guest, setup, tuple(each.card for each in game.rounds[:number]))
        live = await self.tables.live(opened.table)
        for played, each in enumerate(game.rounds[: number - 1], start=1):
            await self.lay(live, 0, played, str(each.turns[seat]))
        return opened

    async def join(self, caller: Caller, table_id: str, seat: int, name: str, invitation: str) -> str:
        """Take an open seat; gives its token."""
        if not self._signatures.invites(table_id, invitation):
            raise problems.not_invited()
        live = await self.tables.live(table_id)
        taken = _seat("person", name=name)
        token = new_id(TOKEN_LETTERS)
        for _ in range(ATTEMPTS):
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
        handed = _seat("bot", bot=bot)
        own = seat in await self.held(caller, table_id)
        await self.up_to_date(live)
        for _ in range(ATTEMPTS):
            current = live.table.seat(seat)
            if live.table.over:
                raise problems.game_over()
            if current == handed:
                return
            if current.kind == "person" and not own:
                self._check_abandoned(live, seat)
            if current.kind != "bot":
                await self._check_limits(caller.guest, bots=1)
            holders: Holders = "replaced" if current.kind == "open" else "away"
            more_bots = int(current.kind != "bot")
            if await self._change_seat(live, seat, handed, holders=holders, more_bots=more_bots):
                return
        raise problems.seat_taken(seat)

    async def leave(self, caller: Caller, table_id: str) -> None:
        """Give up a game alone or against bots; in one with other people a bot takes over one's seats."""
        live = await self.tables.live(table_id)
        await self.up_to_date(live)
        for _ in range(ATTEMPTS):
            table = live.table
            held = await self.held(caller, table_id)
            if table.over:
                raise problems.game_over()
            if not held and table.stored.owner != caller.guest:
                raise problems.not_your_seat(0)
            if await self._left(live, held):
                return
            await self.tables.refresh(live)
        raise problems.unexpected()

    async def come_back(self, caller: Caller, table_id: str) -> list[int]:
        """The seats that one left, or lost for being away, while the game goes on."""
        live = await self.tables.live(table_id)
        await self.up_to_date(live)
        kept = await self.tables.kept_for(live, caller.guest)
        back = [seat for seat in kept if await self._seated_again(live, seat)]
        if not back:
            raise problems.nowhere_to_return()
        return back

    async def lay(self, live: Live, seat: int, number: int, text: str, attempt: int = 1) -> int:
        """A seat's turn of a round; gives the number of its event once it is durable."""
        table = live.table
        if number > table.round or not table.begun:
            await self.up_to_date(live)
        for _ in range(ATTEMPTS):
            repeated = table.repeated(seat, number, text, attempt)
            if repeated is not None:
                return repeated
            checked = table.checked(seat, number, text, attempt)
            turn = str(checked.turn)
            entry = Entry(
                table.id,
                "turn",
                seat,
                number,
                turn,
                attempt=attempt,
                known=table.last,
                checked=checked,
            )
            match await self.writer.append(entry):
                case Stored(event):
                    return event.number
                case Taken(stored, laid) if laid == turn:
                    return stored
                case Taken():
                    raise problems.already_laid(number)
                case Withdrawn():
                    raise problems.withdrawn(number)
            await self.tables.refresh(live)
        raise problems.unexpected()

    async def undo(self, live: Live, seat: int, number: int, attempt: int) -> int:
        """Take a laid turn back while its round waits for somebody else; gives the number of the event."""
        table = live.table
        for _ in range(ATTEMPTS):
            repeated = table.withdrawn.get((number, seat, attempt))
            if repeated is not None:
                return repeated
            table.check_undo(seat, number, attempt)
            entry = Entry(table.id, "undo", seat, number, attempt=attempt, expected=table.last)
            outcome = await self.writer.append(entry)
            if isinstance(outcome, Stored):
                return outcome.event.number
            await self.tables.refresh(live)
        raise problems.unexpected()

    async def rematch(self, caller: Caller, table_id: str) -> str:
        """The same people at a new table; who asks second is led to the table of who asked first."""
        live = await self.finished(table_id)
        held = await self.held(caller, table_id)
        if not held and live.table.stored.owner != caller.guest:
            raise problems.not_your_seat(0)
        again = self._signatures.rematch(table_id)
        if live.table.rematch is None:
            await self.up_to_date(live)
        if live.table.rematch is None:
            await self._check_limits(caller.guest, tables=1, bots=live.table.setup.bots)
            holdings = [
                holding
                for holding in await self.tables.read(self.tables.log.all_holdings, table_id)
                if live.table.seats[holding.seat].kind == "person"
            ]
            await self._store(caller.guest, live.table.setup, holdings, again)
            await self.tables.live(again)  # who asked first may have made it, with another order of the cards
        for _ in range(ATTEMPTS):
            entry = Entry(table_id, "rematch", body=json.dumps({"table": again}), expected=live.table.last)
            if live.table.rematch or isinstance(await self.writer.append(entry), Stored):
                break
            await self.tables.refresh(live)
        return again

    async def finished(self, table_id: str) -> Live:
        """A table whose game is over."""
        live = await self.tables.live(table_id)
        if not live.table.finished:
            await self.up_to_date(live)
        if not live.table.finished:
            raise problems.not_finished()
        return live

    async def up_to_date(self, live: Live) -> None:
        """Read the log before refusing: another process may have gone on with the table."""
        if self.tables.log.shared:
            await self.tables.refresh(live)

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
                bot = _seat("bot", bot=table.setup.stand_in)
                done = await self._change_seat(live, seat, bot, holders="away", more_bots=1)
            else:
                done = await self._change_seat(live, seat, Seat())
            if not done:
                return False
        return True

    async def _seated_again(self, live: Live, seat: int) -> bool:
        for _ in range(ATTEMPTS):
            table = live.table
            if table.over or table.seat(seat).kind != "bot" or seat not in table.names_left:
                return False
            person = _seat("person", name=table.names_left[seat])
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

    async def _check_limits(self, guest: str, tables: int = 0, bots: int = 0) -> None:
        most, most_bots = self._settings.tables_a_guest, self._settings.bots_a_guest
        owned, seated = await self.tables.read(self.tables.log.count_unfinished, guest)
        if tables and owned + tables > most:
            raise problems.too_many_tables(most)
        if bots and seated + bots > most_bots:
            raise problems.too_many_bots(most_bots)

    async def _store(
        self,
        owner: str,
        setup: Setup,
        holdings: Sequence[Holding],
        table_id: str,
        known: tuple[int, ...] = (),
    ) -> StoredTable:
        cards, nonce = deal_cards(setup.deck, known)
        stored = StoredTable(
            id=table_id,
            created=time.time(),
            owner=owner,
            setup=setup.dumps(),
            cards=cards,
            nonce=nonce,
            commitment=commitment(cards, nonce),
            timed=setup.seconds is not None,
        )
        await self.writer.create(TableToStore(stored, len(setup.seats), tuple(holdings), setup.bots))
        return stored


def _seat(kind: str, name: str = "", bot: str = "") -> Seat:
    try:
        if kind == "bot":
            make_bot(bot)
        return Seat(kind, name, bot)  # type: ignore[arg-type]
    except LimesError as error:
        raise problems.refused(error, "bad_seat") from None
