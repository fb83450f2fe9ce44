"""The tuned weights as the package ships them: 16-bit numbers, packed; `scripts/tune_bots.py` makes them."""

import lzma
import sys
from array import array
from functools import cache
from importlib.resources import files

from limes.bots.evaluation import Evaluation

SCALE = 256
FILE = "weights.xz"


@cache
def tuned() -> Evaluation:
    """The evaluation that self-play found."""
    packed = files("limes.bots").joinpath(FILE).read_bytes()
    return Evaluation(unpack(packed))


@cache
def evaluation(insight: float) -> Evaluation:
    """Between counting only what workers earn now (0) and the tuned evaluation (1)."""
    return tuned().blended(insight)


def pack(weights: bytes) -> bytes:
    """Weights as the evaluation holds them, made small; a step of the numbers kept is 1/256 of a point."""
    whole = array("f", weights)
    steps = array("h", [max(-32768, min(32767, round(weight * SCALE))) for weight in whole])
    return lzma.compress(_little_endian(steps).tobytes(), preset=9)


def unpack(packed: bytes) -> bytes:
    steps = _little_endian(array("h", lzma.decompress(packed)))
    return array("f", [step / SCALE for step in steps]).tobytes()


def _little_endian(numbers: "array[int]") -> "array[int]":
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
