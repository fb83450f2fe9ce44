"""Where frames begin in what a client sends, without reading what is in them."""


class FrameHeads:
    """Counts frames that begin; keeps what is left of one between two calls."""

    def __init__(self) -> None:
        self._skip = 0  # bytes of the frame that is being passed over
        self._rest = b""  # of a head whose end has not come

    def begun(self, data: bytes, most: int) -> int:
        """How many frames begin in it; counts no further than one more than `most`."""
        if self._rest:
            data = self._rest + data
            self._rest = b""
        at, end, number = self._skip, len(data), 0
        while at < end and number <= most:
            head = _length_of(data, at)
            if head is None:
                self._rest = data[at:]
                at = end
                break
            at += head
            number += 1
        self._skip = at - end if at > end else 0
        return number


def _length_of(data: bytes, at: int) -> int | None:
    """The whole length of the frame that begins there, or `None` if its head has not come in full."""
    left = len(data) - at
    if left < 2:
        return None
    length = data[at + 1] & 0x7F
    if length < 126:
        return 6 + length
    size = 2 if length == 126 else 8
    if left < 2 + size:
        return None
    return 6 + size + int.from_bytes(data[at + 2 : at + 2 + size], "big")
