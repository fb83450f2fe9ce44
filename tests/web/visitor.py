"""A person at a browser: a window of their own, and all that it received or complained about."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, Response, WebSocket
from serving import Guest, Serving


@dataclass(frozen=True)
class Screen:
    """What somebody looks at, and whether with a finger on it."""

    name: str
    width: int
    height: int
    touch: bool = False


PHONE = Screen("phone", 360, 740, touch=True)
DESKTOP = Screen("desktop", 1280, 800)
WIDE = Screen("wide", 2560, 1440)
SCREENS = (PHONE, DESKTOP, WIDE)

# What the browser itself says about a lost connection; only where a test takes it away.
OFFLINE = re.compile(r"ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_|ERR_NETWORK_|WebSocket connection to ")
# Said by Playwright, where a window has no service worker.
BLOCKED = "Service Worker registration blocked by Playwright"


class Visitor:
    """One window with its own cookies and storage; `close` fails if the page complained."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        screen: Screen = DESKTOP,
        *,
        language: str = "en",
        dark: bool = False,
        motion: bool = False,
        app: bool = False,
        scale: float = 1,
    ) -> None:
        self.screen, self.url, self.language = screen, url, language
        self.context = browser.new_context(
            base_url=url,
            viewport={"width": screen.width, "height": screen.height},
            device_scale_factor=scale,
            has_touch=screen.touch,
            is_mobile=screen.touch,
            locale=language,
            color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if motion else "reduce",
            service_workers="allow" if app else "block",
        )
        self.context.set_default_timeout(15_000)
        self.complaints: list[str] = []
        self.tolerated: list[re.Pattern[str]] = []
        self._frames: list[str] = []
        self._answers: list[Response] = []
        self.page = self.context.new_page()
        self._listen(self.page)

    def open(self, path: str = "/") -> Page:
        self.page.goto(path)
        return self.page

    def become(self, guest: Guest) -> None:
        """Take over the cookies of somebody who came by the API."""
        self.context.add_cookies(
            [{"name": name, "value": value, "url": self.url} for name, value in guest.http.cookies.items()]
        )

    def guest(self, server: Serving) -> Guest:
        """The same person by the API, as from another device."""
        guest = server.guest()
        for cookie in self.context.cookies():
            guest.http.cookies.set(cookie["name"], cookie["value"])
        return guest

    def remember(self, name: str, value: Any) -> None:
        """Let the browser know this from an earlier visit."""
        text = json.dumps(json.dumps(value))
        self.context.add_init_script(
            f"localStorage.getItem('limes.{name}') ?? localStorage.setItem('limes.{name}', {text})"
        )

    @property
    def received(self) -> Iterator[str]:
        """Every text that came over the sockets and the API, so far."""
        yield from self._frames
        for answer in self._answers:
            yield answer.text()

    def close(self) -> None:
        self.context.close()
        left = [said for said in self.complaints if not any(each.search(said) for each in self.tolerated)]
        assert not left, left

    def _listen(self, page: Page) -> None:
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("websocket", self._connected)
        page.on("response", self._answered)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and BLOCKED not in message.text:
            self.complaints.append(f"{message.type}: {message.text} ({message.location['url']})")

    def _connected(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self._frames.append(str(payload)))

    def _answered(self, response: Response) -> None:
        if "/api/" in response.url and response.request.method != "HEAD":
            self._answers.append(response)
