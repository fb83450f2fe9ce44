"""HTTP and sockets: the application, its guard, its routes, the files of the browser client."""

from limes.server.web.app import make_app

__all__ = ["make_app"]
