"""What the coach is asked and what it answers."""

from typing import Annotated

from pydantic import BaseModel, Field

from limes.server.protocol.requests import Strict
from limes.server.protocol.study import DrawnLandscape
from limes.server.protocol.texts import FileText


class NewStudy(Strict):
    """A finished game, as a game record."""

    record: FileText
    seat: Annotated[int, Field(ge=0, le=63)] = 0


class CoachProgress(BaseModel):
    """How much of a review is done, from 0 to 1; ask again."""

    part: float


class CoachOption(BaseModel):
    """A turn, the expected final score after it, and the landscape after it."""

    turn: str
    value: float
    landscape: DrawnLandscape


class CoachValue(BaseModel):
    turn: str
    value: float


class CoachTurn(BaseModel):
    """A turn; `lost` is `place` + `facing` + `worker`, and `better` is present if something was lost."""

    round: int
    card: int
    face: str
    luck: float
    lost: float
    place: float
    facing: float
    worker: float
    noise: float
    played: CoachOption
    better: CoachOption | None
    why: list[str]
    options: list[CoachValue]


class CoachReview(BaseModel):
    """A seat's game in hindsight: `start` + `luck` - `lost` is `end`, the total of the game."""

    player: str
    seat: int
    finished: bool
    total: int
    band: int | None
    start: float
    luck: float
    lost: float
    end: float
    curve: list[float]
    costly: list[int]
    turns: list[CoachTurn]


class CoachAdvice(CoachOption):
    """A turn, and why it is good."""

    why: list[str]


class CoachHint(BaseModel):
    """The best turns with the current card, best first; `why` is why the first is better than the second."""

    card: int
    options: list[CoachAdvice]
    why: list[str]
