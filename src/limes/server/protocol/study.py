"""What is studied and what is answered: scorings, replays, decks and offers that belong to no table."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Discriminator, Field, Tag

from limes.rules import ROUNDS, Facing, Profession, Terrain
from limes.rules.picture import MOST_ZONES
from limes.server.game import MOST_CARDS
from limes.server.protocol.requests import Agreed, Name, NewDeck, Strict, TurnText
from limes.server.protocol.tables import DeckView, Offer, Sight
from limes.server.protocol.texts import FileText, LandscapeText

Letter = Literal["f", "w", "t", "r", "F", "T", "R"]
CardNumber = Annotated[int, Field(ge=1, le=999)]
Zones = Annotated[list[Letter | None], Field(min_length=1, max_length=MOST_ZONES)]
Standing = Annotated[list[Annotated[int, Field(ge=1, le=9)]], Field(min_length=2, max_length=3)]


class ScoreText(Agreed):
    """A landscape or a picture as text."""

    text: LandscapeText


class ScoreGrid(Strict):
    """A painted landscape: rows of zones from north to south, null where there is none.

    A worker is `[column, row]` from 1, from the north-west, or `[column, row, count]`.
    """

    zones: Annotated[list[Zones], Field(min_length=1, max_length=MOST_ZONES)]
    workers: Annotated[list[Standing], Field(max_length=MOST_ZONES**2)] = Field(default=[])


def _either(field: str, given: str, otherwise: str) -> Discriminator:
    """Of two forms, the one whose field is there, so that errors speak of that form only."""

    def choose(value: Any) -> str:
        there = field in value if isinstance(value, dict) else hasattr(value, field)
        return given if there else otherwise

    return Discriminator(choose)


ToScore = Annotated[
    Annotated[ScoreText, Tag("text")] | Annotated[ScoreGrid, Tag("grid")],
    _either("zones", "grid", "text"),
]


class ToReplay(Strict):
    """A game record; a deck that it names but does not write out is given separately."""

    text: FileText
    deck: NewDeck | None = None


class ToFollow(Strict):
    """A study in notation."""

    text: FileText


class DeckText(Strict):
    """A deck file."""

    text: FileText


class DeckCards(Strict):
    """The cards of a deck copied so far; null for one that is still missing."""

    name: Name = "unnamed"
    cards: Annotated[list[Annotated[str, Field(max_length=20)] | None], Field(max_length=MOST_CARDS)]


ToCheck = Annotated[
    Annotated[DeckText, Tag("text")] | Annotated[DeckCards, Tag("cards")],
    _either("cards", "cards", "text"),
]


class LaidTurn(Strict):
    card: CardNumber
    turn: TurnText


class ToOffer(Agreed):
    """A landscape, turns played on it since, and the card to lay next."""

    landscape: LandscapeText = "|"
    turns: Annotated[list[LaidTurn], Field(max_length=ROUNDS)] = Field(default=[])
    card: CardNumber


class DrawnCard(BaseModel):
    """A card on the table: its printed face, and where its top points."""

    number: int
    cell: str
    facing: Facing
    face: str


class DrawnLandscape(BaseModel):
    cards: list[DrawnCard]
    workers: list[str]
    total: int


class TerritoryView(BaseModel):
    """Zones of one terrain, and what a worker there earns. Its place in the list, from 0, is its number."""

    terrain: Terrain
    points: int
    zones: list[str]


class StudiedLandscape(DrawnLandscape):
    """A landscape or a picture with its zones and territories; a picture has no cards and begins at a7nw."""

    text: str
    zones: dict[str, Letter]
    territories: list[TerritoryView]
    supply: int


class Reasons(BaseModel):
    """Why points are earned: zones that count, adjacent territories by number, views with the towers at
    their ends; and the same as a sentence, in which a picture's zones are named `column,row`."""

    zones: list[str]
    territories: list[int]
    sights: list[Sight]
    sentence: str


