"""Turns that were tried on one landscape: a tree of them, as values and as text in parentheses."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from limes.rules.deck import ROUNDS
from limes.rules.landscape import Landscape
from limes.rules.message import LimesError, Message, TurnError
from limes.rules.quoting import quoted, read_quoted
from limes.rules.reader import BLANKS, Reader
from limes.rules.turn import Turn, read_turn

MOST_TURNS = 1000
SIGNS = '"{('
TURN_ENDS = f'{BLANKS}"{{}}()'

Cards = Mapping[int, int]  # by their rounds


class Node(NamedTuple):
    """A card laid in a tree, and what was tried after it: the first child goes on with the main line."""

    card: int
    turn: Turn
    name: str = ""
    comment: str = ""
    children: tuple["Node", ...] = ()

    def line(self) -> Iterator["Node"]:
        """This node and the main line after it."""
        node = self
        yield node
        while node.children:
            node = node.children[0]
            yield node


class Tried(NamedTuple):
    """A turn as it is written in a variation, or one beside which variations are written."""

    place: int
    card: int | None
    turn: Turn
    remarks: "Remarks"


class Remarks(NamedTuple):
    """What is written after a turn; each variation is a line of turns."""

    name: str = ""
    comment: str = ""
    variations: tuple[tuple[Tried, ...], ...] = ()

    @property
    def turns(self) -> int:
        """How many there are in all variations."""
        return sum(1 + tried.remarks.turns for line in self.variations for tried in line)


NO_REMARKS = Remarks()


def check_tree(landscape: Landscape, children: tuple[Node, ...]) -> int:
    """How many turns there are; `LimesError` if one of them cannot be played or has a twin beside it."""
    turns = len(children)
    known = set()
    for node in children:
        if node[:2] in known:
            raise _twin(node.card, node.turn)
        known.add(node[:2])
        turns += check_tree(landscape.play(node.card, node.turn), node.children)
    return turns


def check_size(turns: int) -> None:
    """`LimesError` if this many turns in variations, or in a study, would take too long to replay."""
    if turns > MOST_TURNS:
        raise LimesError("there are more than {most} turns to replay", most=MOST_TURNS)


def written_remarks(
    name: str, comment: str, variations: Iterable[Node], round_: int, cards: Cards
) -> Iterator[str]:
    """What follows a turn of a round; a card is left out where the line beside it has the same."""
    if name:
        yield quoted(name, '"', '"')
    if comment:
        yield quoted(comment, "{", "}")
    for node in variations:
        yield f"({variation_text(node, round_, cards)})"


def variation_text(node: Node, round_: int, cards: Cards) -> str:
    """The main line from a node on, with its own variations; `cards` are those of the line it leaves."""
    line = list(node.line())
    own = {**cards, **{number: each.card for number, each in enumerate(line, start=round_)}}
    words = []
    beside: tuple[Node, ...] = ()
    for number, each in enumerate(line, start=round_):
        if cards.get(number) != each.card:
            words.append(str(each.card))
        words += [str(each.turn), *written_remarks(each.name, each.comment, beside, number, own)]
        beside = each.children[1:]
    return " ".join(words)


def read_remarks(line: Reader, round_: int) -> Remarks:
    """Read what follows a turn in the line of a round; inside a variation, lines may end anywhere."""
    line.skip_blanks()
    if line.done() or line.peek() not in SIGNS:
        return NO_REMARKS
    text = line.text
    reader = Reader(text, line.offset)
    remarks = _read_remarks(reader, round_, reader.skip_blanks)
    rest = text[reader.offset :].partition("\n")[0]
    line.end = reader.offset + len(rest.rstrip())
    line.offset = reader.offset
    return remarks


def read_comment(line: Reader) -> str:
    """The comment that is all of what the line holds."""
    line.take("{")
    comment = read_quoted(line, "}")
    line.skip_blanks()
    if not line.done():
        line.expected(Message("the end of the comment"))
    return comment


def grown(
    reader: Reader, landscape: Landscape, remarks: Remarks, cards: Cards, main: Node
) -> tuple[Node, ...]:
    """The main turn of a moment and what was tried instead; errors are placed in the reader's text."""
    nodes = [main]
    known = {main[:2]}
    for line in remarks.variations:
        node = grown_line(reader, landscape, line, cards)[0]
        if node[:2] in known:
            reader.fail(_twin(node.card, node.turn).message, line[0].place)
        known.add(node[:2])
        nodes.append(node)
    return tuple(nodes)


def grown_line(reader: Reader, landscape: Landscape, line: Sequence[Tried], cards: Cards) -> tuple[Node, ...]:
    """The first turn of a line with all that comes after it, and what was tried instead of it."""
    first = len(landscape.cards) + 1
    own = {**cards, **{number: each.card for number, each in enumerate(line, start=first) if each.card}}
    before = []
    for number, tried in enumerate(line, start=first):
        if number not in own:
            reader.offset = tried.place
            reader.expected(Message("the number of a card"))
        before.append(landscape)
        try:
            landscape = landscape.play(own[number], tried.turn)
        except LimesError as error:
            reader.fail(error.message, tried.place)
    children: tuple[Node, ...] = ()
    for number, tried in reversed(list(enumerate(line, start=first))):
        said = tried.remarks
        node = Node(own[number], tried.turn, said.name, said.comment, children)
        children = grown(reader, before.pop(), said, own, node)
    return children


def _read_remarks(reader: Reader, round_: int, skip: Callable[[], None], first: bool = False) -> Remarks:
    name = read_quoted(reader, '"') if reader.take('"') else ""
    skip()
    comment = read_quoted(reader, "}") if reader.take("{") else ""
    skip()
    variations = []
    while reader.take("("):
        if first:
            reason = Message("a variation does not begin with another one; write that after this one")
            reader.fail(reason, reader.offset - 1)
        variations.append(_read_variation(reader, round_))
        skip()
    return Remarks(name, comment, tuple(variations))


def _read_variation(reader: Reader, round_: int) -> tuple[Tried, ...]:
    """Read on after the opening parenthesis, past the closing one."""
    line: list[Tried] = []
    reader.skip_space()
    while not line or not reader.take(")"):
        if round_ > ROUNDS:
            reader.fail(Message("the game is over after {rounds} rounds", rounds=ROUNDS))
        line.append(_read_tried(reader, round_, first=not line))
        round_ += 1
    return tuple(line)


def _read_tried(reader: Reader, round_: int, first: bool) -> Tried:
    place = reader.offset
    card = None
    if reader.peek().isdecimal():
        card = reader.number(Message("the number of a card"))
        if reader.peek() == ".":
            reader.offset = place
            reader.expected(Message("{sign} before the next round", sign=")"))
        reader.skip_space()
    word = reader.word(f"{TURN_ENDS}\r\n")
    if word.done():
        reader.expected(Message("a turn"))
    turn = read_turn(word)
    reader.skip_space()
    return Tried(place, card, turn, _read_remarks(reader, round_, reader.skip_space, first))


def _twin(card: int, turn: Turn) -> TurnError:
    return TurnError("{turn} with card {card} is here twice", turn=turn, card=card)
