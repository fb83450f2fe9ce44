"""The tuned weights as the package ships them: 16-bit numbers, packed; `scripts/tune_bots.py` makes them."""

import lzma
import sys
from array import array
from functools import cache
from importlib.resources import files

FILE = "weights.xz"
SCALE = 256  # steps in a point
# Whoever unpacks reserves as much memory as the dictionary has, also in a browser.
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 1 << 20}]


@cache
def tuned_steps() -> "array[int]":
    """The weights that self-play found, in the order in which `limes.bots.evaluation` holds them."""
    return unpack_steps(files("limes.plain").joinpath(FILE).read_bytes())


def pack_steps(steps: "array[int]") -> bytes:
    return lzma.compress(_little_endian(steps).tobytes(), filters=_FILTERS)


def unpack_steps(packed: bytes) -> "array[int]":
    return _little_endian(array("h", lzma.decompress(packed)))


def _little_endian(numbers: "array[int]") -> "array[int]":
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
