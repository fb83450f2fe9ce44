"""A slow, plain model of the rules page, for the engine to be compared against.

It is written from the rules and the notation alone and shares nothing with the engine.
"""

from .deck import Faces, standard_faces
from .landscape import Landscape, parse_landscape, write_landscape
from .perft import perft
from .ranking import band, rank
from .scoring import score, score_picture
from .territories import territories
from .turns import legal_turns, play

__all__ = [
    "Faces",
    "Landscape",
    "band",
    "legal_turns",
    "parse_landscape",
    "perft",
    "play",
    "rank",
    "score",
    "score_picture",
    "standard_faces",
    "territories",
    "write_landscape",
]
