"""What the pages of the days get."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from limes.server.game import LONGEST_NAME
from limes.server.protocol.requests import Strict

DAY = r"^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$"


class NewAttempt(Strict):
    """Under the name used at tables, or none."""

    name: Annotated[str, Field(max_length=LONGEST_NAME)] = ""


class NewAttemptToday(NewAttempt):
    """With the day that the page shows, which may be over by now."""

    day: Annotated[str, Field(pattern=DAY)] | None = None


class BoardLine(BaseModel):
    """Somebody on a board; without a name if they gave none, without a table if it was deleted."""

    name: str | None
    points: int
    place: int
    table: str | None
    yours: bool


class Board(BaseModel):
    """Points with how many people have them, from the fewest on, and the best; `place` is the caller's."""

    players: int
    place: int | None
    distribution: list[tuple[int, int]]
    best: list[BoardLine]


class EarnedView(BaseModel):
    farmer: int
    fisherman: int
    woodcutter: int
    watchman: int


class DayResult(BaseModel):
    """The caller's; `better_than` is the part of the others, null if there are none."""

    points: int
    place: int
    better_than: float | None
    earned: EarnedView | None


class DayBotView(BaseModel):
    """What a bot made of the cards; `best` is what could have been made of them in hindsight."""

    bot: str
    points: int
    record: str


class DayPage(BaseModel):
    """A day's deal. Cards and nonce come when the day is over, the rest with the end of one's own attempt."""

    day: str
    ends: float
    over: bool
    commitment: str
    players: int
    state: Literal["new", "running", "finished"]
    table: str | None
    cards: list[int] | None
    nonce: str | None
    yours: DayResult | None
    board: Board | None
    bots: list[DayBotView]


class Promise(BaseModel):
    """SHA-256 of `NONCE:CARD CARD ...` of a day to come."""

    day: str
    commitment: str


class ComingDays(BaseModel):
    today: str
    days: list[Promise]


class Period(BaseModel):
    """A week, of which the best five days count, or a month with the best twenty."""

    period: str
    points: int | None
    board: Board | None


class Periods(BaseModel):
    week: Period
    month: Period


class FinishedDay(BaseModel):
    day: str
    points: int
    table: str


class DayCalendar(BaseModel):
    today: str
    days: list[FinishedDay]
