"""The tuned weights as the compiled evaluation holds them."""

from array import array
from functools import cache

from limes.bots.evaluation import Evaluation
from limes.plain.weights import SCALE, pack_steps, tuned_steps, unpack_steps


@cache
def tuned() -> Evaluation:
    """The evaluation that self-play found."""
    return Evaluation(_floats(tuned_steps()))


@cache
def evaluation(insight: float) -> Evaluation:
    """Between counting only what workers earn now (0) and the tuned evaluation (1)."""
    return tuned().blended(insight)


def pack(weights: bytes) -> bytes:
    """Weights as the evaluation holds them, made small; a step of the numbers kept is 1/256 of a point."""
    whole = array("f", weights)
    return pack_steps(array("h", [max(-32768, min(32767, round(weight * SCALE))) for weight in whole]))


def unpack(packed: bytes) -> bytes:
    return _floats(unpack_steps(packed))


def _floats(steps: "array[int]") -> bytes:
    return array("f", [step / SCALE for step in steps]).tobytes()
