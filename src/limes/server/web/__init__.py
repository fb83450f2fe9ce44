"""HTTP and sockets: the application, its guard, its routes, the files of the browser client, connections."""

from limes.server.web.app import make_app
from limes.server.web.connections import BoundedConfig, Bounds, Watched

__all__ = ["BoundedConfig", "Bounds", "Watched", "make_app"]
