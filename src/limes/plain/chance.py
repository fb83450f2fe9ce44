"""Seeded chance that draws the same numbers as the compiled core."""

_WORD = (1 << 64) - 1
_HALF = (1 << 32) - 1


class Chance:
    """xoshiro256++ 1.0 (Blackman and Vigna, public domain), begun as the core begins stream 0 of a seed."""

    def __init__(self, seed: int) -> None:
        _, mixed = _splitmix(0)
        mixed ^= seed
        self._state = []
        for _ in range(4):
            mixed, drawn = _splitmix(mixed)
            self._state.append(drawn)

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, all of them exactly equally likely (Lemire's method)."""
        product = (self._draw() >> 32) * limit
        if product & _HALF < limit:
            least = (1 << 32) % limit
            while product & _HALF < least:
                product = (self._draw() >> 32) * limit
        return product >> 32

    def _draw(self) -> int:
        a, b, c, d = self._state
        drawn = _turned(a + d & _WORD, 23) + a & _WORD
        shifted = b << 17 & _WORD
        c ^= a
        d ^= b
        self._state = [a ^ d, b ^ c, c ^ shifted, _turned(d, 45)]
        return drawn


def _turned(word: int, by: int) -> int:
    return (word << by | word >> 64 - by) & _WORD


def _splitmix(seed: int) -> tuple[int, int]:
    """The seed after it, and the number drawn."""
    seed = seed + 0x9E3779B97F4A7C15 & _WORD
    drawn = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    drawn = (drawn ^ drawn >> 27) * 0x94D049BB133111EB & _WORD
    return seed, drawn ^ drawn >> 31
