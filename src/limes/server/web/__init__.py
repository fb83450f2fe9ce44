"""HTTP and sockets: the application, its guard, its routes, the files of the browser client, connections."""

from limes.server.web.app import make_app
from limes.server.web.connections import BoundedConfig, Bounds, Door, Watched

__all__ = ["BoundedConfig", "Bounds", "Door", "Watched", "make_app"]
