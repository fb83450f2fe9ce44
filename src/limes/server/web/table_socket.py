"""A table live: numbered events as they happen, turns acknowledged once they are durable."""

import asyncio
import re
import time
from contextlib import suppress

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from limes.rules import LimesError
from limes.server import problems
from limes.server.game import views
from limes.server.letting_go import let_go
from limes.server.limits import Rate
from limes.server.people import Caller
from limes.server.problems import Problem
from limes.server.protocol.requests import ClientMessage, PingMessage, TurnMessage, UndoMessage
from limes.server.services import Services
from limes.server.tables import MOST_WAITING, Live, Watcher
from limes.server.web.answers import said
from limes.server.web.guard import address_of
from limes.server.web.statuses import status_of
from limes.server.web.table_routes import TABLE_ID, own_table

TRY_LATER = 1013
UNSUPPORTED = 1003
NOT_HEEDED = 1008
MOST_REFUSED = 20  # messages in a row that came too fast; then the client is not heard any more
MOST_MISSED = MOST_WAITING // 2  # events that are sent one by one; the rest is for the seats and what follows
REFUSED = 4000  # and the HTTP status
GONE = (WebSocketDisconnect, RuntimeError)  # raised by whatever is sent after the client closed the socket


async def table_socket(socket: WebSocket) -> None:
    """`/api/tables/TABLE/socket?after=N&lang=de`: what happened after event N, or all of the table."""
    services: Services = socket.app.state.services
    caller: Caller = socket.scope["state"]["caller"]
    table_id = socket.path_params["table"]
    await socket.accept()
    try:
        if not re.fullmatch(TABLE_ID, table_id):  # some databases cannot even be asked for some texts
            raise problems.no_table()
        async with services.tables.staying(table_id) as live:
            after = _after(socket)
            if after is not None and after > live.table.last:
                await services.tables.up_to_date(live)
            known = live.table.last
            left = await services.tables.kept_for(live, caller.guest)
            held = await services.seats.held(caller, table_id)  # late: a link may end while the rest is read
            await services.days.check_visible(caller, live.table)
            watcher = Watcher(held, caller.guest, caller.token_hash, known, left)
            _welcome(services, live, watcher, caller, left, after)
            # A seat may have changed hands while its holders were read, and a link ends without an event.
            if live.table.last != known or caller.token_hash:
                services.tables.seat_again_soon(table_id)
            await _Conversation(socket, services, live, watcher, caller).run()
    except Problem as problem:
        await _refuse(socket, problem)
    except LimesError as error:  # the table cannot be replayed
        await _refuse(socket, problems.refused(error, "refused"))


class _Conversation:
    """One client's socket: a task sends what happens, the loop reads what the client does."""

    def __init__(
        self, socket: WebSocket, services: Services, live: Live, watcher: Watcher, caller: Caller
    ) -> None:
        self._socket = socket
        self._services = services
        self._live = live
        self._watcher = watcher
        self._caller = caller
        self._address = address_of(socket.scope)
        self._refused = 0

    async def run(self) -> None:
        sending = asyncio.create_task(self._send())
        try:
            while True:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    break
                if message.get("text") is None:
                    with suppress(*GONE):
                        await self._socket.close(UNSUPPORTED, "text only")
                    break
                if self._watcher.closing is None:
                    await self._hear(message["text"])
        finally:
            sending.cancel()
            self._services.tables.leave(self._live, self._watcher)

    async def _send(self) -> None:
        with suppress(*GONE):
            while (messages := await self._watcher.next()) is not None:
                await self._socket.send_text(self._unless_banned(messages))
            await self._socket.close(TRY_LATER if self._watcher.full else self._watcher.closing or TRY_LATER)

    def _unless_banned(self, messages: str) -> str:
        """Whoever is kept out by now is told that instead, and nothing more."""
        try:
            self._services.bans.check(self._address, self._caller.guest)
        except Problem as banned:
            self._watcher.close(REFUSED + status_of(banned))
            return _error(self._socket, banned, None)
        return messages

    async def _hear(self, text: str) -> None:
        known: str | None = None
        try:
            self._count()
            message = _understood(text)
            if isinstance(message, PingMessage):
                self._watcher.send(views.dumps({"type": "pong", "now": time.time()}))
                return
            known = message.id
            number = await self._act(message)
            acknowledged = {
                "type": "ack",
                "id": known,
                "seat": message.seat,
                "round": message.round,
                "number": number,
            }
            self._watcher.send(views.dumps(acknowledged))
        except Problem as problem:
            self._services.metrics.problems.labels(problem.code).inc()
            self._watcher.send(_error(self._socket, problem, known))
            let_go(problem)

    def _count(self) -> None:
        """Every message counts, also one that is not understood; whoever is kept out by now has to go."""
        try:
            self._services.bans.check(self._address, self._caller.guest)
        except Problem as banned:
            self._watcher.close(REFUSED + status_of(banned))
            raise
        try:
            self._services.limits.check(Rate.MESSAGE, self._address, self._caller.guest)
        except Problem:
            self._refused += 1
            if self._refused >= MOST_REFUSED:
                self._watcher.close(NOT_HEEDED)
            raise
        self._refused = 0

    async def _act(self, message: TurnMessage | UndoMessage) -> int:
        rate = Rate.UNDO if isinstance(message, UndoMessage) else Rate.TURN
        self._services.limits.check(rate, self._address, self._caller.guest)
        if self._services.stopping:
            raise problems.stopping()
        if message.seat not in self._watcher.seats:
            raise problems.not_your_seat(message.seat)
        turns, place = self._services.turns, (self._live, self._watcher, message.seat, message.round)
        if isinstance(message, UndoMessage):
            return await turns.undo(*place, message.attempt)
        return await turns.lay(*place, message.turn, message.attempt)


def _welcome(  # noqa: PLR0917
    services: Services, live: Live, watcher: Watcher, caller: Caller, left: list[int], after: int | None
) -> None:
    """Nothing is awaited here, so that no event falls between what is sent now and what is sent later."""
    table = live.table
    seats = sorted(watcher.seats)
    if after is None or not 0 <= table.last - after <= MOST_MISSED:
        watcher.send(f'{{"type":"table",{own_table(services, table, caller, seats, left)[1:]}')
    else:
        watcher.send(views.seats(seats, left))
        for event in table.events[after:]:
            watcher.send(views.dumps(views.event(table, event)))
        for seat in seats:
            watcher.send(views.own_seat(table, seat))
    services.tables.watch(live, watcher)


def _after(socket: WebSocket) -> int | None:
    asked = socket.query_params.get("after")
    if asked is None:
        return None
    if not asked.isascii() or not asked.isdigit() or len(asked) > 6:
        raise problems.malformed("after", asked[:20])
    return int(asked)


def _understood(text: str) -> TurnMessage | UndoMessage | PingMessage:
    try:
        return ClientMessage.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        raise problems.malformed(".".join(map(str, first["loc"])) or "-", first["msg"]) from None


async def _refuse(socket: WebSocket, problem: Problem) -> None:
    with suppress(*GONE):
        await socket.send_text(_error(socket, problem, None))
        await socket.close(REFUSED + status_of(problem), problem.code)


def _error(socket: WebSocket, problem: Problem, known: str | None) -> str:
    """Browsers cannot set a header for a socket, so the language may stand in the address."""
    spoken = said(problem, socket.query_params.get("lang") or socket.headers.get("accept-language"))
    return views.dumps({"type": "error", "id": known, **spoken})
