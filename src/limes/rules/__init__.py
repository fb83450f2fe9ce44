"""The game of Limes: pure Python, immutable values, nothing but the standard library."""

from limes.rules.board import Board, Terrain, Territory
from limes.rules.deck import ROUNDS, STANDARD, Deck, shuffled, turned
from limes.rules.future import future
from limes.rules.game import Game, Round
from limes.rules.geometry import START, Cell, Facing, Quarter, Zone
from limes.rules.landscape import LaidCard, Landscape, Variants
from limes.rules.message import LimesError, Message, NotationError, TurnError
from limes.rules.perft import perft
from limes.rules.picture import Picture
from limes.rules.placement import WORKERS, Placement
from limes.rules.record import parse_record, write_record
from limes.rules.records import split_records
from limes.rules.scorable import Scorable, parse_table
from limes.rules.scoring import Profession, Score, Sight, WorkerScore, band, places
from limes.rules.turn import Move, Place, ScoredTurn, Turn

__all__ = [
    "ROUNDS",
    "STANDARD",
    "START",
    "WORKERS",
    "Board",
    "Cell",
    "Deck",
    "Facing",
    "Game",
    "LaidCard",
    "Landscape",
    "LimesError",
    "Message",
    "Move",
    "NotationError",
    "Picture",
    "Place",
    "Placement",
    "Profession",
    "Quarter",
    "Round",
    "Scorable",
    "Score",
    "ScoredTurn",
    "Sight",
    "Terrain",
    "Territory",
    "Turn",
    "TurnError",
    "Variants",
    "WorkerScore",
    "Zone",
    "band",
    "future",
    "parse_record",
    "parse_table",
    "perft",
    "places",
    "shuffled",
    "split_records",
    "turned",
    "write_record",
]
