"""A whole game: every round gives all seats the same card, and they act at once. Chance is an argument."""

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from limes.rules import scoring
from limes.rules.deck import ROUNDS, STANDARD, Deck
from limes.rules.landscape import BASIC, Landscape, Variants
from limes.rules.message import LimesError, TurnError
from limes.rules.turn import Turn, as_turn


def check_player(name: str) -> None:
    if not name or name != name.strip() or not name.isprintable() or "|" in name:
        raise LimesError(
            "a player's name is one line of text without a vertical bar, not {name!r}", name=name
        )


class Round(NamedTuple):
    """A card and each seat's turn with it; None until the seat has played."""

    card: int
    turns: tuple[Turn | None, ...]

    @property
    def complete(self) -> bool:
        return None not in self.turns


@dataclass(frozen=True)
class Game:
    """A game between players, round after round.

    >>> game = Game(players=("Red", "Black")).turn_up(17)
    >>> game = game.play(0, "d4N+ne").play(1, "d4E")
    >>> game.landscapes[0].total
    2
    """

    players: tuple[str, ...]
    deck: Deck = STANDARD
    variants: Variants = BASIC
    id: str = ""
    date: str = ""
    rounds: tuple[Round, ...] = ()
    landscapes: tuple[Landscape, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        """Rounds without landscapes come from outside: they are replayed, and checked."""
        if self.landscapes:
            return
        if not self.players:
            raise LimesError("a game has at least one player")
        for name in self.players:
            check_player(name)
        for text in (self.id, self.date):
            if text != text.strip() or not text.isprintable():
                raise LimesError("a game's ID and date are one line of text each, not {text!r}", text=text)
        object.__setattr__(self, "landscapes", self.history()[-1])

    def _repr_html_(self) -> str:
        """How a notebook shows it: a game that plays, step by step."""
        from limes.draw import game_html  # noqa: PLC0415

        return game_html(self)

    @property
    def round_complete(self) -> bool:
        """Whether every seat has played its turn; also true before the first card."""
        return not self.rounds or self.rounds[-1].complete

    @property
    def finished(self) -> bool:
        return len(self.rounds) == ROUNDS and self.round_complete

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that have not played in the current round."""
        if self.round_complete:
            return ()
        return tuple(seat for seat, turn in enumerate(self.rounds[-1].turns) if turn is None)

    @property
    def open_landscapes(self) -> tuple[Landscape, ...]:
        """The landscapes as everybody may see them: as of the last complete round."""
        return self.landscapes if self.round_complete else self.history()[-2]

    def history(self) -> list[tuple[Landscape, ...]]:
        """The landscapes of all seats before the first round and after each round."""
        start = (Landscape(self.deck, self.variants),) * len(self.players)
        played = replace(self, rounds=(), landscapes=start)
        landscapes = [start]
        for round_ in self.rounds:
            played = played.turn_up(round_.card)
            if len(round_.turns) != len(self.players):
                raise LimesError(
                    "a round has a turn for each of the {players} players, not {turns}",
                    players=len(self.players),
                    turns=len(round_.turns),
                )
            for seat, turn in enumerate(round_.turns):
                if turn is not None:
                    played = played.play(seat, turn)
            landscapes.append(played.landscapes)
        return landscapes

    def turn_up(self, card: int) -> "Game":
        """Begin the next round with a card."""
        if not self.round_complete:
            raise LimesError("the previous round is not complete")
        if len(self.rounds) == ROUNDS:
            raise LimesError("the game is over after {rounds} rounds", rounds=ROUNDS)
        self.deck.face(card)
        for number, earlier in enumerate(self.rounds, start=1):
            if earlier.card == card:
                raise LimesError(
                    "card {card} was already turned up in round {round}", card=card, round=number
                )
        begun = Round(card, (None,) * len(self.players))
        return replace(self, rounds=(*self.rounds, begun))

    def play(self, seat: int, turn: Turn | str) -> "Game":
        """Play a seat's turn in the current round, given as a `Turn` or as text."""
        turn = as_turn(turn)
        if seat not in range(len(self.players)):
            seats = ", ".join(f"{number} ({name})" for number, name in enumerate(self.players))
            raise TurnError("there is no seat {seat} in this game, only {seats}", seat=seat, seats=seats)
        if seat not in self.waiting:
            raise TurnError("it is not {player}'s turn", player=self.players[seat])
        running = self.rounds[-1]
        landscape = self.landscapes[seat].play(running.card, turn)
        turns = (*running.turns[:seat], turn, *running.turns[seat + 1 :])
        landscapes = (*self.landscapes[:seat], landscape, *self.landscapes[seat + 1 :])
        rounds = (*self.rounds[:-1], Round(running.card, turns))
        return replace(self, rounds=rounds, landscapes=landscapes)

    def scores(self) -> tuple[scoring.Score, ...]:
        """The current points of every seat."""
        return tuple(landscape.score() for landscape in self.landscapes)

    def places(self) -> list[int]:
        """The current place of each seat, with ties broken by the best workers."""
        return scoring.places(list(self.scores()))
