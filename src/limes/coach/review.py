"""A player's game in hindsight: what each card and each turn changed in the score to be expected.

Values are tenths of a point, rounded once and only added and subtracted from then on, so that what is printed
adds up: the start value, plus the luck of all cards, minus the losses of all turns, is the value at the end.
"""

from dataclasses import dataclass
from functools import lru_cache

from limes.coach.calibration import CALIBRATION, Calibration
from limes.coach.effort import FULL, Effort
from limes.coach.estimate import Estimate
from limes.coach.merits import merits
from limes.coach.reasons import reasons
from limes.coach.sentence import Sentence
from limes.coach.weighing import SEED, Weighed, same_facing, weigh
from limes.core import State
from limes.rules import ROUNDS, Deck, Game, Landscape, LimesError, Turn, Variants, band

Tenths = int
START_ORDERS = 1000


@dataclass(frozen=True)
class Option:
    """A turn with the landscape after it and the expected final score."""

    turn: Turn
    landscape: Landscape
    value: Tenths


@dataclass(frozen=True)
class ReviewedTurn:
    """A turn compared with the best one, which is the turn itself if no other is clearly better.

    What it lost is split by worker (with the card as it was laid), facing (on its cell) and place.
    `options` are the turns that were considered, best first.
    """

    round: int
    card: int
    luck: Tenths
    played: Option
    best: Option
    options: tuple[tuple[Turn, Tenths], ...]
    noise: Tenths
    place: Tenths
    facing: Tenths
    worker: Tenths
    why: tuple[Sentence, ...]

    @property
    def lost(self) -> Tenths:
        return self.place + self.facing + self.worker


@dataclass(frozen=True)
class Review:
    """All turns of a seat. `start` plus `luck` minus `lost` is `end`, the total of a finished game."""

    player: str
    seat: int
    start: Tenths
    turns: tuple[ReviewedTurn, ...]
    finished: bool
    total: int

    def _repr_svg_(self) -> str:
        """How a notebook shows it."""
        from limes.coach.picture import review_svg  # noqa: PLC0415

        return review_svg(self)

    @property
    def luck(self) -> Tenths:
        return sum(turn.luck for turn in self.turns)

    @property
    def lost(self) -> Tenths:
        return sum(turn.lost for turn in self.turns)

    @property
    def end(self) -> Tenths:
        return self.curve[-1]

    @property
    def curve(self) -> list[Tenths]:
        """The expected final score before the first card and after each turn."""
        return [self.start, *(turn.played.value for turn in self.turns)]

    @property
    def band(self) -> int | None:
        return band(self.total) if self.finished else None

    def costly(self, most: int = 3) -> list[ReviewedTurn]:
        """The turns that lost most, worst first."""
        mistakes = [turn for turn in self.turns if turn.lost]
        return sorted(mistakes, key=lambda turn: (-turn.lost, turn.round))[:most]


@dataclass(frozen=True)
class Hint:
    """The best turns with a card, best first: why each is good, and why the first beats the second."""

    card: int
    options: tuple[Option, ...]
    merits: tuple[tuple[Sentence, ...], ...]
    why: tuple[Sentence, ...]


class Reviewing:
    """A review in progress, turn by turn, with time for other work in between; for one thread at a time."""

    def __init__(
        self, game: Game, seat: int, effort: Effort = FULL, calibration: Calibration = CALIBRATION
    ) -> None:
        if not 0 <= seat < len(game.players):
            raise LimesError(
                "there is no player {player}; the game record has players 1 to {players}",
                player=seat + 1,
                players=len(game.players),
            )
        self._game = game
        self._seat = seat
        self._landscapes = [landscapes[seat] for landscapes in game.history()]
        self._made = [
            (round_.card, turn) for round_ in game.rounds if (turn := round_.turns[seat]) is not None
        ]
        self._effort = effort
        self._estimate = Estimate()
        self._calibration = calibration
        self._start = start_value(game.deck, game.variants, calibration)
        self._turns: list[ReviewedTurn] = []

    @property
    def part(self) -> float:
        """How much is done, from 0 to 1."""
        return len(self._turns) / len(self._made) if self._made else 1.0

    @property
    def done(self) -> bool:
        return len(self._turns) == len(self._made)

    def advance(self) -> None:
        """Review one more turn."""
        number = len(self._turns)
        card, turn = self._made[number]
        before = self._turns[-1].played.value if self._turns else self._start
        landscape = self._landscapes[number]
        seconds = self._effort.seconds / (ROUNDS - 1)  # the first card has few turns
        weighed = weigh(self._estimate, landscape, card, turn, seconds=seconds, effort=self._effort)
        options = _options(weighed, self._calibration)
        noise = self._calibration.noise(_error(weighed), number + 1)
        self._turns.append(_reviewed(landscape, card, options, _tenths(noise), before))

    def review(self) -> Review:
        return Review(
            player=self._game.players[self._seat],
            seat=self._seat,
            start=self._start,
            turns=tuple(self._turns),
            finished=self._game.finished,
            total=self._landscapes[len(self._made)].total,
        )


