"""Pictures made one after the other in a thread, a few for each address, kept while there is room."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock

from limes.server.lines import Allowance, Line, Place, Urgency
from limes.server.people import Caller
from limes.server.previews.rasterising import rasterised

MOST_BYTES = 24 * 2**20
COST = 0.4  # seconds of a processor, most of them in another process where nobody counts them
SHARE = 0.25  # of a processor, for the pictures of an address in the long run
STOCK = 12.0  # seconds of it that an address may use at once
LONGEST_LINE = 100  # pictures that wait
LONGEST_OF_ADDRESS = 10


@dataclass(frozen=True)
class Picture:
    """A PNG, and the tag by which a client asks whether it is still the same."""

    data: bytes
    tag: str

    @classmethod
    def of(cls, data: bytes) -> "Picture":
        return cls(data, f'"{sha256(data).hexdigest()[:24]}"')


class Pictures:
    def __init__(self, factor: float) -> None:
        allowance = Allowance(SHARE * factor, STOCK * factor)
        self._line = Line(
            1, "limes-picture", allowance, longest=LONGEST_LINE, longest_of_address=LONGEST_OF_ADDRESS
        )
        self._kept: OrderedDict[str, Picture] = OrderedDict()
        self._bytes = 0
        self._keeping = Lock()

    async def picture(self, caller: Caller, name: str, draw: Callable[[], str]) -> Picture:
        """The picture of this name, drawn now as SVG or kept from before; `Problem` if it is one too many."""
        if kept := self._found(name):
            return kept
        self._line.allowance.check(caller.network)
        self._line.check_length(caller.network)
        self._line.allowance.charge(caller.network, COST)
        place = Place(caller.network, caller.guest, Urgency.STUDYING)
        return await self._line.join(place, lambda _behind: self._made(name, draw))

    def stop(self) -> None:
        self._line.stop()

    def _made(self, name: str, draw: Callable[[], str]) -> Picture:
        """Somebody before in the line may have wanted the same."""
        if kept := self._found(name):
            return kept
        made = Picture.of(rasterised(draw()))
        with self._keeping:
            self._kept[name] = made
            self._bytes += len(made.data)
            while self._bytes > MOST_BYTES:
                _name, oldest = self._kept.popitem(last=False)
                self._bytes -= len(oldest.data)
        return made

    def _found(self, name: str) -> Picture | None:
        with self._keeping:
            if name in self._kept:
                self._kept.move_to_end(name)
            return self._kept.get(name)
