"""A slow, plain model of who may do what at tables, for the server to be compared with.

It follows the pages of the documentation and shares nothing with the server.
"""

from .seats import Caller, Device, Seat
from .tables import Event, Table
from .world import World

__all__ = ["Caller", "Device", "Event", "Seat", "Table", "World"]
