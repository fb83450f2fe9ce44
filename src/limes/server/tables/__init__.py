"""Live tables: what people do at them, who watches, bots and clocks, the other processes."""

from limes.server.tables.actions import Actions, MadeTable
from limes.server.tables.bot_turns import BotTurns
from limes.server.tables.clearing import clear_now, due_steps
from limes.server.tables.core_position import CorePosition
from limes.server.tables.listing import Listing
from limes.server.tables.live import MOST_WAITING, Live, Watcher
from limes.server.tables.live_tables import LiveTables
from limes.server.tables.other_processes import OtherProcesses
from limes.server.tables.overdue import Overdue
from limes.server.tables.replay_check import check
from limes.server.tables.thinking import Thinking

__all__ = [
    "MOST_WAITING",
    "Actions",
    "BotTurns",
    "CorePosition",
    "Listing",
    "Live",
    "LiveTables",
    "MadeTable",
    "OtherProcesses",
    "Overdue",
    "Thinking",
    "Watcher",
    "check",
    "clear_now",
    "due_steps",
]
