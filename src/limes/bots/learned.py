"""The learned evaluation as the package ships it; `train/` makes it."""

import lzma
from functools import cache
from importlib.resources import files

from limes.bots.network import Network

FILE = "network.xz"
VERSION = 3
HEAD = f"limes network {VERSION}\n".encode()


@cache
def learned() -> Network:
    """The network that plays."""
    return Network(unpack(files("limes.bots").joinpath(FILE).read_bytes()))


def pack(weights: bytes) -> bytes:
    """Weights as the network holds them, made small: the lower bytes of all, then the higher ones."""
    return HEAD + lzma.compress(weights[::2] + weights[1::2], preset=9 | lzma.PRESET_EXTREME)


def unpack(packed: bytes) -> bytes:
    head, _, body = packed.partition(b"\n")
    if head + b"\n" != HEAD:
        raise ValueError(f"{FILE} begins with {head[:40]!r}, not with {HEAD!r}")
    planes = lzma.decompress(body)
    weights = bytearray(len(planes))
    half = len(planes) // 2
    weights[::2], weights[1::2] = planes[:half], planes[half:]
    return bytes(weights)
