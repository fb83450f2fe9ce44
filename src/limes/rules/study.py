"""A study: a tree of turns on one landscape, from an empty table or from a given position."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from limes.rules.deck import ROUNDS, STANDARD, Deck
from limes.rules.game import Game
from limes.rules.headers import (
    STUDY,
    deck_in,
    header_name,
    is_study,
    line_in,
    lines_of,
    read_header,
    variants_in,
)
from limes.rules.landscape import BASIC, Landscape, Variants
from limes.rules.message import LimesError, Message, NotationError
from limes.rules.quoting import quoted
from limes.rules.reader import Reader
from limes.rules.record import read_label
from limes.rules.tree import (
    TURN_ENDS,
    Node,
    Tried,
    check_size,
    check_tree,
    grown_line,
    read_comment,
    read_remarks,
    written_remarks,
)
from limes.rules.turn import read_turn

STUDY_HEADERS = (STUDY, "Deck", "Cards", "Variants", "Start")


@dataclass(frozen=True)
class Study:
    """What was tried on one landscape: `children` are the first turns, that of the main line before others.

    >>> study = parse_study("Study: Farms\\n\\n1. 17 d4N+ne (3 d4E)\\n2. 3 d5E")
    >>> [node.card for node in study.children]
    [17, 3]
    >>> study.landscape
    Landscape.parse('17@d4N 3@d5E | d4ne')
    """

    start: Landscape = field(default_factory=Landscape)
    name: str = ""
    comment: str = ""
    children: tuple[Node, ...] = ()

    def __post_init__(self) -> None:
        if self.name != self.name.strip() or not self.name.isprintable():
            raise LimesError("a study's name is one line of text, not {name!r}", name=self.name)
        check_size(check_tree(self.start, self.children))

    def __str__(self) -> str:
        """The study in notation."""
        deck = self.start.deck
        headers = {
            "Deck": "" if deck == STANDARD else deck.name,
            "Cards": "" if deck == STANDARD else " ".join(deck.faces),
            "Variants": str(self.start.variants),
            "Start": str(self.start) if self.start.cards else "",
        }
        lines = [f"{STUDY}: {self.name}".rstrip()]
        lines += [f"{name}: {value}" for name, value in headers.items() if value]
        lines.append("")
        if self.comment:
            lines.append(quoted(self.comment, "{", "}"))
        first = len(self.start.cards) + 1
        cards = {number: node.card for number, node in enumerate(self.line(), start=first)}
        beside = self.children[1:]
        for number, node in enumerate(self.line(), start=first):
            remarks = written_remarks(node.name, node.comment, beside, number, cards)
            lines.append(" ".join([f"{number}.", str(node.card), str(node.turn), *remarks]))
            beside = node.children[1:]
        return "\n".join(lines) + "\n"

    def _repr_html_(self) -> str:
        """How a notebook shows it: step by step."""
        from limes.draw import study_html  # noqa: PLC0415

        return study_html(self)

    def line(self) -> Iterator[Node]:
        """The turns of the main line."""
        return self.children[0].line() if self.children else iter(())

    @property
    def landscape(self) -> Landscape:
        """The landscape at the end of the main line."""
        landscape = self.start
        for node in self.line():
            landscape = landscape.play(node.card, node.turn)
        return landscape

    def game(self, player: str) -> Game:
        """The main line as a game of one player; only a study that starts with an empty table is one."""
        if self.start.cards:
            raise LimesError("a study that starts with a landscape is not a game")
        game = Game((player,), self.start.deck, self.start.variants)
        for node in self.line():
            game = game.turn_up(node.card).play(0, node.turn)
        return game


def parse_study(text: str, deck: Deck | None = None, variants: Variants = BASIC) -> Study:
    """Read a study; `NotationError` says where it is wrong and which turn breaks which rule.

    `deck` is for a study that names a deck without writing it out; `variants` are added to its own.
    """
    if not is_study(text):
        raise NotationError(Message("expected the header {header}", header=f"{STUDY}:"), text, 0)
    lines = lines_of(text)
    headers: dict[str, Reader] = {}
    while lines and (name := header_name(lines[0])) is not None:
        read_header(lines.pop(0), name, STUDY_HEADERS, headers)
    start = _start(headers, Landscape(deck_in(headers, deck), variants_in(headers, variants)))
    comment = read_comment(lines.pop(0)) if lines and lines[0].peek() == "{" else ""
    line: list[Tried] = []
    while lines:
        number = len(start.cards) + len(line) + 1
        reader = lines.pop(0)
        line.append(_read_turn(reader, number))
        try:
            check_size(sum(1 + tried.remarks.turns for tried in line))
        except LimesError as error:
            reader.fail(error.message, reader.start)
        while lines and lines[0].start < reader.offset:
            lines.pop(0)
    children = grown_line(Reader(text), start, line, {})
    return Study(start, line_in(headers, STUDY), comment, children)


def _start(headers: dict[str, Reader], empty: Landscape) -> Landscape:
    if "Start" not in headers:
        return empty
    reader = headers["Start"]
    try:
        return Landscape.parse(reader.rest(), empty.deck, empty.variants)
    except NotationError as error:
        reader.fail(error.reason, reader.offset + error.offset)


def _read_turn(reader: Reader, number: int) -> Tried:
    """The line of a card: its number in the landscape, its number in the deck, the turn and remarks."""
    if number > ROUNDS:
        reader.fail(Message("the game is over after {rounds} rounds", rounds=ROUNDS))
    read_label(reader, number)
    place = reader.offset
    card = reader.number(Message("the number of a card"))
    reader.skip_blanks()
    word = reader.word(TURN_ENDS)
    if word.done():
        reader.expected(Message("a turn"))
    turn = read_turn(word)
    remarks = read_remarks(reader, number)
    reader.skip_blanks()
    if not reader.done():
        reader.expected(Message("the end of round {round}", round=number))
    return Tried(place, card, turn, remarks)
