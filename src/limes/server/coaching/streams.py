"""Values of positions on the study board, refined in slices while somebody looks; one stream a person."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator
from threading import Lock

from limes.coach import Asked, Speech, Studying, say
from limes.coach.report import values_as_json
from limes.rules import Landscape, Turn
from limes.server import problems
from limes.server.game.views import Json
from limes.server.lines import FOR_OTHERS, Allowance, Place, Urgency
from limes.server.tables import Thinking

SLICE = 0.04  # seconds of thinking, after which bots that are at turn come in
BETWEEN = 0.1  # seconds between two snapshots, at the least
LONGEST = 60.0  # seconds for which a stream goes on, however seldom it has its turn
SPARE = 5.0  # seconds after that, in which the last slice may still have its turn
KEPT = 32  # positions
AT_ONCE = 100
AT_ONCE_OF_ADDRESS = 8
AGAIN = 2.0  # seconds after which somebody who found no room may ask again
SHARE = 0.25  # of a processor, for the streams of an address in the long run
STOCK = 30.0  # seconds of it that an address may use at once


class _Position:
    """What somebody has found out about a position, in one stream at a time."""

    def __init__(self, landscape: Landscape, card: int) -> None:
        self.in_use = Lock()
        self._landscape = landscape
        self._card = card
        self._studying: Studying | None = None

    def studying(self) -> Studying:
        """Begun in a thread: the first look at all turns takes a while."""
        if self._studying is None:
            self._studying = Studying(self._landscape, self._card)
        return self._studying


class Question:
    """Turns with a card in a landscape whose values are wanted beside the best; how many playouts at most."""

    def __init__(self, landscape: Landscape, card: int, turns: tuple[Turn, ...], playouts: int) -> None:
        self.position = landscape, card
        self.turns = turns
        self.playouts = playouts


class Streams:
    """All streams of a process, and the positions that were studied last, by each person for themselves: what
    others study may be the landscape that they are laying."""

    def __init__(self, thinking: Thinking, seconds: float, factor: float = 1.0) -> None:
        self.thinking = thinking
        self.seconds = seconds
        self.allowance = Allowance(SHARE * factor, STOCK * factor)
        self._positions: OrderedDict[tuple[str, Landscape, int], _Position] = OrderedDict()
        self._of_guest: dict[str, Stream] = {}
        self._of_address: Counter[str] = Counter()

    def begin(self, place: Place, question: Question, speech: Speech) -> "Stream":
        """A stream that somebody has to end; it ends the one that the same guest had. `Problem` if there are
        too many, or if the address has used up its time."""
        self.allowance.check(place.address)
        if earlier := self._of_guest.get(place.name):
            earlier.end()
        self._check_room(place.address)
        stream = Stream(self, place, question, self._position(place.name, question), speech)
        self._of_guest[place.name] = stream
        self._of_address[place.address] += 1
        return stream

    def forget(self, stream: "Stream") -> None:
        """It has ended."""
        if self._of_guest.get(stream.place.name) is not stream:
            return
        del self._of_guest[stream.place.name]
        self._of_address[stream.place.address] -= 1
        if not self._of_address[stream.place.address]:
            del self._of_address[stream.place.address]

    def stop(self) -> None:
        for stream in list(self._of_guest.values()):
            stream.end()

    def _check_room(self, address: str) -> None:
        """A few addresses with all that they may have keep no other out."""
        own = self._of_address[address]
        if own >= AT_ONCE_OF_ADDRESS:
            raise problems.too_fast(AGAIN)
        if self._of_address.total() >= AT_ONCE * (1 if own else FOR_OTHERS):
            raise problems.busy(AGAIN)

    def _position(self, guest: str, question: Question) -> _Position:
        key = guest, *question.position
        position = self._positions.setdefault(key, _Position(*question.position))
        self._positions.move_to_end(key)
        while len(self._positions) > KEPT:
            self._positions.popitem(last=False)
        return position


class Stream:
    """What one person is shown of a position."""

    def __init__(
        self, streams: Streams, place: Place, question: Question, position: _Position, speech: Speech
    ) -> None:
        self.place = place
        self._streams = streams
        self._question = question
        self._position = position
        self._speech = speech
        self._asked: tuple[Asked, ...] | None = None
        self._ended = asyncio.get_running_loop().create_future()

    def end(self) -> None:
        """Nobody looks any more, or somebody looks at something else; harmless to repeat."""
        self._streams.forget(self)
        if not self._ended.done():
            self._ended.set_result(None)

    async def snapshots(self) -> AsyncIterator[Json]:
        """One after the other, each better than the one before; the last has no `more`, unless the stream was
        ended. Only the first is urgent."""
        clock = asyncio.get_running_loop().time
        end, urgency, due, seconds = clock() + LONGEST, Urgency.STUDYING, clock(), 0.0
        last: Json | None = None
        while last is None or last["more"]:
            try:
                async with asyncio.timeout_at(end + SPARE):
                    snapshot = await self._slice(urgency, seconds, clock() >= due, clock() >= end)
            except TimeoutError:  # others had all threads; what is known is all there will be
                if last is None:
                    raise problems.busy(AGAIN) from None
                snapshot = {**last, "more": False}
            if self._ended.done():
                return
            if snapshot:
                yield snapshot
                last = snapshot
                due = clock() + BETWEEN
            urgency, seconds = Urgency.REFINING, SLICE

    async def _slice(self, urgency: Urgency, seconds: float, due: bool, late: bool) -> Json | None:
        place = self.place._replace(urgency=urgency)
        work = self._streams.thinking.run(
            place, lambda: self._work(seconds, due, late), self._streams.allowance
        )
        working = asyncio.ensure_future(work)
        try:
            await asyncio.wait({working, self._ended}, return_when=asyncio.FIRST_COMPLETED)
            return working.result() if working.done() else None
        finally:
            working.cancel()

    def _work(self, seconds: float, due: bool, late: bool) -> Json | None:
        """In a thread: a slice of thinking, and a snapshot if one is due or it is the last."""
        with self._position.in_use:
            studying = self._position.studying()
            asked = self._asked = self._asked or studying.ask(self._question.turns)
            studying.advance(asked, seconds, self._question.playouts)
            spent = studying.seconds >= self._streams.seconds and not studying.lagging(asked)
            more = not (late or spent or studying.done(asked, self._question.playouts))
            if more and not due:
                return None
            snapshot = values_as_json(studying.values(asked), more)
            if not more:
                snapshot["why"] = [say(sentence, self._speech) for sentence in studying.why(asked)]
            return snapshot
