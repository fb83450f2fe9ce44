"""What the pages of the puzzles send and get."""

from typing import Literal

from pydantic import BaseModel

from limes.puzzles import Theme
from limes.server.protocol.requests import Strict, TurnText, Variant
from limes.server.protocol.study import Offered


class PuzzleTurn(Strict):
    turn: TurnText


class ThemeFigures(BaseModel):
    """How many puzzles a theme has, and how many of them the caller has tried and solved."""

    theme: Theme
    puzzles: int
    tried: int
    solved: int


class PastAnswer(BaseModel):
    """The caller's first answer to a puzzle; without a server nothing is rated."""

    puzzle: str
    at: float
    turn: str
    solved: bool
    rating: int | None
    change: int | None


class PuzzleOfTheDay(BaseModel):
    """The same for everybody. `solved` is null until the caller has answered it; `all_solved` counts all."""

    day: str
    puzzle: str
    picture: str
    card: int
    face: str
    solved: bool | None
    all_solved: int


class PuzzlesPage(BaseModel):
    """How many puzzles there are, the one of the day, and the caller's first answers added up.

    The newest answer is the first in the history and the last in the curve of ratings.
    """

    puzzles: int
    today: PuzzleOfTheDay
    tried: int
    solved: int
    streak: int
    longest: int
    rating: int | None
    best_rating: int | None
    curve: list[int]
    themes: list[ThemeFigures]
    history: list[PastAnswer]


class PuzzleQuestion(Offered):
    """A card to lay, and all that may be done with it. `solved` is null until the caller has answered."""

    puzzle: str
    round: int
    rounds: int
    variants: list[Variant]
    rating: int | None
    solved: bool | None


class WorseTurn(BaseModel):
    """A turn and the points that it loses beside the best one.

    `likely` is the one that most of the weaker bots play, `yours` the one that was answered.
    """

    turn: str
    lost: float
    likely: bool
    yours: bool


class Difference(BaseModel):
    """One difference between a turn and the best one, as a sentence in which zones are named.

    It is so after the one of the two that it is `of`. `zone` lies in the territory that it is about, and
    `room` are the empty zones where that can still gain.
    """

    text: str
    of: Literal["turn", "best"]
    zone: str | None
    room: list[str]


class Everybody(BaseModel):
    """How many people have answered a puzzle, and how many of them found the best turn."""

    tried: int
    solved: int


class PuzzleSolution(BaseModel):
    """What an answer is told. `lost` is null where the coach has to be asked (`why`).

    `value` is the expected final score after the best turn, exact with two cards or fewer to come. `why`
    holds the turn `against` against the best one, and `themes` are those of the puzzle that this turn misses.
    `counted` is false for all but the first answer; `rating` is that of the caller after the first answer,
    and `change` what it changed. Without a server nothing is known of `everybody`.
    """

    puzzle: str
    solved: bool
    turn: str
    lost: float | None
    best: str
    value: float
    exact: bool
    others: list[WorseTurn]
    against: str
    why: list[Difference]
    themes: list[Theme]
    counted: bool
    rating: int | None
    change: int | None
    streak: int
    everybody: Everybody | None


class TurnWeighed(BaseModel):
    """What a turn loses beside the best one, null where nobody can weigh it, and why."""

    turn: str
    solved: bool
    lost: float | None
    why: list[Difference]
