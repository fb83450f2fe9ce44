"""How a table is set up: the deck, the variants, the seats, and the time for each round."""

import json
from dataclasses import dataclass, replace
from typing import Any, Literal

from limes.rules import STANDARD, Deck, LimesError, Variants
from limes.rules.game import check_player
from limes.rules.landscape import BASIC
from limes.server.game.names import BOT_MARK

SeatKind = Literal["person", "open", "bot"]
STAND_IN = "expert:player"
LONGEST_NAME = 40
UNKNOWN = -1  # how many cards were known, at a table of an older release
MOST_CARDS = 64  # of a deck, as many as the core has room for


@dataclass(frozen=True)
class Seat:
    """Who sits there: a person or a bot by name, or nobody yet."""

    kind: SeatKind = "open"
    name: str = ""
    bot: str = ""

    def __post_init__(self) -> None:
        if self.kind == "bot":
            object.__setattr__(self, "name", self.bot + BOT_MARK)
        elif self.kind == "person":
            check_player(self.name)
            if len(self.name) > LONGEST_NAME:
                raise LimesError("a player's name has at most {most} characters", most=LONGEST_NAME)
            if self.name.endswith(BOT_MARK):
                raise LimesError("names ending in {mark} are reserved for bots", mark=BOT_MARK.strip())

    def as_json(self) -> dict[str, str]:
        return {name: value for name, value in vars(self).items() if value}


@dataclass(frozen=True)
class Setup:
    """All that the players agree on before the first card, and how many cards were known then."""

    seats: tuple[Seat, ...]
    deck: Deck = STANDARD
    variants: Variants = BASIC
    seconds: int | None = None
    stand_in: str = STAND_IN
    known: int = 0

    @property
    def bot_names(self) -> tuple[str, ...]:
        """Every bot that may come to lay here."""
        return (self.stand_in, *(seat.bot for seat in self.seats if seat.kind == "bot"))

    @property
    def bots(self) -> int:
        return sum(seat.kind == "bot" for seat in self.seats)

    def with_seat(self, number: int, seat: Seat) -> "Setup":
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))

    def dumps(self) -> str:
        return json.dumps(
            {
                "seats": [seat.as_json() for seat in self.seats],
                "deck": None if self.deck == STANDARD else [self.deck.name, *self.deck.faces],
                "variants": str(self.variants).split(),
                "seconds": self.seconds,
                "stand_in": self.stand_in,
                "known": self.known,
            }
        )

    @classmethod
    def loads(cls, text: str) -> "Setup":
        data: dict[str, Any] = json.loads(text)
        deck = data["deck"]
        return cls(
            seats=tuple(Seat(**seat) for seat in data["seats"]),
            deck=Deck(deck[0], tuple(deck[1:])) if deck else STANDARD,
            variants=Variants(**dict.fromkeys(data["variants"], True)),
            seconds=data["seconds"],
            stand_in=data["stand_in"],
            known=data.get("known", UNKNOWN),
        )
