"""uvicorn's configuration, with which each connection finds its bounds."""

from typing import Any

import uvicorn

from limes.server.web.connections.bounds import Bounds
from limes.server.web.connections.requests import BoundedRequests
from limes.server.web.connections.sockets import BoundedSocket


class BoundedConfig(uvicorn.Config):
    """Requests are read by httptools, sockets by websockets, both within bounds."""

    def __init__(self, app: Any, bounds: Bounds, **more: Any) -> None:
        settings = bounds.settings
        self.bounds = bounds
        super().__init__(
            app,
            http=BoundedRequests,
            ws=BoundedSocket,
            ws_max_size=settings.message_bytes,
            ws_per_message_deflate=False,  # a small frame can never become a large text
            ws_ping_interval=20,
            ws_ping_timeout=20,
            forwarded_allow_ips=settings.trusted_proxies,
            **more,
        )
