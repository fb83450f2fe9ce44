"""The game of Limes: pure Python, immutable values, nothing but the standard library."""

from limes.rules.annotated import AnnotatedGame, parse_annotated
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
from limes.rules.record import Note, parse_record, write_record
from limes.rules.records import split_records
from limes.rules.scorable import Scorable, parse_table
from limes.rules.scoring import Profession, Score, Sight, WorkerScore, band, places
from limes.rules.study import Study, parse_study
from limes.rules.tree import Node
from limes.rules.turn import Move, Place, ScoredTurn, Turn

__all__ = [
    "ROUNDS",
    "STANDARD",
    "START",
    "WORKERS",
    "AnnotatedGame",
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
    "Node",
    "NotationError",
    "Note",
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
    "Study",
    "Terrain",
    "Territory",
    "Turn",
    "TurnError",
    "Variants",
    "WorkerScore",
    "Zone",
    "band",
    "future",
    "parse_annotated",
    "parse_record",
    "parse_study",
    "parse_table",
    "perft",
    "places",
    "shuffled",
    "split_records",
    "turned",
    "write_record",
]
