"""Live tables: what people do at them, who watches, bots and clocks, the other processes."""

from limes.server.tables.bot_turns import BotTurns
from limes.server.tables.clearing import clear_now, due_steps
from limes.server.tables.core_position import CorePosition
from limes.server.tables.devices import Devices, ListedDevice
from limes.server.tables.listing import Listing
from limes.server.tables.live import MOST_WAITING, Live, Watcher
from limes.server.tables.live_positions import (
    LivePositions,
    Position,
    compared_with,
    position,
    valued_in_review,
    valued_with,
)
from limes.server.tables.live_tables import LiveTables
from limes.server.tables.making import MadeTable, Making
from limes.server.tables.old_results import fill_old_results
from limes.server.tables.other_processes import OtherProcesses
from limes.server.tables.overdue import Overdue
from limes.server.tables.own_bots import admit_bots
from limes.server.tables.presence import Presence
from limes.server.tables.quota import Quota
from limes.server.tables.replay_check import check
from limes.server.tables.replaying import records_of
from limes.server.tables.seats import Seats, seat_of
from limes.server.tables.thinking import Thinking
from limes.server.tables.turns import Turns

__all__ = [
    "MOST_WAITING",
    "BotTurns",
    "CorePosition",
    "Devices",
    "ListedDevice",
    "Listing",
    "Live",
    "LivePositions",
    "LiveTables",
    "MadeTable",
    "Making",
    "OtherProcesses",
    "Overdue",
    "Position",
    "Presence",
    "Quota",
    "Seats",
    "Thinking",
    "Turns",
    "Watcher",
    "admit_bots",
    "check",
    "clear_now",
    "compared_with",
    "due_steps",
    "fill_old_results",
    "position",
    "records_of",
    "seat_of",
    "valued_in_review",
    "valued_with",
]
