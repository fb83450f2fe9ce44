"""Hands out the browser client: files by name, its one document for the addresses of its pages.

The build writes texts compressed as well; what was not built is said plainly. All of it, 13 MB, is in memory:
to open files and to read parts of them took threads for which others had to wait, and an open file for each
slow client.
"""

from dataclasses import dataclass
from gettext import NullTranslations
from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from limes.locale import language_for
from limes.server import problems
from limes.server.previews import of_the_game
from limes.server.services import Services
from limes.server.web.document import Document

FOLDER = Path(str(files("limes"))) / "web"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".bin": "application/octet-stream",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
EMBED = "/embed"  # the page that others may show in a frame of theirs
PAGES = (
    "/",
    "/alone",
    "/t/{id}",
    "/replay",
    "/replay/{id}",
    "/review",
    "/review/{id}",
    "/score",
    "/deck",
    "/rules",
    "/learn",
    "/learn/{id}",
    "/study",
    "/study/board",
    "/day",
    "/day/{id}",
    "/puzzles",
    "/puzzle",
    "/puzzle/{theme}",
    "/puzzle/{theme}/{id}",
    "/me",
    EMBED,
)
FILES = (
    "/assets/{name}",
    "/python/{folder}/{name}",
    "/sw.js",
    "/icon.svg",
    "/{name}.png",
    "/manifest.webmanifest",
    "/licences.txt",
)
BEFORE = "before"  # what the build before this one had: pages that were opened with it ask for it still
KEPT_FOR_EVER = ("/assets/", "/python/")  # their names say what is in them
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
PIECE = 64 * 1024  # bytes of a file that are on their way at a time
NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Limes</title>
<h1>Limes</h1>
<p>The server runs, but the pages for the browser were not built into this installation.
In a clone of the source, <code>make play</code> builds them. Programs find the API at
<a href="/api/openapi.json">/api/openapi.json</a>.</p>
</html>
"""


@dataclass(frozen=True)
class Built:
    """A file of the client: its type, and its content in each form that it has; `""` is the plain one."""

    kind: str
    forms: dict[str, bytes]


class InPieces(Response):
    """What a slow client has not taken yet is not copied for it; there are no parts of it (`Range`)."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send(
            {"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers},
        )
        end = len(self.body)
        for begin in range(0, end, PIECE):
            piece = self.body[begin : begin + PIECE]
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


class Client:
    """The files as they are when the server starts, so that no address reaches any other."""

    def __init__(self, folder: Path) -> None:
        self._files = _built(folder / BEFORE, "/assets/") | _built(folder, "/")
        index = folder / "index.html"
        self._document = Document(index.read_text(encoding="utf-8")) if index.is_file() else None

    async def page(self, request: Request) -> Response:
        """The document, with what a messenger shows of a link to the page."""
        if self._document is None:
            return Response(NOT_BUILT, 503, media_type="text/html")
        services: Services = request.app.state.services
        preview = await services.previews.of_page(request.scope["path"], _language(request))
        return self._document.answer(preview, request)

    def missing(self, request: Request) -> Response | None:
        """The page that says that there is no such page, for browsers that asked for one."""
        wanted = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")
        if not wanted or self._document is None:
            return None
        page = self._document.answer(of_the_game(_language(request)), request)
        page.status_code = 404
        return page

    async def file(self, request: Request) -> Response:
        if request.url.path not in self._files:
            raise problems.no_page()
        return self._handed_out(request.url.path, request)

    def routes(self) -> list[Route]:
        return [Route(path, self.page) for path in PAGES] + [Route(path, self.file) for path in FILES]

    def _handed_out(self, name: str, request: Request) -> Response:
        built = self._files[name]
        form = ""
        headers = {"cache-control": FOR_EVER if name.startswith(KEPT_FOR_EVER) else ASK_AGAIN}
        if len(built.forms) > 1:
            headers["vary"] = "accept-encoding"
        accepted = request.headers.get("accept-encoding", "")
        for code, _ending in ENCODINGS:
            if code in built.forms and _accepts(accepted, code):
                form = headers["content-encoding"] = code
                break
        return InPieces(built.forms[form], headers=headers, media_type=built.kind)


def _language(request: Request) -> NullTranslations:
    return language_for(request.headers.get("accept-language"))


def _built(folder: Path, address: str) -> dict[str, Built]:
    """The files below a folder by the addresses they get; compressed forms count as their file's."""
    files = {path for path in folder.rglob("*") if path.is_file()}
    return {
        address + path.relative_to(folder).as_posix(): Built(TYPES[path.suffix], _forms(path, files))
        for path in files
        if path.suffix in TYPES
    }


def _forms(path: Path, files: set[Path]) -> dict[str, bytes]:
    named = {code: path.with_name(path.name + ending) for code, ending in (("", ""), *ENCODINGS)}
    return {code: form.read_bytes() for code, form in named.items() if form in files}


def _accepts(accepted: str, code: str) -> bool:
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() == code:
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
