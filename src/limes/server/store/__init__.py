"""The database: what is kept of tables and guests, written, read, backed up, upgraded. Knows no game."""

from limes.server.store.backup import back_up, require_database
from limes.server.store.bans import Ban, add_ban, read_bans, remove_ban
from limes.server.store.boards import (
    BEST_OF_MONTH,
    BEST_OF_WEEK,
    Ranked,
    Standing,
    best,
    distribution,
    players,
    standings,
)
from limes.server.store.clocks import ComparedClock, seconds_ahead
from limes.server.store.day_bots import DayBot, keep_bots, read_bots
from limes.server.store.devices import own_device
from limes.server.store.engine import (
    NOT_FOR_LONG,
    default_database,
    file_of,
    in_a_sentence,
    open_engine,
    parsed,
    require_release,
    upgrade,
)
from limes.server.store.health import ailment
from limes.server.store.histories import (
    AgainstBot,
    OwnResult,
    against_bots,
    fill_in,
    keep_review,
    result_of,
    results_of,
    without_results,
)
from limes.server.store.keys import Keys, forget_keys, read_keys, rotate_keys
from limes.server.store.log import CHANNEL, Log, notices
from limes.server.store.played import PlayedTable, played_by
from limes.server.store.puzzles import (
    FirstAnswer,
    NewAnswer,
    Rated,
    Strength,
    answer_to,
    answers_of,
    forget_answers,
    keep_answer,
    puzzle_strengths,
    puzzle_tries,
    solver_strength,
)
from limes.server.store.reads import MOST_AT_ONCE, OwnTable, StoredCounts
from limes.server.store.restoring import restore
from limes.server.store.sole_server import SoleServer
from limes.server.store.surveys import (
    TableRow,
    attempts_before,
    closed_before,
    finished_before,
    idle,
    row_of,
    survey,
)
from limes.server.store.watching import SeatHolders, holders_at
from limes.server.store.writer import Took, Writer

__all__ = [
    "BEST_OF_MONTH",
    "BEST_OF_WEEK",
    "CHANNEL",
    "MOST_AT_ONCE",
    "NOT_FOR_LONG",
    "AgainstBot",
    "Ban",
    "ComparedClock",
    "DayBot",
    "FirstAnswer",
    "Keys",
    "Log",
    "NewAnswer",
    "OwnResult",
    "OwnTable",
    "PlayedTable",
    "Ranked",
    "Rated",
    "SeatHolders",
    "SoleServer",
    "Standing",
    "StoredCounts",
    "Strength",
    "TableRow",
    "Took",
    "Writer",
    "add_ban",
    "against_bots",
    "ailment",
    "answer_to",
    "answers_of",
    "attempts_before",
    "back_up",
    "best",
    "closed_before",
    "default_database",
    "distribution",
    "file_of",
    "fill_in",
    "finished_before",
    "forget_answers",
    "forget_keys",
    "holders_at",
    "idle",
    "in_a_sentence",
    "keep_answer",
    "keep_bots",
    "keep_review",
    "notices",
    "open_engine",
    "own_device",
    "parsed",
    "played_by",
    "players",
    "puzzle_strengths",
    "puzzle_tries",
    "read_bans",
    "read_bots",
    "read_keys",
    "remove_ban",
    "require_database",
    "require_release",
    "restore",
    "result_of",
    "results_of",
    "rotate_keys",
    "row_of",
    "seconds_ahead",
    "solver_strength",
    "standings",
    "survey",
    "upgrade",
    "without_results",
]
