"""The one document of all pages, and in its head what a messenger shows of a link to one of them."""

import re
from html import escape

from starlette.requests import Request
from starlette.responses import Response

from limes.draw.preview import HEIGHT, WIDTH
from limes.server.previews import Preview
from limes.server.services import Services
from limes.server.web.hosts import THIS_MACHINE, without_port

TITLE = "<title>Limes</title>"
DESCRIPTION = re.compile(r'\s*<meta\s+name="description"\s+content="[^"]*"\s*/?>')


class Document:
    """Read once; each request gets it with a head of its own."""

    def __init__(self, text: str) -> None:
        self._before, _title, self._after = DESCRIPTION.sub("", text, count=1).partition(TITLE)

    def answer(self, preview: Preview, request: Request) -> Response:
        text = f"{self._before}{_head(preview, request)}{self._after}"
        return Response(text, headers={"vary": "accept-language"}, media_type="text/html")


def _head(preview: Preview, request: Request) -> str:
    title, description = escape(preview.title), escape(preview.description)
    named = {"description": description, "twitter:card": "summary_large_image"}
    properties = {
        "og:site_name": "Limes",
        "og:type": "website",
        "og:title": title,
        "og:description": description,
    }
    if site := _site(request):  # a picture has to be named with its whole address
        properties |= {
            "og:image": escape(f"{site}/preview/{preview.picture}.png"),
            "og:image:type": "image/png",
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
        }
    lines = [f"<title>{title}</title>"]
    lines += [f'<meta name="{name}" content="{value}" />' for name, value in named.items()]
    lines += [f'<meta property="{name}" content="{value}" />' for name, value in properties.items()]
    return "\n    ".join(lines)


def _site(request: Request) -> str:
    """Where this server is for whoever asks, by the name in the request, which the guard has checked. A name
    of this machine may be a proxy's and means nothing elsewhere; then by the operator's address, if known."""
    settings = _services(request).settings
    host = request.headers.get("host", "")
    if settings.address and (not host or without_port(host) in THIS_MACHINE):
        return settings.address.rstrip("/")
    scheme = "https" if settings.behind_tls else request.url.scheme
    return f"{scheme}://{host}" if host else ""


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services
