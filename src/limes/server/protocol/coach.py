"""What the coach is asked and what it answers."""

from typing import Annotated

from pydantic import BaseModel, Field

from limes.server.protocol.requests import Agreed, Strict, TurnText
from limes.server.protocol.study import CardNumber, DrawnLandscape
from limes.server.protocol.texts import FileText, LandscapeText

MOST_PLAYOUTS = 1_000_000


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


class ToValue(Agreed):
    """A landscape, the card to lay next, and turns with it that are to be valued beside the best; so many
    playouts are enough."""

    landscape: LandscapeText = "|"
    card: CardNumber
    turns: Annotated[list[TurnText], Field(max_length=4)] = Field(default=[])
    playouts: Annotated[int, Field(ge=1, le=MOST_PLAYOUTS)] = MOST_PLAYOUTS


class TurnValue(BaseModel):
    """What a turn loses beside the best one, in points, and the standard error of that."""

    turn: str
    loss: float
    error: float


class PlaceValue(BaseModel):
    """What the best turn on a place loses."""

    place: str
    loss: float


class CardValue(BaseModel):
    """A card that may come next: what it is worth beside the mean of all of them, and the standard error."""

    card: int
    value: float
    error: float


class PositionValues(BaseModel):
    """A line of the answer: all that is known so far, best turns first. `cards` are those that may come after
    the first turn asked about, else after the best; `why` is in the last line, where `more` is false."""

    playouts: int
    more: bool
    turns: list[TurnValue]
    asked: list[TurnValue]
    places: list[PlaceValue]
    cards: list[CardValue]
    why: list[str]
