"""A socket: its frames are counted before anything is done with them, and whoever floods it is cut off."""

import asyncio
from contextlib import suppress
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.exceptions import InvalidState
from websockets.frames import CloseCode, Frame
from websockets.protocol import OPEN

from limes.server import problems
from limes.server.letting_go import let_go
from limes.server.limits import Bucket, Rate
from limes.server.web.connections.bounds import Bounds
from limes.server.web.connections.fairness import GONE
from limes.server.web.connections.frames import FrameHeads

SPARE_FRAMES = 90  # beside the messages that are heard: control frames, and messages refused with a word
FRAME_BYTES = 1_024  # which frames have on average at most
MOST_FRAGMENTS = 64  # of one message
CUT_SECONDS = 1.0  # for the code to arrive; the connection is then reset
LINGERING = 5.0  # seconds for a closed socket to take what was sent


class BoundedSocket(WebSocketsSansIOProtocol):
    """Everything that is parsed has been counted; nothing is parsed after it was cut off."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._bounds: Bounds = config.bounds  # type: ignore[attr-defined]
        factor = self._bounds.settings.rate_factor
        burst = Rate.MESSAGE.burst * factor + SPARE_FRAMES
        self._frames = Bucket(2 * Rate.MESSAGE.speed * factor, burst)
        self._bytes = Bucket(Rate.MESSAGE.speed * factor * FRAME_BYTES, burst * FRAME_BYTES)
        self._heads = FrameHeads()
        self._cut = False
        self._closing_since: float | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._bounds.leave(self.transport)
        if scope := getattr(self, "scope", None):  # else the handshake was refused
            scope["state"][GONE] = True
        super().connection_lost(exc)
        let_go(self.conn.parser_exc)  # with all that was parsed before the frame that broke the protocol
        self.conn.events.clear()

    def data_received(self, data: bytes) -> None:
        if self._cut:
            return
        if not self.handshake_initiated:
            self._open(data)
        elif not self.handshake_complete:
            self.transport.abort()  # no client may speak before it is answered
        elif self._too_much(data):
            self._cut_off(CloseCode.POLICY_VIOLATION)
        else:
            super().data_received(data)

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= MOST_FRAGMENTS:
            self._cut_off(CloseCode.MESSAGE_TOO_BIG)
        elif not self._cut:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Of frames that came together, all were parsed before the first is handled. Where one of them closed
        the socket, a text before it that is none cannot close it with another code."""
        with suppress(InvalidState):
            super().send_receive_event_to_app()

    @staticmethod
    def may_be_held() -> bool:
        return False  # its messages are counted, and it hears those of all others

    def shutdown(self) -> None:
        """One that is closing already has nothing more to say. To ask it would be an error, which would keep
        the server from stopping all others in order. One whose client has stopped reading is cut off: the
        application still waits to send to it."""
        if not self.writable.is_set():
            self.stop_keepalive()
            self.transport.abort()
        elif self.handshake_complete and not self.close_sent and self.conn.state is not OPEN:
            self.stop_keepalive()
            self.transport.close()
        else:
            super().shutdown()

    def look(self, now: float) -> None:
        """Called every second: a closed socket whose client takes nothing ends all the same."""
        if not self.transport.is_closing():
            return
        if self._closing_since is None:
            self._closing_since = now
        elif now - self._closing_since > LINGERING:
            self.transport.abort()

    def _open(self, request: bytes) -> None:
        """The request that was taken for one to open a socket; what it lacks is said by websockets."""
        super().data_received(request)
        if not self.handshake_initiated:
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
        let_go(self.conn.handshake_exc)  # why it was refused

    def _too_much(self, data: bytes) -> bool:
        if self.conn.close_sent and self.conn.close_sent.code == CloseCode.POLICY_VIOLATION:
            return True  # it was told
        now = self.loop.time()
        begun = self._heads.begun(data, int(self._frames.burst))
        return not (self._frames.take(begun, now) and self._bytes.take(len(data), now))

    def _cut_off(self, code: CloseCode) -> None:
        """Say why, as far as that is possible, and be deaf from now on."""
        self._cut = True
        self._bounds.cut(problems.too_fast(1))
        self.stop_keepalive()
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        if self.conn.state is OPEN:
            self.conn.send_close(code)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.disconnected = True  # whatever the application still sends
        self.writable.set()
        self.read_paused = False  # else the application's next look would have reading resumed
        self.transport.pause_reading()
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(CUT_SECONDS, self.transport.abort)
