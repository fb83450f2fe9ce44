"""What clients send, strictly decoded: a field that is not known is an error."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

from limes.rules import ROUNDS, STANDARD, Deck, Variants
from limes.server.game import LONGEST_NAME, MOST_CARDS, MOST_TAKEN_BACK, STAND_IN

Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
BotName = Annotated[str, Field(min_length=1, max_length=40, examples=["expert:player"])]
Secret = Annotated[str, Field(min_length=1, max_length=60)]
TurnText = Annotated[str, Field(min_length=3, max_length=20, examples=["d4N+ne"])]
Variant = Literal["diagonal", "ferryman"]
Face = Annotated[str, Field(min_length=4, max_length=4, examples=["rFwf"])]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _one_unknown(cls, given: Any) -> Any:
        """One unknown field says as much as thousands, each of which would be described while others wait."""
        if not isinstance(given, dict) or len(given) <= len(cls.model_fields):
            return given
        known = {name: given[name] for name in cls.model_fields if name in given}
        unknown = next(name for name in given if name not in known)
        return {unknown: given[unknown], **known}


class PersonSeat(Strict):
    kind: Literal["person"]
    name: Name


class OpenSeat(Strict):
    kind: Literal["open"]


class BotSeat(Strict):
    kind: Literal["bot"]
    bot: BotName = STAND_IN


NewSeat = Annotated[PersonSeat | OpenSeat | BotSeat, Field(discriminator="kind")]


class NewDeck(Strict):
    name: Name
    cards: Annotated[list[Face], Field(min_length=ROUNDS, max_length=MOST_CARDS)]

    def rules_deck(self) -> Deck:
        return Deck(self.name, tuple(self.cards))


class Agreed(Strict):
    """The variants and the deck; without a deck, the standard one."""

    variants: Annotated[list[Variant], Field(max_length=2)] = []
    deck: NewDeck | None = None

    def rules_deck(self) -> Deck:
        return self.deck.rules_deck() if self.deck else STANDARD

    def rules_variants(self) -> Variants:
        return Variants(**dict.fromkeys(self.variants, True))


class NewTable(Agreed):
    """A table to set up; the game begins when no seat is open."""

    seats: Annotated[list[NewSeat], Field(min_length=1, max_length=64)]
    seconds: Annotated[int, Field(ge=5, le=30 * 24 * 3600)] | None = None
    stand_in: BotName = STAND_IN


class JoinSeat(Strict):
    name: Name
    invitation: Secret


class ClaimSeat(Strict):
    token: Secret


class LinkSeat(Strict):
    """With `gives`, the person who claims the link holds the seat alone."""

    gives: bool = False


class HandOver(Strict):
    bot: BotName = STAND_IN


class Undo(Strict):
    """Which turn: the attempt is 1, or more after turns of this round were undone."""

    round: Annotated[int, Field(ge=1, le=16)]
    attempt: Annotated[int, Field(ge=1, le=MOST_TAKEN_BACK + 1)] = 1


class NewTurn(Undo):
    turn: TurnText


class OnSocket(Strict):
    """`id` comes back with the acknowledgement or the error."""

    id: Annotated[str, Field(max_length=40)]
    seat: Annotated[int, Field(ge=0, le=63)]


class TurnMessage(OnSocket, NewTurn):
    type: Literal["turn"]


class UndoMessage(OnSocket, Undo):
    type: Literal["undo"]


class PingMessage(Strict):
    type: Literal["ping"]


ClientMessage: TypeAdapter[TurnMessage | UndoMessage | PingMessage] = TypeAdapter(
    Annotated[TurnMessage | UndoMessage | PingMessage, Field(discriminator="type")]
)