class ExplainedTerritory(TerritoryView):
    """A territory with what a worker of this profession earns or would earn there."""

    profession: Profession
    why: Reasons


class ExplainedWorker(BaseModel):
    """A worker with the number of its territory; one that is not `scored` shares it with one that is."""

    zone: str
    profession: Profession
    profession_name: str
    territory: int
    points: int
    scored: bool
    why: Reasons


class Scoring(BaseModel):
    """A landscape explained; `best_first` are the points of the single workers, for breaking ties."""

    total: int
    best_first: list[int]
    territories: list[ExplainedTerritory]
    workers: list[ExplainedWorker]


class Scored(BaseModel):
    form: Literal["landscape", "picture"]
    note: str | None
    landscape: StudiedLandscape
    scoring: Scoring


class EndSeat(BaseModel):
    seat: int
    name: str
    place: int
    landscape: StudiedLandscape
    scoring: Scoring


class Tie(BaseModel):
    """Two players with the same total: which best worker, from 1, decides; none if they share the place."""

    ahead: int
    behind: int
    worker: int | None
    points: tuple[int, int] | None
    sentence: str


class Band(BaseModel):
    """The solo band from 0 to 4, the least total in it, and the least of the next one."""

    number: int
    name: str
    least: int
    following: int | None


class End(BaseModel):
    """The standing of the players: seats in order, `ranking` from the first place to the last."""

    finished: bool
    seats: list[EndSeat]
    ranking: list[int]
    ties: list[Tie]
    band: Band | None


class TableEnd(End):
    """The end of a table; SHA-256 of `NONCE:CARD CARD ...` is the commitment shown at its beginning.

    The nonce of a day's deal is told when the day is over.
    """

    commitment: str
    cards: list[int]
    nonce: str | None
    record: str


class ReplaySeat(BaseModel):
    """A seat's turn, or null if it was not played, and the landscape after it."""

    turn: str | None
    landscape: StudiedLandscape


class ReplayRound(BaseModel):
    round: int
    card: int
    face: str
    seats: list[ReplaySeat]


class Replay(BaseModel):
    """A game record, round by round."""

    game: str
    date: str
    deck: DeckView
    variants: list[str]
    players: list[str]
    rounds: list[ReplayRound]
    end: End


class TriedTurn(BaseModel):
    """The first turn of a variation, and the name that it has, if it has one."""

    card: int
    turn: str
    name: str


class StudyStep(BaseModel):
    """A card of the main line with the landscape after it, and `beside` it what was tried instead."""

    round: int
    card: int
    turn: str
    name: str
    comment: str
    landscape: StudiedLandscape
    beside: list[TriedTurn]


class MainLine(BaseModel):
    """A study along its main line, from the landscape that it starts with."""

    name: str
    comment: str
    start: StudiedLandscape
    steps: list[StudyStep]


class CardView(BaseModel):
    """A card of a deck: its zones, what is wrong with it, and an earlier card that is the same."""

    number: int
    face: str | None
    zones: list[Letter] | None
    problem: str | None
    same_as: int | None
    note: str | None


class Counts(BaseModel):
    field: int
    water: int
    forest: int
    rock: int
    huts: int


class DeckChecked(BaseModel):
    """A deck so far: complete with 16 cards, playable if nothing is wrong; `text` is its file.

    At a table a deck has `fewest` to `most` cards.
    """

    name: str
    standard: bool
    fewest: int
    most: int
    complete: bool
    playable: bool
    problems: list[str]
    cards: list[CardView]
    counts: Counts
    text: str | None


class LessonPuzzle(BaseModel):
    """A puzzle with its landscape as a picture, row by row from the north: `fwR1-tt.`."""

    id: str
    round: int
    picture: str


class LessonPuzzles(BaseModel):
    puzzles: list[LessonPuzzle]


class Offered(BaseModel):
    landscape: StudiedLandscape
    offer: Offer