def review(
    game: Game, seat: int = 0, effort: Effort = FULL, calibration: Calibration = CALIBRATION
) -> Review:
    """Review all turns of a seat."""
    reviewing = Reviewing(game, seat, effort, calibration)
    while not reviewing.done:
        reviewing.advance()
    return reviewing.review()


def hint(landscape: Landscape, card: int, seconds: float = 1.0, most: int = 3) -> Hint:
    """The best turns with a card that may be laid now."""
    weighed = weigh(Estimate(), landscape, card, seconds=seconds, effort=FULL)
    options = _best_first(_options(weighed, CALIBRATION))[:most]
    best, second = options[0], options[min(1, len(options) - 1)]
    noise = CALIBRATION.noise(max(each.error for each in weighed), len(best.landscape.cards))
    told = best.value - second.value > _tenths(noise)
    return Hint(
        card,
        tuple(options),
        tuple(merits(landscape, option.landscape) for option in options),
        _why(landscape, second, best) if told else (),
    )


@lru_cache(maxsize=64)
def start_value(deck: Deck, variants: Variants, calibration: Calibration = CALIBRATION) -> Tenths:
    """The final score to be expected before the first card."""
    [(value, _error)] = Estimate().worth([State(deck, variants)], START_ORDERS, 1, SEED, 0)
    return _tenths(value + calibration.still_to_gain(0, deck))


def _options(weighed: list[Weighed], calibration: Calibration) -> list[Option]:
    laid = len(weighed[0].landscape.cards)
    best = max(each.value for each in weighed)
    more = calibration.still_to_gain(laid, weighed[0].landscape.deck)
    return [
        Option(each.turn, each.landscape, _tenths(calibration.kept(best, each.value, laid) + more))
        for each in weighed
    ]


def _error(weighed: list[Weighed]) -> float:
    """The standard error of the difference between the best turn and the one played."""
    return max(weighed, key=lambda each: each.value).error


def _reviewed(
    landscape: Landscape, card: int, options: list[Option], noise: Tenths, before: Tenths
) -> ReviewedTurn:
    """The turn played, which is the first option, beside the others."""
    played = options[0]
    on_cell = [option for option in options if option.turn.cell == played.turn.cell]
    in_facing = [
        option for option in on_cell if same_facing(landscape, card, option.turn.facing, played.turn.facing)
    ]
    best = max(options, key=_value)
    if best.value - played.value <= noise:
        best, on_cell, in_facing = played, [played], [played]
    with_worker, with_facing = max(map(_value, in_facing)), max(map(_value, on_cell))
    return ReviewedTurn(
        round=len(landscape.cards) + 1,
        card=card,
        luck=best.value - before,
        played=played,
        best=best,
        options=tuple((option.turn, option.value) for option in _best_first(options)),
        noise=noise,
        place=best.value - with_facing,
        facing=with_facing - with_worker,
        worker=with_worker - played.value,
        why=_why(landscape, played, best),
    )


def _why(before: Landscape, played: Option, better: Option) -> tuple[Sentence, ...]:
    gain = better.value - played.value
    return reasons(before, played.landscape, better.landscape, gain / 10) if gain else ()


def _best_first(options: list[Option]) -> list[Option]:
    return sorted(options, key=lambda option: -option.value)


def _value(option: Option) -> Tenths:
    return option.value


def _tenths(points: float) -> Tenths:
    return round(10 * points)
