"""A connection with requests: how large they may be, how many may wait, how long they may take to arrive."""

import asyncio
import time
from typing import Any

import httptools
from uvicorn._types import ASGI3Application
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from limes.server import problems
from limes.server.problems import Problem
from limes.server.web.connections.bounds import Bounds, keep_unsent
from limes.server.web.connections.fairness import GONE

MOST_QUEUED = 8  # requests that wait while one is answered; browsers never send a second one
MOST_UNREAD = 2**20  # bytes that are thrown away after a refusal, so that it is not lost on its way
UNREAD_SECONDS = 2.0
LONGEST_PATH = 1_024  # bytes before the question mark; to read one full of percent signs takes long
MOST_CHUNKS = 100  # of a body: each costs as much as a header, however few bytes are in it
BODIES = 4  # a body may take this many times its size on the line: chunks, or the rest of a refused one
UNSENT_SECONDS = 15.0  # in which a client has to take `SLOWEST` bytes a second of its answer
SLOWEST = 1_024
# Of a request for a socket: websockets reads long lists slowly, and nothing they could ask for is offered.
OF_UPGRADE = (b"connection", b"upgrade", b"sec-websocket-protocol", b"sec-websocket-extensions")
UPGRADE = ((b"connection", b"Upgrade"), (b"upgrade", b"websocket"))


