"""What *Me* shows: a guest's games as figures."""

from pydantic import BaseModel


class Professions(BaseModel):
    """The mean points of each."""

    farmer: float
    fisherman: float
    woodcutter: float
    watchman: float


class AgainstBot(BaseModel):
    """Games of one against one: how many, of them won and drawn, and the mean points of both."""

    bot: str
    games: int
    won: int
    drawn: int
    mean: float
    its_mean: float


class Reviewed(BaseModel):
    """Mean luck and points given away, in the games that the coach reviewed."""

    games: int
    luck: float
    lost: float


class OwnFigures(BaseModel):
    """All finished games of a guest. The curve has the oldest first; with many games, means of some."""

    games: int
    best: int | None
    best_table: str | None
    mean: float | None
    distribution: list[tuple[int, int]]
    professions: Professions | None
    curve: list[float]
    reviewed: Reviewed | None
    bots: list[AgainstBot]
