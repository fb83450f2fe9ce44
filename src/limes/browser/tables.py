"""Tables in memory as their events make them, and what people do there; each event is durable first."""

import json
import time
from collections.abc import Callable

from limes.browser.storing import Action, Append, Create, Keep, Read, ReadAll, Stored, readable, unreadable
from limes.plain import PlainPosition
from limes.rules import ROUNDS, Turn
from limes.server import problems
from limes.server.entries import GIVEN_UP, Event, EventKind, StoredTable
from limes.server.game import Checked, Setup, Summary, Table, commitment, deal_cards, new_id, views
from limes.server.game.views import Json

RETRIES = 20  # how often an action is tried anew where another tab was quicker
OWNER = "here"
ELSEWHERE = "elsewhere"  # of a record that no table has written, so nobody knows who played
Choose = Callable[[str, Table, int], Turn]
Hear = Callable[[Table, list[str]], None]


class Tables:
    """Everybody at them sits at this browser: every person's seat is its own."""

    def __init__(self, choose: Choose, hear: Hear) -> None:
        self._choose = choose
        self._hear = hear
        self._tables: dict[str, Table] = {}

    def find(self, table_id: str) -> Action[Table]:
        """The table as it is now; another tab may have gone on with it."""
        table = self._tables.get(table_id)
        found = yield Read(table_id, table.last if table else 0)
        if found is None:
            self._tables.pop(table_id, None)
            raise problems.no_table()
        if table is None:
            table = readable(rebuilt, found)
            if table is None:
                raise unreadable()
            self._tables[table_id] = table
        else:
            for event in found.events:
                self._follow(table, event)
        return table

    def finished(self, table_id: str) -> Action[Table]:
        table = yield from self.find(table_id)
        if not table.finished:
            raise problems.not_finished()
        return table

    def rows(self) -> Action[list[Json]]:
        """All tables as a list shows them, the newest first."""
        tables = yield from self.all()
        for table in tables:
            yield keep(table)  # so that the next list needs none of them
        return [row(table) for table in reversed(tables)]

    def all(self) -> Action[list[Table]]:
        """The tables that can be read, the oldest first."""
        stored = yield ReadAll()
        tables = [table for each in stored if (table := readable(rebuilt, each))]
        return sorted(tables, key=lambda each: each.stored.created)

    def create(self, setup: Setup) -> Action[Table]:
        """A table whose cards are in an order that is fixed, and promised, before the first is turned up."""
        cards, nonce = deal_cards(setup.deck)
        stored = StoredTable(
            id=new_id(),
            created=time.time(),
            owner=OWNER,
            setup=setup.dumps(),
            cards=cards,
            nonce=nonce,
            commitment=commitment(cards, nonce),
            timed=setup.seconds is not None,
        )
        yield Create(stored)
        table = self._tables[stored.id] = rebuilt(Stored(stored, []))
        yield keep(table)
        return table

    def lay(self, table: Table, seat: int, number: int, text: str, attempt: int = 1) -> Action[int]:
        """A seat's turn of a round; gives the number of its event once it is durable."""
        for _ in range(RETRIES):
            repeated = table.repeated(seat, number, text, attempt)
            if repeated is not None:
                return repeated
            checked = table.checked(seat, number, text, attempt)
            event = _next(table, "turn", seat, number, str(checked.turn), attempt=attempt)
            if (yield from self._stored(table, event, checked)):
                return event.number
        raise problems.unexpected()

    def undo(self, table: Table, seat: int, number: int, attempt: int) -> Action[int]:
        """Take a laid turn back while its round waits for somebody else; gives the number of the event."""
        for _ in range(RETRIES):
            repeated = table.withdrawn.get((number, seat, attempt))
            if repeated is not None:
                return repeated
            table.check_undo(seat, number, attempt)
            event = _next(table, "undo", seat, number, attempt=attempt)
            if (yield from self._stored(table, event)):
                return event.number
        raise problems.unexpected()

    def give_up(self, table: Table) -> Action[None]:
        for _ in range(RETRIES):
            if table.over:
                raise problems.game_over()
            if (yield from self._stored(table, _next(table, "closed", body=GIVEN_UP))):
                return
        raise problems.unexpected()

    def rematch(self, table: Table) -> Action[str]:
        """The same people at a new table; once more, it is the same one unless that was given up."""
        if table.rematch is not None:
            try:
                again = yield from self.find(table.rematch)
            except problems.Problem:
                pass  # it was deleted
            else:
                if again.closed is None:
                    return again.id
        made = yield from self.create(table.setup)
        event = _next(table, "rematch", body=json.dumps({"table": made.id}))
        yield from self._stored(table, event)  # where another tab was quicker, there are two
        return made.id

    def bots_lay(self, table: Table) -> Action[None]:
        """What is due without anybody asking: bots, and stand-ins for those whose time is over."""
        while table.running:
            late = table.deadline is not None and table.deadline <= time.time()
            due = [seat for seat in table.waiting if late or table.seats[seat].kind == "bot"]
            if not due:
                return
            seat = due[0]
            stand_in = table.seats[seat].kind != "bot"
            bot = table.setup.stand_in if stand_in else table.seats[seat].bot
            turn = self._choose(bot, table, seat)
            attempt = table.attempt(seat)
            event = _next(table, "turn", seat, table.round, str(turn), attempt=attempt, stand_in=stand_in)
            yield from self._stored(table, event)

    def _stored(self, table: Table, event: Event, checked: Checked | None = None) -> Action[bool]:
        """Whether the event is durable and has happened; else the table is as another tab has made it."""
        if (yield Append(table.id, event)):
            self._follow(table, event, checked)
            yield keep(table)
            return True
        yield from self.find(table.id)
        return False

    def _follow(self, table: Table, event: Event, checked: Checked | None = None) -> None:
        before = table.round
        table.apply(event, checked)
        messages = [views.dumps(views.event(table, event))]
        if table.round != before and table.running:
            messages += [views.own_seat(table, seat) for seat in own_seats(table)]
        self._hear(table, messages)


def rebuilt(stored: Stored) -> Table:
    table = Table(stored.table, PlainPosition.start)
    for event in stored.events:
        table.apply(event)
    return table


def own_seats(table: Table) -> list[int]:
    """Those of all people, but nobody's where the game was played elsewhere."""
    if table.stored.owner == ELSEWHERE:
        return []
    return [number for number, seat in enumerate(table.seats) if seat.kind == "person"]


def own_view(table: Table) -> str:
    """The table as who sits here sees it, as JSON."""
    seen = views.dumps(views.public(table) | {"left": [], "invitation": None})
    yours = ",".join(views.own_seat(table, seat) for seat in own_seats(table))
    return f'{seen[:-1]},"yours":[{yours}]}}'


def keep(table: Table) -> Keep:
    return Keep(table.id, table.last, views.dumps(row(table)), own_view(table))


def row(table: Table) -> Json:
    own = own_seats(table)
    laid = len(table.rounds) * len(table.seats) + len(table.laid)
    return Summary.of(table).row(
        table.stored,
        yours=own,
        left=[],
        shown=(*own, 0)[0],
        owner=True,
        turns_left=ROUNDS * len(table.seats) - laid,
        closed=table.closed,
    )


def _next(
    table: Table,
    kind: EventKind,
    seat: int | None = None,
    number: int | None = None,
    turn: str | None = None,
    *,
    body: str | None = None,
    attempt: int = 1,
    stand_in: bool = False,
) -> Event:
    return Event(table.last + 1, kind, seat, number, turn, stand_in, body, time.time(), attempt)
