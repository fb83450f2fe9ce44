"""A game with what is said of it: comments, and variations of a seat's turns."""

from dataclasses import dataclass

from limes.rules.deck import Deck
from limes.rules.game import Game
from limes.rules.landscape import BASIC, Landscape, Variants
from limes.rules.message import LimesError
from limes.rules.record import Note, read_annotated, write_record
from limes.rules.study import Study
from limes.rules.tree import Node, check_size, check_tree


@dataclass(frozen=True)
class AnnotatedGame:
    """A game, a comment on the whole, and notes on turns in the order of the rounds and seats.

    >>> annotated = parse_annotated("Players: Red\\n\\n1. 17 d4N {Why no worker?} (d4N+ne)\\n")
    >>> annotated.notes[0].comment
    'Why no worker?'
    """

    game: Game
    comment: str = ""
    notes: tuple[Note, ...] = ()

    def __post_init__(self) -> None:
        history = self.game.history()
        turns = 0
        places = [(note.round, note.seat) for note in self.notes]
        if places != sorted(set(places)):
            raise LimesError("the notes on a game are in the order of its turns, one for each")
        for note in self.notes:
            main = self._played(note.round, note.seat)
            before = history[note.round - 1][note.seat]
            turns += check_tree(before, (main, *note.variations)) - 1
        check_size(turns)

    def __str__(self) -> str:
        """The game record with its comments and variations."""
        return write_record(self.game, self.comment, self.notes)

    def _repr_html_(self) -> str:
        """How a notebook shows it: a game that plays, with its variations."""
        from limes.draw import game_html  # noqa: PLC0415

        return game_html(self)

    def note(self, round_: int, seat: int) -> Note:
        """What is said of a turn; an empty note where nothing is."""
        for note in self.notes:
            if (note.round, note.seat) == (round_, seat):
                return note
        return Note(round_, seat)

    def study(self, seat: int, name: str = "") -> Study:
        """A seat's turns as the main line of a study, with what was tried instead."""
        start = Landscape(self.game.deck, self.game.variants)
        children: tuple[Node, ...] = ()
        for number in range(len(self.game.rounds), 0, -1):
            if self.game.rounds[number - 1].turns[seat] is None:
                continue
            note = self.note(number, seat)
            main = self._played(number, seat)
            children = (
                main._replace(name=note.name, comment=note.comment, children=children),
                *note.variations,
            )
        return Study(start, name, self.comment, children)

    def _played(self, round_: int, seat: int) -> Node:
        rounds = self.game.rounds
        turns = rounds[round_ - 1].turns if 1 <= round_ <= len(rounds) else ()
        turn = turns[seat] if 0 <= seat < len(turns) else None
        if turn is None:
            raise LimesError("seat {seat} has no turn in round {round}", seat=seat, round=round_)
        return Node(rounds[round_ - 1].card, turn)


def parse_annotated(text: str, deck: Deck | None = None, variants: Variants = BASIC) -> AnnotatedGame:
    """Read a game record with its comments and variations; arguments and errors as for `parse_record`."""
    return AnnotatedGame(*read_annotated(text, deck, variants))
