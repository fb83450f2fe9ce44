"""The faces of the cards: the standard deck, and a face as it lies after turning."""

from itertools import product

# Card n is the n-th face; a face is its north-west, north-east, south-west and south-east zone.
Faces = tuple[str, ...]

FACINGS = "NESW"


def standard_faces() -> Faces:
    triples = product("fwt", repeat=3)
    return tuple(standard_face(a, b, c) for a, b, c in triples if not a == b == c)


def standard_face(a: str, b: str, c: str) -> str:
    """Rock north-west, and clockwise from it a, b and c."""
    return "r" + with_hut_on_land(a) + with_hut_on_land(c) + b


def with_hut_on_land(letter: str) -> str:
    return letter if letter == "w" else letter.upper()


def turned(face: str, facing: str) -> str:
    """The face as it lies on the table when its printed top faces that way."""
    for _ in range(FACINGS.index(facing)):
        face = quarter_turn_clockwise(face)
    return face


def quarter_turn_clockwise(face: str) -> str:
    north_west, north_east, south_west, south_east = list(face)
    return south_west + north_west + south_east + north_east
