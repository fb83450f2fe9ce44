"""The cards and workers in front of one player: a value that knows its legal turns and its points."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from limes.rules import scoring
from limes.rules.board import EMPTY_BOARD, Board
from limes.rules.deck import ROUNDS, STANDARD, Deck, turned
from limes.rules.geometry import FACINGS, Cell, Facing, Zone, bit, cell_of
from limes.rules.laying import check_cell, open_cells
from limes.rules.message import LimesError, Message, TurnError
from limes.rules.placement import WORKERS, Placement, check_zone
from limes.rules.reader import Reader
from limes.rules.turn import ScoredTurn, Turn, as_turn

VARIANT_NAMES = ("diagonal", "ferryman")


class Variants(NamedTuple):
    """The two official variants, each on or off."""

    diagonal: bool = False
    ferryman: bool = False

    def __str__(self) -> str:
        """The names of those that are on, as in a record."""
        return " ".join(name for name in VARIANT_NAMES if getattr(self, name))


BASIC = Variants()


class LaidCard(NamedTuple):
    number: int
    cell: Cell
    facing: Facing

    def __str__(self) -> str:
        return f"{self.number}@{self.cell}{self.facing}"


@dataclass(frozen=True, repr=False)
class Landscape:
    """A landscape under a deck and variants; `Landscape()` is the empty one.

    >>> landscape = Landscape().play(17, "d4N+ne")
    >>> landscape.play(3, "d5E:d4ne>d5se")
    Landscape.parse('17@d4N 3@d5E | d5se')
    """

    deck: Deck = STANDARD
    variants: Variants = BASIC
    cards: tuple[LaidCard, ...] = ()
    workers: tuple[Zone, ...] = ()
    board: Board = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """The cards are laid one by one, and checked: nobody but this class can say what the board is."""
        built = self._laid(self.deck, self.variants, (), (), EMPTY_BOARD)
        for card in self.cards:
            built = built._with_card(card)
        for zone in self.workers:
            built = built._with_worker(zone)
        self.__dict__.update(cards=built.cards, workers=built.workers, board=built.board)

    @classmethod
    def _laid(
        cls,
        deck: Deck,
        variants: Variants,
        cards: tuple[LaidCard, ...],
        workers: tuple[Zone, ...],
        board: Board,
    ) -> "Landscape":
        """A landscape whose parts are known to be legal and to agree: nothing is laid anew."""
        landscape = cls.__new__(cls)
        landscape.__dict__.update(deck=deck, variants=variants, cards=cards, workers=workers, board=board)
        return landscape

    def __str__(self) -> str:
        """The landscape in notation."""
        cards = " ".join(map(str, self.cards))
        if cards and not self.workers:
            return cards
        return f"{cards} | {' '.join(self.workers)}".strip()

    def __repr__(self) -> str:
        deck = "" if self.deck == STANDARD else f", deck={self.deck!r}"
        variants = "" if self.variants == BASIC else f", variants={self.variants!r}"
        return f"Landscape.parse({str(self)!r}{deck}{variants})"

    def _repr_svg_(self) -> str:
        """How a notebook shows it; the one place where the rules look up to the drawings."""
        from limes.draw import landscape_svg  # noqa: PLC0415

        return landscape_svg(self, score=self.score())

    @classmethod
    def parse(cls, text: str, deck: Deck = STANDARD, variants: Variants = BASIC) -> "Landscape":
        """Read a landscape; it must be one that can be laid in this order under these variants."""
        reader = Reader(text, one_line=True)
        landscape = cls(deck, variants)
        reader.skip_space()
        while not reader.done() and reader.peek() != "|":
            start = reader.offset
            card = _read_card(reader)
            _end_of_word(reader)
            try:
                landscape = landscape._with_card(card)
            except LimesError as error:
                reader.fail(error.message, start)
        if not reader.take("|") and not landscape.cards:
            reader.expected(Message("a card such as 17@d4N, or a vertical bar"))
        reader.skip_space()
        while not reader.done():
            start = reader.offset
            zone = reader.zone()
            _end_of_word(reader)
            try:
                landscape = landscape._with_worker(zone)
            except LimesError as error:
                reader.fail(error.message, start)
        return landscape

    @property
    def supply(self) -> int:
        """The workers not yet placed."""
        return WORKERS - len(self.workers)

    @property
    def full(self) -> bool:
        return len(self.cards) == ROUNDS

    @property
    def total(self) -> int:
        """The current points of this landscape."""
        return scoring.total(self.board, self.workers)

    def score(self) -> scoring.Score:
        """The points of every worker with their reasons."""
        return scoring.score(self.board, self.workers)

    def places(self) -> tuple[Cell, ...]:
        """The cells on which the next card may be laid."""
        return open_cells(self._cells(), self.variants.diagonal)

    def placements(self, number: int) -> Iterator[Placement]:
        """Every way to lay a card: each legal cell in each of the four facings."""
        self.check_card(number)
        for cell in self.places():
            for facing in FACINGS:
                yield self._placement(LaidCard(number, cell, facing))

    def turns(self, number: int) -> Iterator[ScoredTurn]:
        """Every legal turn with a card, each with the total of the landscape after it.

        >>> max(Landscape().turns(17), key=lambda each: each.total)
        ScoredTurn(turn=Turn.parse('d4N+ne'), total=2)
        """
        for placement in self.placements(number):
            yield from placement.turns()

    def placement(self, number: int, cell: Cell, facing: Facing) -> Placement:
        """The card laid, before the worker's action; `TurnError` if the card may not go there."""
        self.check_card(number)
        check_cell(self._cells(), cell, self.variants.diagonal)
        if facing not in FACINGS:
            raise TurnError("{facing!r} is not a facing; a card faces N, E, S or W", facing=facing)
        return self._placement(LaidCard(number, cell, facing))

    def play(self, number: int, turn: Turn | str) -> "Landscape":
        """The landscape after a turn, a `Turn` or its text; `TurnError` names the rule it breaks."""
        turn = as_turn(turn)
        placement = self.placement(number, turn.cell, turn.facing)
        placement.check(turn.action)
        cards = (*self.cards, LaidCard(number, turn.cell, turn.facing))
        workers = placement.workers_after(turn.action)
        return self._laid(self.deck, self.variants, cards, workers, placement.board)

    def _cells(self) -> frozenset[Cell]:
        return frozenset(card.cell for card in self.cards)

    def _placement(self, card: LaidCard) -> Placement:
        face = turned(self.deck.face(card.number), card.facing)
        board = self.board.with_card(card.cell, face)
        return Placement(card.cell, card.facing, board, self.workers, self.variants.ferryman)

    def check_card(self, number: int) -> None:
        """`LimesError` if this card cannot come next: it is not in the deck, or already laid."""
        self.deck.face(number)
        for card in self.cards:
            if card.number == number:
                raise TurnError("card {number} is already on {cell}", number=number, cell=card.cell)

    def _with_card(self, card: LaidCard) -> "Landscape":
        return self.play(card.number, Turn(card.cell, card.facing))

    def _with_worker(self, zone: Zone) -> "Landscape":
        """One more worker of a landscape that is read, wherever it came from."""
        check_zone(zone)
        if not bit(zone) & self.board.laid:
            raise TurnError(
                "there is no card on {cell}, so there is no worker on {zone}",
                cell=cell_of(zone),
                zone=zone,
            )
        if not self.supply:
            raise TurnError("a player has {workers} workers, not more", workers=WORKERS)
        workers = tuple(sorted((*self.workers, zone)))
        return self._laid(self.deck, self.variants, self.cards, workers, self.board)


def _read_card(reader: Reader) -> LaidCard:
    number = reader.number(Message("a card such as 17@d4N, or a vertical bar"))
    if not reader.take("@"):
        reader.expected(Message("{sign} between the card and its cell", sign="@"))
    return LaidCard(number, reader.cell(), reader.facing())


def _end_of_word(reader: Reader) -> None:
    """After a card or a zone comes a blank, the bar or the end."""
    if not reader.done() and not reader.peek().isspace() and reader.peek() != "|":
        reader.expected(Message("a space"))
    reader.skip_space()
