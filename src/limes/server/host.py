"""What people do at tables: make one, take a seat, lay a card, hand a seat to a bot, play again."""

import json
import time
from dataclasses import dataclass, replace

from limes.rules import Game, LimesError
from limes.server import problems
from limes.server.deal import commitment, deal, hidden, new_id
from limes.server.entries import Entry, Holding, NewTable, Stored, StoredTable, Taken
from limes.server.guests import Caller, Signatures
from limes.server.live import Live
from limes.server.lobby import Lobby
from limes.server.settings import Settings
from limes.server.setup import Seat, Setup
from limes.server.writer import Writer

TOKEN_LETTERS = 26
ATTEMPTS = 5


@dataclass(frozen=True)
class Opened:
    """A table that was made: its id, the tokens of the maker's seats, and the invitation to the open ones."""

    table: str
    tokens: dict[int, str]
    invitation: str


class Host:
    """The actions, each checked against the table as it is and stored before it is answered."""

    def __init__(self, lobby: Lobby, writer: Writer, signatures: Signatures, settings: Settings) -> None:
        self.lobby = lobby
        self.writer = writer
        self._signatures = signatures
        self._settings = settings

    async def create(self, guest: str, setup: Setup, known: tuple[int, ...] = ()) -> Opened:
        most = self._settings.tables_a_guest
        if await self.lobby.read(self.lobby.log.count_unfinished, guest) >= most:
            raise problems.too_many_tables(most)
        persons = [number for number, seat in enumerate(setup.seats) if seat.kind == "person"]
        tokens = {number: new_id(TOKEN_LETTERS) for number in persons}
        return await self._store(guest, setup, tokens, {number: [guest] for number in persons}, known=known)

    async def play_on(self, guest: str, game: Game, seat: int, number: int, name: str) -> Opened:
        """A table for one that begins with a round of a seat's game; later cards are drawn anew."""
        setup = Setup((_seat("person", name=name),), game.deck, game.variants)
        past = game.rounds[: number - 1]
        opened = await self.create(guest, setup, tuple(each.card for each in game.rounds[:number]))
        live = await self.lobby.live(opened.table)
        for played, each in enumerate(past, start=1):
            await self.lay(live, 0, played, str(each.turns[seat]))
        return opened

    async def join(self, caller: Caller, table_id: str, seat: int, name: str, invitation: str) -> str:
        """Take an open seat; gives its token."""
        if not self._signatures.invites(table_id, invitation):
            raise problems.not_invited()
        live = await self.lobby.live(table_id)
        taken = _seat("person", name=name)
        token = new_id(TOKEN_LETTERS)
        for _ in range(ATTEMPTS):
            if live.table.seat(seat).kind != "open":
                raise problems.seat_taken(seat)
            if await self._change_seat(live, seat, taken, caller.guest, token):
                return token
        raise problems.seat_taken(seat)

    async def claim(self, caller: Caller, table_id: str, token: str) -> int:
        """A guest holds the seat of a private link from now on, on this device too."""
        held = await self.lobby.read(self.lobby.log.holdings, table_id, None, hidden(token))
        if not held:
            raise problems.not_invited()
        await self.lobby.read(self.lobby.log.hold, table_id, Holding(held[0], guest=caller.guest))
        return held[0]

    async def new_token(self, caller: Caller, table_id: str, seat: int) -> str:
        """A new private link to a seat that one holds; the link before it leads nowhere any more."""
        await self.require_seat(caller, table_id, seat)
        token = new_id(TOKEN_LETTERS)
        await self.lobby.read(self.lobby.log.hold, table_id, Holding(seat, hidden(token)))
        return token

    async def hand_over(self, caller: Caller, table_id: str, seat: int, bot: str) -> None:
        """The owner gives an open or abandoned seat to a bot."""
        live = await self.lobby.live(table_id)
        if live.table.stored.owner != caller.guest:
            raise problems.not_the_owner()
        for _ in range(ATTEMPTS):
            current = live.table.seat(seat)
            if live.table.finished:
                raise problems.game_over()
            handed = _seat("bot", bot=bot)
            if current == handed or await self._change_seat(live, seat, handed):
                return
        raise problems.seat_taken(seat)

    async def lay(self, live: Live, seat: int, number: int, text: str) -> int:
        """A seat's turn of a round; gives the number of its event once it is durable."""
        table = live.table
        if number > table.round and table.begun:
            await self.lobby.refresh(live)  # another process may have opened that round
        repeated = table.repeated(seat, number, text)
        if repeated is not None:
            return repeated
        turn = str(table.checked(seat, number, text))
        outcome = await self.writer.append(Entry(table.id, "turn", seat, number, turn))
        match outcome:
            case Stored(event):
                return event.number
            case Taken(stored, laid) if laid == turn:
                return stored
            case Taken():
                raise problems.already_laid(number)
        raise problems.no_table()

    async def rematch(self, caller: Caller, table_id: str) -> str:
        """The same people at a new table; who asks second is led to the table of who asked first."""
        live = await self.lobby.live(table_id)
        if not live.table.finished:
            raise problems.not_finished()
        held = await self.held(caller, table_id)
        if not held and live.table.stored.owner != caller.guest:
            raise problems.not_your_seat(0)
        again = self._signatures.rematch(table_id)
        guests = {
            seat: await self.lobby.read(self.lobby.log.guests_of, table_id, seat)
            for seat, who in enumerate(live.table.seats)
            if who.kind == "person"
        }
        await self._store(caller.guest, live.table.setup, {}, guests, again)
        entry = Entry(table_id, "rematch", body=json.dumps({"table": again}), expected=live.table.last)
        while not live.table.rematch and not isinstance(await self.writer.append(entry), Stored):
            await self.lobby.refresh(live)
            entry = replace(entry, expected=live.table.last)
        return again

    async def held(self, caller: Caller, table_id: str) -> list[int]:
        """The seats that the caller holds, by cookie or by token."""
        return await self.lobby.read(self.lobby.log.holdings, table_id, caller.guest, caller.token_hash)

    async def require_seat(self, caller: Caller, table_id: str, seat: int) -> Live:
        live = await self.lobby.live(table_id)
        live.table.seat(seat)
        if seat not in await self.held(caller, table_id):
            raise problems.not_your_seat(seat)
        return live

    async def _change_seat(
        self, live: Live, seat: int, taken: Seat, guest: str | None = None, token: str | None = None
    ) -> bool:
        """Whether the seat changed hands; not if the table changed meanwhile, and then it is up to date."""
        entry = Entry(
            live.table.id,
            "seat",
            seat,
            body=json.dumps(taken.as_json()),
            expected=live.table.last,
            holder=guest,
            token_hash=hidden(token) if token else None,
        )
        if isinstance(await self.writer.append(entry), Stored):
            return True
        await self.lobby.refresh(live)
        return False

    async def _store(
        self,
        owner: str,
        setup: Setup,
        tokens: dict[int, str],
        guests: dict[int, list[str]],
        table_id: str | None = None,
        *,
        known: tuple[int, ...] = (),
    ) -> Opened:
        cards, nonce = deal(setup.deck, known)
        stored = StoredTable(
            id=table_id or new_id(),
            created=time.time(),
            owner=owner,
            setup=setup.dumps(),
            cards=cards,
            nonce=nonce,
            commitment=commitment(cards, nonce),
            timed=setup.seconds is not None,
        )
        holdings = [Holding(seat, hidden(token)) for seat, token in tokens.items()]
        holdings += [Holding(seat, guest=guest) for seat, held in guests.items() for guest in held]
        await self.writer.create(NewTable(stored, len(setup.seats), tuple(holdings)))
        if table_id:
            await self.lobby.live(table_id)  # who asked first made it, with another order of the cards
        else:
            self.lobby.add(stored)
        return Opened(stored.id, tokens, self._signatures.invitation(stored.id))


def _seat(kind: str, name: str = "", bot: str = "") -> Seat:
    try:
        return Seat(kind, name, bot)  # type: ignore[arg-type]
    except LimesError as error:
        raise problems.refused(error, "bad_seat") from None