class BoundedRequests(HttpToolsProtocol):
    """Its bytes are counted before and while they are parsed; after the first wrong one none is parsed."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._bounds: Bounds = config.bounds  # type: ignore[attr-defined]
        settings = self._bounds.settings
        self._most_head = settings.header_bytes
        self._most_arriving = settings.header_bytes + BODIES * settings.request_bytes
        self._in_head = True
        self._head = 0  # bytes of the address and the headers that were understood
        self._lines = 0  # headers, and trailers after the body
        self._chunks = 0
        self._arriving = 0  # bytes of the request that is arriving
        self._since: float | None = None  # when that part of it was begun, or None between requests
        self._problem: Problem | None = None  # found by the parser's callbacks
        self._deaf = False  # nothing is read any more
        self._running: RequestResponseCycle | None = None  # uvicorn keeps only the one that came last
        self._unsent = 0
        self._unsent_since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        keep_unsent(transport)
        self._since = self.loop.time()
        if self.client is None:  # it was reset before it came in; what it sent would count for nobody
            self._deaf = True
            transport.abort()
        elif not self._bounds.enter(transport, self.client):
            self._deaf = True
            transport.write(self._bounds.refusal(problems.too_many_sockets()))
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._bounds.leave(self.transport)
        self.pipeline.clear()
        if self._running:
            self._running.scope["state"][GONE] = True
            self._running.disconnected = True
            self._running.message_event.set()
        super().connection_lost(exc)
        # one that was never begun keeps this, and its own headers
        self.cycle = None  # type: ignore[assignment]
        self._unset_keepalive_if_required()

    def data_received(self, data: bytes) -> None:
        self._arriving += len(data)
        if self._deaf:
            if self._arriving > MOST_UNREAD:
                self.transport.abort()
            return
        begun = time.thread_time()
        self._parse(data)
        self._bounds.parsed(self.transport, time.thread_time() - begun)

    def may_be_held(self) -> bool:
        return not self.flow.read_paused

    def _parse(self, data: bytes) -> None:
        self._unset_keepalive_if_required()
        if self._since is None:
            self._since = self.loop.time()
        end: int | None = None  # of the request to open a socket
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserError:
            self._refuse(self._problem or problems.not_http())
        except httptools.HttpParserUpgrade as upgrade:
            end = int(upgrade.args[0])
        else:
            if self._in_head and self._arriving > self._most_head:
                self._refuse(problems.headers_too_large(self._most_head))
            elif self._arriving > self._most_arriving:
                self._refuse(problems.too_large(self._bounds.settings.request_bytes))
            return
        if end is not None:  # what goes wrong from here on has nothing to do with the parser
            self._upgrade(more=end < len(data))

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= MOST_QUEUED:
            self._stop_at(problems.too_fast(1))
        self._head = self._lines = self._chunks = 0
        if self._since is None:
            self._since = self.loop.time()
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._head += len(url)
        if self._head > self._most_head // 2:
            self._stop_at(problems.address_too_long(self._most_head // 2))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._head += len(name) + len(value) + 4
        self._lines += 1
        if self._head > self._most_head or self._lines > self._bounds.settings.headers_a_request:
            self._stop_at(problems.headers_too_large(self._most_head))
        if self._in_head:  # what comes after a body is not what the application was told
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if len(self.url.partition(b"?")[0]) > LONGEST_PATH:
            self._stop_at(problems.address_too_long(LONGEST_PATH))
        super().on_headers_complete()  # which refuses an address without a path
        self._in_head = False
        self._since = self.loop.time()

    def on_body(self, body: bytes) -> None:
        super().on_body(body)
        if sum(len(cycle.body) for cycle, _app in self.pipeline) > self._bounds.settings.request_bytes:
            self._stop_at(problems.too_large(self._bounds.settings.request_bytes))

    def on_chunk_header(self) -> None:
        """A body could have 45,000 of one byte each, and all connections are read in one round."""
        self._chunks += 1
        if self._chunks > MOST_CHUNKS:
            self._stop_at(problems.in_too_many_pieces(MOST_CHUNKS))

    def on_message_complete(self) -> None:
        self._in_head = True
        self._since = None
        self._arriving = 0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        if self.pipeline and self._since is not None:
            self._since = self.loop.time()  # nothing was read while requests waited for their turn
        super().on_response_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def look(self, now: float) -> None:
        """Called every second: half a request, or an answer that nobody takes, ends after a while."""
        if self._since is not None and not self.pipeline and now - self._since > self._patience():
            self._end_slow()
        unsent = self.transport.get_write_buffer_size()
        if not unsent or not self._unsent:
            self._unsent, self._unsent_since = unsent, now
        elif now - self._unsent_since > UNSENT_SECONDS:
            if unsent > self._unsent - SLOWEST * UNSENT_SECONDS:
                self.transport.abort()
            self._unsent, self._unsent_since = unsent, now

    def shutdown(self) -> None:
        """A request that has not arrived by now is not waited for."""
        if self._since is None:
            super().shutdown()
        else:
            self.transport.abort()

    def _stop_at(self, problem: Problem) -> None:
        """Leave the parser, which tells `data_received`."""
        self._problem = problem
        raise ValueError(problem.code)

    def _refuse(self, problem: Problem) -> None:
        """Read nothing any more; answer, unless this request or one before it has an answer on its way."""
        self._deaf = True
        self._arriving = 0
        if self._answering() and (self._in_head or self.cycle.response_started):
            self._bounds.cut(problem)
            self.cycle.keep_alive = False  # its answer is the last
            self._since = None
        elif self._answering() and self.cycle is not self._running:
            self._bounds.cut(problem)
            self.transport.abort()  # half a request behind another one
        elif self._answering() or self._in_head:
            if self._answering():
                self.cycle.disconnected = True
                self.cycle.message_event.set()
            self._end_with(self._bounds.refusal(problem, self._accepted()))
        else:
            self._end_with(b"")  # it was answered before it had arrived

    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _end_with(self, answer: bytes) -> None:
        """The client ends the connection when it has read this; if it does not, `look` does."""
        self._since = self.loop.time()
        if self.cycle:
            self.cycle.waiting_for_100_continue = False  # nothing can be written after this
        if not self.transport.is_closing():
            self.transport.write(answer)
            self.transport.write_eof()

    def _end_slow(self) -> None:
        """Browsers open connections in advance, and take any word on one that is silent for an answer."""
        if self._deaf:
            self.transport.abort()
        elif self._arriving or self._answering():
            self._refuse(problems.too_slow())
        else:
            self.transport.close()

    def _patience(self) -> float:
        if self._deaf:
            return UNREAD_SECONDS
        settings = self._bounds.settings
        return settings.header_seconds if self._in_head else settings.body_seconds

    def _accepted(self) -> str | None:
        languages = [value for name, value in self.headers or () if name == b"accept-language"]
        return languages[0].decode("latin-1") if languages else None

    def _upgrade(self, more: bool) -> None:
        if self._should_upgrade():
            if more or self._answering():
                self.transport.abort()  # no client may go on before it is answered
            else:
                self.scope["headers"] = [*filter(_not_of_upgrade, self.headers), *UPGRADE]
                self.handle_websocket_upgrade()
                # each keeps the other, and this protocol hears nothing of the end
                self.parser = None  # type: ignore[assignment]
        else:  # answered as if it had not asked for that; what follows could be anything
            self._deaf = True
            self.cycle.keep_alive = False
            self._since = None


def _not_of_upgrade(header: tuple[bytes, bytes]) -> bool:
    return header[0] not in OF_UPGRADE
