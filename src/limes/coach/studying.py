"""A position under study: the turns with a card, valued better and better for as long as somebody looks."""

from collections import OrderedDict, deque
from collections.abc import Iterable, Sequence
from statistics import fmean
from time import thread_time
from typing import NamedTuple

from limes.coach.calibration import CALIBRATION, EXACT
from limes.coach.candidate import Candidate, Figure
from limes.coach.effort import FULL
from limes.coach.estimate import Estimate
from limes.coach.merits import merits
from limes.coach.reasons import reasons
from limes.coach.sentence import Sentence
from limes.coach.weighing import replies_in
from limes.core import State
from limes.rules import ROUNDS, Cell, Landscape, Turn, future
from limes.rules.future import Future

SEED = 4711
LISTED = 12  # turns that are named
LEADERS = 16  # turns that are played on in every lap
WIDE = 40  # turns that are worth a glance
NEAR = 2  # the same on each place
SELDOM = 4  # laps of the leaders for one of the best turns on the other places
AHEAD = 2  # times as many laps for the turn after which somebody hopes for a card
MOST_ASKED = 40  # turns that somebody asked about and no glance found: so many are remembered


class Valued(NamedTuple):
    """What a turn loses beside the best one, in points, with its standard error."""

    turn: Turn
    loss: float
    error: float


class Hope(NamedTuple):
    """What a card is worth beside the mean of all that may come next."""

    card: int
    value: float
    error: float


class Values(NamedTuple):
    """What is known so far: the best turns, best first; those asked about; each place; the cards to come."""

    playouts: int
    turns: tuple[Valued, ...]
    asked: tuple[Valued, ...]
    places: tuple[tuple[Cell, float], ...]
    cards: tuple[Hope, ...]


class Asked(NamedTuple):
    """A turn as somebody wrote it, and what is known of it."""

    turn: Turn
    candidate: Candidate


