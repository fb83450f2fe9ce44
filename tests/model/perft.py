"""The number of different sequences of turns, by playing every one of them."""

from .deck import Faces
from .landscape import EMPTY, Landscape
from .turns import legal_turns, play


def perft(faces: Faces, numbers: list[int], diagonal: bool, ferryman: bool) -> list[int]:
    """The counts after the first card, after the second, and so on."""
    counts = [0] * len(numbers)

    def count_from(landscape: Landscape, depth: int) -> None:
        number = numbers[depth]
        turns = legal_turns(landscape, faces, number, diagonal, ferryman)
        counts[depth] += len(turns)
        if depth + 1 < len(numbers):
            for turn in turns:
                count_from(play(landscape, faces, number, turn), depth + 1)

    if numbers:
        count_from(EMPTY, 0)
    return counts
