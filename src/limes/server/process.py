"""Running a server until it is told to stop; what is stored by then is acknowledged."""

import asyncio
import errno
import gc
import json
import logging
import os
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import cast

import structlog
import uvicorn

from limes.rules import LimesError
from limes.server.collecting import Collecting
from limes.server.services import Services
from limes.server.settings import Settings
from limes.server.web import BoundedConfig, Bounds, Door, Watched, make_app

CLIENTS_DOING = ("without completing handshake", "Invalid UTF-8 sequence received")
TICKS_A_SECOND = 10

FIRST_FREE_PORT = 1024
MOST_TO_STOP = 9.0  # seconds
MOST_ON_A_MAC = 10_240  # open files: its hard limit is infinite, and more than this is refused


class Server(uvicorn.Server):
    """Says where it can be reached, and drains before it closes connections."""

    def __init__(
        self, config: BoundedConfig, services: Services, on_start: Callable[[str], None] | None
    ) -> None:
        super().__init__(config)
        self._bounds = config.bounds
        self._connections = cast("set[Watched]", self.server_state.connections)
        self._services = services
        self._collecting = Collecting()
        self._on_start = on_start
        self.doors: list[Door] = []

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Told to stop, it ends in time, whatever a thread may wait for."""
        super().handle_exit(sig, frame)
        last = threading.Timer(MOST_TO_STOP, _end_now)
        last.daemon = True
        last.start()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        listening = sockets or [listen(self._services.settings)]
        await super().startup([])  # doors of our own are opened
        self.doors = [Door(each, self._bounds, self._protocol) for each in listening]
        if self._on_start:
            host = f"[{self.config.host}]" if ":" in self.config.host else self.config.host
            self._on_start(f"http://{host}:{self.doors[0].port}/")

    def _protocol(self) -> asyncio.Protocol:
        protocol: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return protocol

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS_A_SECOND == 0:
            self._bounds.look(self._connections, asyncio.get_running_loop().time())
            self._collecting.look()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for door in self.doors:
            door.close()
        await self._services.drain()
        ending = self._bounds.end_soon(self._connections)
        await super().shutdown(sockets)
        ending.cancel()


def _end_now() -> None:
    """What was acknowledged is stored; a thread that waits for an absent database would keep us for ever."""
    structlog.get_logger("limes.process").error("not ended in time")
    os._exit(1)


def make_server(settings: Settings, on_start: Callable[[str], None] | None = None) -> Server:
    """A server ready to run; `on_start` hears its address when it listens."""
    services = Services(settings)
    logging.getLogger("uvicorn.error").addFilter(_not_the_clients_doing)
    config = BoundedConfig(
        make_app(services),
        Bounds(services, _allow_files()),
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=True,
        timeout_graceful_shutdown=10,
    )
    return Server(config, services, on_start)


def _not_the_clients_doing(record: logging.LogRecord) -> bool:
    """What anybody can bring about by a request is no fault of the server, and could fill its disk.

    uvicorn takes a socket that is refused with an HTTP answer for one that got none.
    """
    text = record.getMessage()
    return not any(words in text for words in CLIENTS_DOING)


def listen(settings: Settings, any_port: bool = False) -> socket.socket:
    """The socket to serve on, if need be on any port; `LimesError` where it cannot be had."""
    host, port = settings.host, settings.port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.getaddrinfo(host, port, family=family, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise _not_of_this_machine(host) from None
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        if any_port and error.errno == errno.EADDRINUSE:
            return listen(settings.model_copy(update={"port": 0}))
        raise _cannot_listen(host, port, error) from None


def _cannot_listen(host: str, port: int, error: OSError) -> LimesError:
    if error.errno == errno.EADDRINUSE:
        return LimesError(
            "another program is using port {port} of {host}; end it, or choose another port with {option}",
            port=port,
            host=host,
            option="--port",
        )
    if error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
        return _not_of_this_machine(host)
    if error.errno in (errno.EACCES, errno.EPERM) and port < FIRST_FREE_PORT:
        return LimesError(
            "you may not use port {port}: the system keeps it for administrators; "
            "choose one from {first} on with {option}",
            port=port,
            first=FIRST_FREE_PORT,
            option="--port",
        )
    reason = os.strerror(error.errno) if error.errno else error  # its own text holds a Python tuple
    return LimesError("cannot listen on {host} port {port}: {reason}", host=host, port=port, reason=reason)


def _not_of_this_machine(host: str) -> LimesError:
    return LimesError(
        "{host!r} is not an address of this computer; {option} takes one of its own such as {example}, or "
        "{everywhere} for all of them",
        host=host,
        option="--host",
        example="127.0.0.1",
        everywhere="0.0.0.0",
    )


class _AsJson(logging.Formatter):
    """What libraries say. An error is only named: its text may show what a client sent."""

    def format(self, record: logging.LogRecord) -> str:
        line = {"event": record.name, "level": record.levelname.lower(), "text": record.getMessage()}
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
        return json.dumps(line)


class _Lines(structlog.WriteLogger):
    """A line that finds no room may be lost: a full disk stops nothing but the log."""

    def msg(self, message: str) -> None:
        with suppress(OSError):
            super().msg(message)

    log = debug = info = warn = warning = error = critical = exception = fatal = failure = err = msg


def prepare_interpreter() -> None:
    """Tables are many small values without cycles: looking for cycles often would cost a fifth of the time.

    Threads take turns more often than by default, so that a commit does not wait 5 ms at each of its steps.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 50, 100)
    sys.setswitchinterval(0.001)


def _allow_files() -> int | None:
    """As many open files, and so sockets, as the system lets us have without asking anybody; how many."""
    try:
        import resource  # noqa: PLC0415  Windows has none
    except ImportError:
        return None
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (hard, MOST_ON_A_MAC):
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            break
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft


def prepare_logs(level: str) -> None:
    """One JSON object a line on standard error; no address, name, cookie or token is ever in it."""
    number = logging.getLevelNamesMapping().get(level.upper(), logging.INFO)
    handler = logging.StreamHandler()
    handler.setFormatter(_AsJson())
    logging.basicConfig(level=max(number, logging.WARNING), handlers=[handler])
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=lambda *_names: _Lines(sys.stderr),
    )