class Studying:
    """The turns that are worth it, played on along the same imagined orders of cards, lap by lap.

    A lap has one order for each card that may come next. With no more than two cards to come it is exact, and
    one is enough. What is played on next does not depend on the clock: the same number of playouts gives the
    same values. For one thread at a time.
    """

    def __init__(self, landscape: Landscape, card: int) -> None:
        self.playouts = 0
        self.seconds = 0.0  # of a processor, so far
        self._landscape = landscape
        self._card = card
        self._laid = len(landscape.cards) + 1
        self._exact = self._laid >= ROUNDS - EXACT
        self._estimate = Estimate()
        self._replies = replies_in(landscape, FULL)
        self._asked: OrderedDict[Future, Candidate] = OrderedDict()
        self._glanced = self._glance()
        self._best = next(iter(self._glanced.values()))
        self._lap = 1
        self._due: deque[Candidate] = deque()
        self._due_for: Candidate | None = None

    def ask(self, turns: Iterable[Turn]) -> tuple[Asked, ...]:
        """Legal turns whose values are wanted, too, whatever a glance says of them."""
        began = thread_time()
        asked = tuple(Asked(turn, self._found(turn)) for turn in turns)
        self.seconds += thread_time() - began
        return asked

    def advance(self, asked: Sequence[Asked], seconds: float, playouts: int) -> None:
        """Work for so many seconds of a processor, or until there are so many playouts."""
        began = thread_time()
        self._look_after(asked)
        while thread_time() - began < seconds and not self.done(asked, playouts):
            if not self._due:
                self._due.extend(self._plan(asked))
            self._play(self._due.popleft())
        self.seconds += thread_time() - began

    def done(self, asked: Sequence[Asked], playouts: int) -> bool:
        """Whether there are so many playouts, also of what is asked about, or more would change nothing."""
        if self._exact:
            return not self._unplayed(asked)
        return self.playouts >= playouts and not self.lagging(asked)

    def lagging(self, asked: Sequence[Asked]) -> bool:
        """Whether a turn that is asked about was played on less than the best ones."""
        return any(each.candidate.laps < min(self._lap, self._best.laps) for each in asked)

    def values(self, asked: Sequence[Asked]) -> Values:
        leads = self._ranked(asked)
        valued = {each: Valued(each.turn, *self._loss(lead)) for each, lead in leads.items()}
        places: dict[Cell, float] = {}
        for each in valued.values():
            places.setdefault(each.turn.cell, each.loss)
        return Values(
            self.playouts,
            tuple(valued.values())[:LISTED],
            tuple(valued[each.candidate]._replace(turn=each.turn) for each in asked),
            tuple(sorted(places.items())),
            self._hopes(_chosen(asked, leads)),
        )

    def why(self, asked: Sequence[Asked]) -> tuple[Sentence, ...]:
        """How the first turn asked about differs from the best if it is clearly worse; else what speaks for
        it, or for the best where none is asked about."""
        leads = self._ranked(asked)
        best, chosen = next(iter(leads)), _chosen(asked, leads)
        loss, error = self._loss(leads[chosen])
        if loss > CALIBRATION.noise(error, self._laid):
            return reasons(self._landscape, chosen.landscape, best.landscape, loss)
        return merits(self._landscape, chosen.landscape)

    def _glance(self) -> dict[Future, Candidate]:
        """The turns that look best, in all and on each place, best first."""
        state = State.from_landscape(self._landscape)
        seen = self._estimate.glance(state, self._card, WIDE, 0, None)
        for cell in self._landscape.places():
            seen += self._estimate.glance(state, self._card, 0, NEAR, Turn(cell, "N"))
        found: dict[Future, Candidate] = {}
        for turn, value in sorted(seen, key=lambda each: -each[1]):
            its = future(self._landscape, self._card, turn)
            if its not in found:
                found[its] = self._candidate(turn, value)
        return found

    def _candidate(self, turn: Turn, glanced: float) -> Candidate:
        after = self._landscape.play(self._card, turn)
        state = State.from_landscape(after)
        unseen = () if after.full else tuple(state.unseen)
        return Candidate(turn, after, state, unseen, self._exact, glanced)

    def _glanced_at(self, turn: Turn) -> Candidate:
        """One that was not among those that look best."""
        candidate = self._candidate(turn, 0.0)
        if self._exact:
            self._play(candidate)
            candidate.glanced = fmean(candidate.scores)
        else:
            candidate.hopes = self._with_each_card(candidate)
            candidate.glanced = fmean(candidate.hopes)
        return candidate

    def _found(self, turn: Turn) -> Candidate:
        its = future(self._landscape, self._card, turn)
        if its in self._glanced:
            return self._glanced[its]
        if its not in self._asked:
            self._asked[its] = self._glanced_at(turn)
        self._asked.move_to_end(its)
        while len(self._asked) > MOST_ASKED:
            self._asked.popitem(last=False)
        return self._asked[its]

    def _look_after(self, asked: Sequence[Asked]) -> None:
        """What is due is planned anew when somebody asks about something else."""
        first = asked[0].candidate if asked else None
        if first is not self._due_for:
            self._due.clear()
            self._due_for = first

    def _plan(self, asked: Sequence[Asked]) -> list[Candidate]:
        """What to play on next: turns that are behind; if none is, another lap begins."""
        if self._exact:
            return self._unplayed(asked)
        ranked = list(self._ranked(asked))
        self._best = ranked[0]
        places = {each.turn.cell: each for each in reversed(ranked)}.values()
        hoped = _chosen(asked, ranked)
        leaders = dict.fromkeys([*(each.candidate for each in asked), *ranked[:LEADERS]])
        while True:
            due = [each for each in leaders if each.laps < self._lap]
            due += [each for each in places if each not in leaders and SELDOM * each.laps < self._lap]
            due += [hoped] * (AHEAD * self._lap - hoped.laps)
            if due:
                return due
            self._lap += 1

    def _unplayed(self, asked: Sequence[Asked]) -> list[Candidate]:
        candidates = dict.fromkeys([*(each.candidate for each in asked), *self._glanced.values()])
        return [each for each in candidates if not each.scores]

    def _play(self, candidate: Candidate) -> None:
        """One lap of a turn, unless it has an exact one."""
        if self._exact and candidate.scores:
            return
        if not candidate.unseen:
            candidate.scores.append(candidate.landscape.total)
        elif self._exact:
            candidate.scores.extend(self._with_each_card(candidate))
        else:
            candidate.scores.extend(self._estimate.lap(candidate.state, SEED + candidate.laps))
        self.playouts += max(len(candidate.unseen), 1)

    def _with_each_card(self, candidate: Candidate) -> list[float]:
        with_card = self._estimate.with_card
        return [with_card(candidate.state, card, self._replies) for card in candidate.unseen]

    def _ranked(self, asked: Sequence[Asked]) -> dict[Candidate, Figure]:
        """All turns of which something is known, best first, each with its lead over the best."""
        mine = (each.candidate for each in asked)
        known = dict.fromkeys((*self._glanced.values(), *self._asked.values(), *mine))
        best = max(known, key=lambda each: each.lead(self._best).value)
        leads = {each: each.lead(best) for each in known}
        return dict(sorted(leads.items(), key=lambda each: (each[0] is not best, -each[1].value)))

    def _loss(self, lead: Figure) -> Figure:
        """What a turn loses that is behind the best by so much; a part of it is made up for later."""
        kept = CALIBRATION.kept(0.0, lead.value, self._laid)
        scale = CALIBRATION.kept(0.0, -1.0, self._laid)
        return Figure(max(0.0, -kept), abs(scale) * lead.error)

    def _hopes(self, candidate: Candidate) -> tuple[Hope, ...]:
        """None at the last card, nor before an exact value is known."""
        if not candidate.unseen or (self._exact and not candidate.scores):
            return ()
        if not self._exact and not candidate.hopes:
            candidate.hopes = self._with_each_card(candidate)
        by_card = zip(candidate.unseen, candidate.by_card(), strict=True)
        return tuple(Hope(card, *figure) for card, figure in by_card)


def _chosen(asked: Sequence[Asked], best_first: Iterable[Candidate]) -> Candidate:
    """The turn that somebody thinks of: the first asked about, else the best."""
    return asked[0].candidate if asked else next(iter(best_first))
