"""What every request passes: host, origin, size and rate are checked, the guest is known, headers are set."""

import re
import time
import traceback
from collections.abc import Callable
from http.cookies import SimpleCookie
from pathlib import Path

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from limes.server import problems
from limes.server.limits import Rate, counted_as
from limes.server.lines import ASKING
from limes.server.people import COOKIE, COOKIE_OF_HOST, YEAR, Caller
from limes.server.problems import Problem
from limes.server.services import Services
from limes.server.web.answers import failure
from limes.server.web.client_files import EMBED, KEPT_FOR_EVER
from limes.server.web.connections.bodies import arrived, sends_more
from limes.server.web.connections.fairness import GONE, LONG_PAUSE_FOR_FILES, RUNNING, Fairness, Running
from limes.server.web.hosts import THIS_MACHINE, Hosts, without_port

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
ELSEWHERE = ("cross-site", "same-site")
FRAMES = ("iframe", "frame", "object", "embed", "fencedframe")
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)
HEADERS = {
    "content-security-policy": f"{POLICY}; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
# Not even `frame-ancestors *`: that leaves out pages in files and in the windows of editors.
FOR_FRAMES = {"content-security-policy": POLICY, "cross-origin-resource-policy": "cross-origin"}
# Elsewhere browsers do not heed it and complain about it.
FOR_SECURE_ADDRESSES = {"cross-origin-opener-policy": "same-origin"}
BEHIND_TLS = {"strict-transport-security": f"max-age={YEAR}"}
OF_ONE_GUEST = "private, no-cache"
NOT_KEPT = "no-store"
REFUSED = 400  # statuses from here on
REQUESTS = structlog.get_logger("limes.requests")


class Guard:
    """Wraps the whole application."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app = app
        self._services = services
        self._hosts = Hosts(services.settings)
        self._requests = Fairness()
        self._files = Fairness(LONG_PAUSE_FOR_FILES)
        self._cookie = COOKIE_OF_HOST if services.settings.behind_tls else COOKIE
        self._guests_cookie = re.compile(rf"(?:^|;)[ \t]*{self._cookie}[ \t]*=([^;]*)")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        address = address_of(scope)
        ASKING.set(address)
        most = self._services.settings.request_bytes
        headers = Headers(scope=scope)
        read = 0
        if scope["type"] == "http" and sends_more(headers, most):
            receive, read = await arrived(receive, most)  # meanwhile the request is not counted as running
        fairness = self._files if _is_file(scope) else self._requests
        cookies = headers.get("cookie", "")  # as they are: to read them costs more than to wait in line
        running = await fairness.admit(address, cookies, lambda: GONE in scope.get("state", {}))
        if running is None:
            return
        if scope["type"] == "websocket":
            running.leave()
            await self._socket(scope, receive, send)
            return
        scope.setdefault("state", {})[RUNNING] = running
        try:
            await self._request(scope, receive, send, running, read)
        finally:
            running.leave()

    async def _request(self, scope: Scope, receive: Receive, send: Send, running: Running, read: int) -> None:
        headers = Headers(scope=scope)
        caller = self._admit(scope, headers)
        # By a key that is good now: by the time the answer begins, that of the cookie may be forgotten.
        renewed = self._set_cookie(caller) if caller.renewed else None
        began = time.perf_counter()
        most = self._services.settings.request_bytes
        logged = admitted = answering = False

        async def answer(message: Message) -> None:
            nonlocal answering
            if message["type"] == "http.response.start":
                answering = True
                if admitted and (caller.new or renewed):
                    self._name_guest(scope, message, renewed or self._set_cookie(caller))
                self._finish(scope, message, time.perf_counter() - began, logged)
                running.leave()  # however slowly the client reads
            await send(message)

        try:
            self._services.bans.check(address_of(scope), caller.guest)
            self._check_site(scope, headers)
            rate = Rate.FILE if _is_file(scope) else Rate.REQUEST
            self._services.limits.check(rate, address_of(scope), caller.guest, caller.new)
            logged = rate is not Rate.FILE
            self._check_host(headers)
            self._check_path(scope)
            if scope["method"] not in SAFE_METHODS:
                self._check_origin(headers)
            if max(_length(headers), read) > most:  # before the answer begins: some listen on meanwhile
                raise problems.too_large(most)
            admitted = True
            await self._app(scope, receive, answer)
            return
        except Problem as error:
            problem = error.with_traceback(None)  # which holds all this until cycles are looked for, seldom
        except Exception as error:
            REQUESTS.error("request failed", route=_route(scope), **_place_of(error))
            if answering:
                raise
            problem = problems.unexpected()
        response = failure(self._services, problem, headers.get("accept-language"))
        if "expect" in headers and not (admitted or read):
            # Whoever was not told to go on need not send the body: what comes next would be taken for it.
            response.headers["connection"] = "close"
        await response(scope, receive, answer)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        caller = self._admit(scope, headers)
        address = address_of(scope)
        sockets = self._services.sockets
        logged = False
        try:
            self._services.bans.check(address, caller.guest)
            self._check_host(headers)
            self._check_origin(headers)
            self._services.limits.check(Rate.SOCKET, address, caller.guest, caller.new)
            logged = True
            if sockets[address] >= self._services.settings.sockets_an_address:
                raise problems.too_many_sockets()
            if self._services.stopping:
                raise problems.stopping()
        except Problem as problem:
            response = failure(self._services, problem, headers.get("accept-language"))
            response.headers.update(HEADERS)
            client = self._services.marks.mark(address)
            _log_of(logged)("socket refused", code=problem.code, client=client)
            await receive()
            await response(scope, receive, send)
            return
        sockets[address] += 1
        self._services.metrics.sockets.inc()
        try:
            await self._app(scope, receive, send)
        except (WebSocketDisconnect, ClientDisconnected):
            return  # gone before it was told what it wanted to know
        except Exception as error:
            REQUESTS.error("socket failed", **_place_of(error))
            raise
        finally:
            sockets[address] -= 1
            if not sockets[address]:
                del sockets[address]
            self._services.metrics.sockets.dec()

    def _admit(self, scope: Scope, headers: Headers) -> Caller:
        caller = self._services.signatures.caller(
            self._cookies(headers), headers.get("authorization"), address_of(scope)
        )
        scope.setdefault("state", {})["caller"] = caller
        # The framework would read them again, and undo quotes in a time that grows with their square.
        scope["headers"] = [field for field in scope["headers"] if field[0] != b"cookie"]
        return caller

    def _cookies(self, headers: Headers) -> list[str]:
        """The guest's, which was never quoted; so no time is spent on undoing the quotes of others. A page of
        another host of the same domain may have put its own beside it."""
        values = self._guests_cookie.findall(";".join(headers.getlist("cookie")))
        return [value.strip() for value in values]

    def _check_host(self, headers: Headers) -> None:
        """A page of another site could have its name lead to this machine, and then ask as one of ours."""
        for host in headers.getlist("host"):
            if not self._hosts.allow(host):
                raise problems.foreign_host(host)

    def _check_path(self, scope: Scope) -> None:
        """A last line feed is nothing to our routes, but another address to a proxy that keeps one shut."""
        if scope["path"].endswith("\n"):
            raise problems.no_page()

    def _check_site(self, scope: Scope, headers: Headers) -> None:
        """Pages of other sites, or of other hosts and ports of this one, may lead here; what they ask in the
        background would count for the reader. So would pages of ours in their frames, but for the one that
        is made for that."""
        elsewhere = headers.get("sec-fetch-site") in ELSEWHERE
        if not elsewhere or headers.get("origin") in self._services.settings.origins:
            return
        leads = headers.get("sec-fetch-mode") == "navigate" and "sec-purpose" not in headers
        if scope["path"].startswith("/api/"):  # a page may go there by itself, and stay where it is
            leads = leads and headers.get("sec-fetch-user") == "?1"
        framed = headers.get("sec-fetch-dest") in FRAMES and not _is_for_frames(scope)
        if framed or not leads:
            raise problems.foreign_origin()

    def _check_origin(self, headers: Headers) -> None:
        """Browsers name the page that asks; programs name none."""
        origin = headers.get("origin")
        if origin is None or origin in self._services.settings.origins:
            return
        if origin.partition("://")[2] != headers.get("host"):
            raise problems.foreign_origin()

    def _name_guest(self, scope: Scope, message: Message, cookie: str) -> None:
        """A document names its guest, so that requests of its page, several at once, do not name one each.
        Programs, which read no document, are named with their first answer. In a frame nobody is named."""
        if _is_for_frames(scope):
            return
        headers = MutableHeaders(scope=message)
        if _is_document(headers) or scope["path"].startswith("/api/"):
            headers.append("set-cookie", cookie)

    def _finish(self, scope: Scope, message: Message, seconds: float, logged: bool) -> None:
        headers = MutableHeaders(scope=message)
        secure = self._services.settings.behind_tls or _is_secure(scope)
        headers.update(HEADERS)
        if _is_for_frames(scope):
            headers.update(FOR_FRAMES)
        if secure:
            headers.update(FOR_SECURE_ADDRESSES)
        if self._services.settings.behind_tls:
            headers.update(BEHIND_TLS)
        if scope["path"].startswith("/api/"):
            headers["cache-control"] = NOT_KEPT
        elif _is_document(headers):
            headers["cache-control"] = OF_ONE_GUEST
        elif message["status"] >= REFUSED or "cache-control" not in headers:
            headers["cache-control"] = NOT_KEPT  # else caches may keep a 404 for what is there tomorrow
        self._services.metrics.requests.labels(str(message["status"])).inc()
        _log_of(logged)(
            "request",
            method=scope["method"],
            route=_route(scope),
            status=message["status"],
            ms=round(seconds * 1000, 1),
            client=self._services.marks.mark(address_of(scope)),
        )

    def _set_cookie(self, caller: Caller) -> str:
        cookie: SimpleCookie = SimpleCookie()
        cookie[self._cookie] = self._services.signatures.cookie(caller.guest)
        attributes = {"httponly": True, "samesite": "Lax", "path": "/", "max-age": YEAR}
        attributes["secure"] = self._services.settings.behind_tls
        for name, value in attributes.items():
            cookie[self._cookie][name] = value
        return cookie[self._cookie].OutputString()


def _log_of(logged: bool) -> Callable[..., None]:
    """Requests that are refused before they are counted, and files, of which anybody may ask for hundreds a
    second, could fill the disk with lines."""
    say: Callable[..., None] = REQUESTS.info if logged else REQUESTS.debug
    return say


def _is_file(scope: Scope) -> bool:
    path: str = scope["path"]
    return path.startswith(KEPT_FOR_EVER)


def _is_for_frames(scope: Scope) -> bool:
    """Spelled as it is: any other spelling is to the client one of its pages, where a guest is known."""
    sent: bytes = scope.get("raw_path", b"")
    return sent == EMBED.encode()


def _is_document(headers: Headers) -> bool:
    return headers.get("content-type", "").startswith("text/html")


def _is_secure(scope: Scope) -> bool:
    """Whether the page has what browsers call a secure context."""
    host = Headers(scope=scope).get("host", "")
    return without_port(host) in THIS_MACHINE or scope["scheme"] == "https"


def address_of(scope: Scope) -> str:
    """Who is counted as one: the client's address, or its network."""
    client = scope.get("client")
    return counted_as(client[0]) if client else "unknown"


def _length(headers: Headers) -> int:
    length = headers.get("content-length") or "0"
    if not length.isdecimal():
        raise problems.malformed("content-length", "-")
    return int(length.lstrip("0") or "0")  # thousands of zeros are a number, but none that `int` reads


def _route(scope: Scope) -> str | None:
    return getattr(scope.get("route"), "path", None)


def _place_of(error: Exception) -> dict[str, object]:
    """What went wrong and where; not its text, which may quote what a client sent."""
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    places = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    return {"error": type(error).__name__, "where": places}
