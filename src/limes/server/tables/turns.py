"""Turns: a card laid, and a laid one taken back."""

import time

from limes.server import problems
from limes.server.calendar import end_of
from limes.server.entries import Entry, Stored, Taken, Withdrawn
from limes.server.game import earned_with
from limes.server.store import Writer
from limes.server.tables.live import AGAIN, RETRIES, Holder, Live
from limes.server.tables.live_tables import LiveTables

UNKNOWN = -1  # no event: it has to be asked again who holds a seat


class Turns:
    """Each checked against the table as it is, and stored before it is answered."""

    def __init__(self, tables: LiveTables, writer: Writer) -> None:
        self.tables = tables
        self.writer = writer

    async def lay(  # noqa: PLR0917
        self, live: Live, holder: Holder, seat: int, number: int, text: str, attempt: int = 1
    ) -> int:
        """A seat's turn of a round; gives the number of its event once it is durable."""
        table = live.table
        known = holder.known
        table.seat(seat)
        until = end_of(table.stored.day) if table.stored.day else None
        if number > table.round or not table.begun or seat in table.laid or attempt != table.attempt(seat):
            await self.tables.up_to_date(live)
        for _ in range(RETRIES):
            known = await self._still_held(live, holder, seat, known)
            repeated = table.repeated(seat, number, text, attempt)
            if repeated is not None:
                return repeated
            checked = table.checked(seat, number, text, attempt)
            if until is not None and time.time() >= until:
                raise problems.day_over()
            turn = str(checked.turn)
            entry = Entry(
                table.id,
                "turn",
                seat,
                number,
                turn,
                attempt=attempt,
                known=table.last,
                by_holder=True,
                by_link=holder.by_link,
                earned=earned_with(table, seat, checked.turn),
                until=until,
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
            known = UNKNOWN
        raise problems.busy(AGAIN)

    async def undo(self, live: Live, holder: Holder, seat: int, number: int, attempt: int) -> int:
        """Take a laid turn back while its round waits for somebody else; gives the number of the event."""
        table = live.table
        known = holder.known
        await self.tables.up_to_date(live)
        for _ in range(RETRIES):
            known = await self._still_held(live, holder, seat, known)
            repeated = table.withdrawn.get((number, seat, attempt))
            if repeated is not None:
                return repeated
            table.check_undo(seat, number, attempt)
            if live.time_is_over():  # else somebody with several seats could keep the round open
                raise problems.time_over(number)
            entry = Entry(
                table.id,
                "undo",
                seat,
                number,
                attempt=attempt,
                by_link=holder.by_link,
                expected=table.last,
            )
            outcome = await self.writer.append(entry)
            if isinstance(outcome, Stored):
                return outcome.event.number
            await self.tables.refresh(live)
            known = UNKNOWN
        raise problems.busy(AGAIN)

    async def _still_held(self, live: Live, holder: Holder, seat: int, known: int) -> int:
        """The event up to which it is known that the seat is theirs; `Problem` where it is not any more.

        The log is asked only if others may hold it since then.
        """
        table = live.table
        while table.holders_changed.get(seat, 0) > known:
            last = table.last
            log = self.tables.log
            if seat not in await self.tables.read(log.holdings, table.id, holder.guest, holder.token_hash):
                raise problems.not_your_seat(seat)
            known = last
        return known
