"""What one connection may cost everybody else: bytes, frames, time, and how many of them an address has."""

from limes.server.web.connections.bounds import Bounds, Watched
from limes.server.web.connections.config import BoundedConfig

__all__ = ["BoundedConfig", "Bounds", "Watched"]
