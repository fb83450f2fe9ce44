"""What clients get of tables: views, events, messages on a socket."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field, TypeAdapter


class ErrorView(BaseModel):
    code: str
    message: str


class Failure(BaseModel):
    error: ErrorView


class Made(BaseModel):
    """A new table; anyone who has a seat's token can play in that seat, so keep it to yourself."""

    table: str
    tokens: dict[str, str]
    invitation: str


class Token(BaseModel):
    token: str


class DeviceView(BaseModel):
    """A browser that holds the seat, or the link for others. Times are `null` if unknown."""

    device: str
    kind: Literal["browser", "link"]
    since: float | None
    seen: float | None
    this: bool
    may_end: bool


class Devices(BaseModel):
    devices: list[DeviceView]


class SeatNumber(BaseModel):
    seat: int


class SeatNumbers(BaseModel):
    seats: list[int]


class ServerAddress(BaseModel):
    """Where others can reach this server, if known, for links made by a page opened at localhost."""

    address: str | None


class TableId(BaseModel):
    table: str


class Acknowledged(BaseModel):
    number: int


class SeatView(BaseModel):
    seat: int
    kind: Literal["person", "open", "bot"]
    name: str
    bot: str | None
    landscape: str
    total: int


class RoundView(BaseModel):
    card: int
    turns: list[str]


class Running(BaseModel):
    round: int
    rounds: int
    card: int
    face: str
    deadline: float | None


class DeckView(BaseModel):
    name: str
    cards: list[str]


class Sight(BaseModel):
    direction: str
    zones: list[str]
    tower: str | None


class FinalSeat(BaseModel):
    place: int
    total: int


class Result(BaseModel):
    """The end of a game; SHA-256 of `NONCE:CARD CARD ...` is the commitment shown at its beginning.

    The nonce of a day's deal is told when the day is over.
    """

    seats: list[FinalSeat]
    band: int | None
    cards: list[int]
    nonce: str | None
    record: str


class OfferedPlacement(BaseModel):
    """What a placement changes in the territories before it; new ones are numbered on from those."""

    at: str
    gone: list[int]
    new: list[tuple[str, int, str]]
    points: list[tuple[int, int]]
    moves: list[list[int]]
    total: int


class Offer(BaseModel):
    """Everything that a seat may do with the card; the page `docs/look-up/server.md` says how to read it."""

    card: int
    face: str
    supply: int
    workers: list[str]
    total: int
    territories: list[tuple[str, int, str]]
    placements: list[OfferedPlacement]


class OwnSeat(BaseModel):
    type: Literal["seat"]
    seat: int
    round: int
    attempt: int
    laid: str | None
    offer: Offer | None
    answered: Offer | None


class TableView(BaseModel):
    table: str
    created: float
    deck: DeckView
    variants: list[str]
    seconds: int | None
    stand_in: str
    commitment: str
    day: str | None
    last: int
    seats: list[SeatView]
    rounds: list[RoundView]
    running: Running | None
    waiting: list[int]
    rematch: str | None
    closed: str | None
    result: Result | None


class OwnTable(TableView):
    """The table with the caller's seats and, for its owner, the invitation to open seats.

    A bot plays in the seats in `left`; the caller may return to them.
    """

    yours: list[OwnSeat]
    left: list[int]
    invitation: str | None


class OpenedRound(BaseModel):
    round: int
    card: int
    turns: list[str]
    totals: list[int] | None = None


class EventView(BaseModel):
    type: Literal["event"]
    number: int
    kind: Literal["turn", "undo", "seat", "turned_out", "device", "closed", "rematch"]
    at: float
    seat: int | None
    round: int | None = None
    stand_in: bool | None = None
    opened: OpenedRound | None = None
    taken: dict[str, str] | None = None
    device: Literal["added", "given", "ended"] | None = None
    closed: str | None = None
    rematch: str | None = None
    running: Running | None = None
    waiting: list[int] | None = None
    result: Result | None = None


class Events(BaseModel):
    events: list[EventView]
    last: int


class ListedTable(BaseModel):
    """A table in a list, as of its last finished round; `places` are known when the game is over.

    `people` are the seats of people, including the caller; the seats in `left` are kept for the caller.
    """

    table: str
    created: float
    at: float
    players: list[str]
    people: list[int]
    yours: list[int]
    left: list[int]
    owner: bool
    turns_left: int
    closed: str | None
    day: str | None
    round: int
    waiting: list[int]
    totals: list[int]
    places: list[int] | None
    picture: str


class ListedTables(BaseModel):
    tables: list[ListedTable]


class TableMessage(OwnTable):
    """The first message of a socket, unless it continues after a number; it may come again at any time."""

    type: Literal["table"]


class SeatsMessage(BaseModel):
    """The caller's seats, and those that a bot plays until the caller returns."""

    type: Literal["seats"]
    seats: list[int]
    left: list[int]


class AckMessage(BaseModel):
    type: Literal["ack"]
    id: str
    seat: int
    round: int
    number: int


class ErrorMessage(ErrorView):
    type: Literal["error"]
    id: str | None


class PongMessage(BaseModel):
    """`now` is the server's time, by which a client sets its clock for deadlines."""

    type: Literal["pong"]
    now: float


class PresenceMessage(BaseModel):
    type: Literal["presence"]
    seats: list[int]


ServerMessage: TypeAdapter[
    TableMessage
    | SeatsMessage
    | EventView
    | OwnSeat
    | AckMessage
    | ErrorMessage
    | PongMessage
    | PresenceMessage
] = TypeAdapter(
    Annotated[
        TableMessage
        | SeatsMessage
        | EventView
        | OwnSeat
        | AckMessage
        | ErrorMessage
        | PongMessage
        | PresenceMessage,
        Field(discriminator="type"),
    ]
)
