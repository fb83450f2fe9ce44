"""What one connection may cost everybody else: bytes, frames, time, and how many of them an address has."""

from limes.server.web.connections.bounds import Bounds, Watched
from limes.server.web.connections.config import BoundedConfig
from limes.server.web.connections.door import Door

__all__ = ["BoundedConfig", "Bounds", "Door", "Watched"]
