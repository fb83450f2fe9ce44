"""Cards and decks: the standard deck, any other deck from a TOML file, and how a deck is shuffled."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from limes.rules.geometry import FACINGS, Facing
from limes.rules.message import LimesError, Message, NotationError

ROUNDS = 16
FACE_LETTERS = "fwtrFTR"
MOST_DOTS = 100  # in a line of a deck file, whose keys need none
MOST_BRACKETS = 100  # opened in a deck file, which needs one


@dataclass(frozen=True)
class Deck:
    """A named deck; card n shows `faces[n - 1]`, four letters in reading order.

    >>> STANDARD.face(17)
    'rTFf'
    """

    name: str
    faces: tuple[str, ...]

    def __post_init__(self) -> None:
        check_name(self.name)
        for number, face in enumerate(self.faces, start=1):
            problem = face_problem(face)
            if problem:
                raise LimesError("card {number}: {problem}", number=number, problem=problem)
        check_size(len(self.faces))

    def __len__(self) -> int:
        return len(self.faces)

    def __str__(self) -> str:
        """The deck as a deck file."""
        cards = ", ".join(f'"{face}"' for face in self.faces)
        name = self.name.replace("\\", "\\\\").replace('"', '\\"')
        return f'name = "{name}"\ncards = [{cards}]\n'

    @property
    def numbers(self) -> range:
        return range(1, len(self.faces) + 1)

    def face(self, number: int) -> str:
        """The face of a card as printed; `LimesError` if the deck has no such card."""
        if number not in self.numbers:
            raise LimesError(
                "card {number} is not in the deck {deck}, which has cards 1 to {last}",
                number=number,
                deck=self.name,
                last=len(self.faces),
            )
        return self.faces[number - 1]

    @classmethod
    def parse(cls, text: str) -> "Deck":
        """Read a deck file; `NotationError` says line, column and reason."""
        draft = DeckDraft.parse(text)
        for place, face in enumerate(draft.faces):
            problem = face_problem(face)
            if problem:
                raise _card_error(text, place, problem)
        try:
            check_name(draft.name)
        except LimesError as error:
            raise NotationError(error.message, text, _key_offset(text, "name")) from None
        try:
            return Deck(draft.name, draft.faces)
        except LimesError as error:
            raise NotationError(error.message, text, _key_offset(text, "cards")) from None


class DeckDraft(NamedTuple):
    """A deck file whose name and cards are read but not checked: somebody may still be copying a deck."""

    name: str
    faces: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> "DeckDraft":
        import tomllib  # noqa: PLC0415  only who reads a deck file waits for the TOML reader

        _check_dots(text)
        _check_brackets(text)
        try:
            data = tomllib.loads(text)
        except ValueError as error:
            raise _toml_error(text, str(error)) from None
        return _draft_from(data, text)


def count_zones(faces: Iterable[str]) -> dict[str, int]:
    """How many zones of each terrain these cards have, and how many huts."""
    letters = "".join(faces)
    small = letters.lower()
    return {
        "field": small.count("f"),
        "water": small.count("w"),
        "forest": small.count("t"),
        "rock": small.count("r"),
        "huts": sum(letter.isupper() for letter in letters),
    }


def face_problem(face: str) -> Message | None:
    """What is wrong with a card's face, if anything."""
    if len(face) != len("rFwf"):
        return Message("a card has four zones, such as rFwf, not {face!r}", face=face)
    for letter in face:
        if letter == "W":
            return Message("a hut cannot stand on water: W in {face!r}", face=face)
        if letter not in FACE_LETTERS:
            return Message(
                "{letter!r} in {face!r} is not a zone; expected f, w, t, r or, with a hut, F, T, R",
                letter=letter,
                face=face,
            )
    return None


def check_name(name: str) -> None:
    if not name or name != name.strip() or not name.isprintable():
        raise LimesError(
            "a deck's name is one line of text without spaces around it, not {name!r}", name=name
        )


def check_size(cards: int) -> None:
    if cards < ROUNDS:
        raise LimesError("a deck has {rounds} or more cards, not {cards}", rounds=ROUNDS, cards=cards)


def turned(face: str, facing: Facing) -> str:
    """The face as it is laid when its printed top faces that way.

    >>> turned("rFwf", "E")
    'wrfF'
    """
    north_west, north_east, south_west, south_east = list(face)
    for _ in range(FACINGS.index(facing)):
        north_west, north_east, south_east, south_west = (
            south_west,
            north_west,
            north_east,
            south_east,
        )
    return north_west + north_east + south_west + south_east


def shuffled(deck: Deck, seed: str) -> tuple[int, ...]:
    """All cards in an order that depends only on the seed, in every release; the first 16 are for the rounds.

    Cards are sorted by the SHA-256 of "SEED:NUMBER", so any other program can deal the same game.

    >>> shuffled(STANDARD, "7f3kq2")[:4]
    (5, 16, 19, 2)
    """
    from hashlib import sha256  # noqa: PLC0415  keeps OpenSSL off the way to the rules

    def place(number: int) -> bytes:
        return sha256(f"{seed}:{number}".encode(errors="surrogatepass")).digest()

    return tuple(sorted(deck.numbers, key=place))


def _standard_faces() -> tuple[str, ...]:
    lands = [triple for triple in product("fwt", repeat=3) if len(set(triple)) > 1]
    return tuple(f"r{_hut(a)}{_hut(c)}{b}" for a, b, c in lands)


def _hut(letter: str) -> str:
    return letter if letter == "w" else letter.upper()


def _draft_from(data: dict[str, object], text: str) -> DeckDraft:
    for key in data:
        if key not in ("name", "cards"):
            reason = Message("a deck has a name and cards and nothing else; found {key!r}", key=key)
            raise NotationError(reason, text, _key_offset(text, key))
    name, cards = data.get("name"), data.get("cards")
    if not isinstance(name, str):
        reason = Message('expected the deck\'s name, such as name = "standard"')
        raise NotationError(reason, text, _key_offset(text, "name"))
    if not isinstance(cards, list):
        reason = Message('expected the deck\'s cards, such as cards = ["rFwf", "rFTf", ...]')
        raise NotationError(reason, text, _key_offset(text, "cards"))
    for place, face in enumerate(cards):
        if not isinstance(face, str):
            raise _card_error(
                text,
                place,
                Message("a card is four letters in quotes, such as {example}", example='"rFwf"'),
            )
    return DeckDraft(name, tuple(cards))


def _check_dots(text: str) -> None:
    """A key such as a.a.a costs the TOML reader the square of its parts, in time and in memory."""
    for line in text.split("\n"):
        if line.count(".") > MOST_DOTS and not line.lstrip().startswith("#"):
            reason = Message("a deck has a name and cards and nothing else; found {key!r}", key=line[:16])
            raise NotationError(reason, text, text.index(line))


def _check_brackets(text: str) -> None:
    """Within each, the TOML reader calls itself, and near the end of the stack anything fails."""
    bare = re.sub(_TOML_TEXT, "", text)
    if bare.count("[") + bare.count("{") > MOST_BRACKETS:
        raise _toml_error(text, "")


def _card_error(text: str, place: int, problem: Message) -> NotationError:
    reason = Message("card {number}: {problem}", number=place + 1, problem=problem)
    return NotationError(reason, text, _card_offset(text, place))


def _key_offset(text: str, key: str) -> int:
    """Where a key of the file begins, outside its long strings; its end where the key is missing.

    Blanks before it are given back to nobody: for an empty key, each would be tried on both sides of it.
    """
    keys = re.sub(_TOML_PIECE, _blank_if_long, text)
    found = re.search(rf"^[ \t]*+(\[*([\"']?){re.escape(key)}\2[ \t]*[=.\]])", keys, re.MULTILINE)
    return found.start(1) if found else len(text)


def _blank_if_long(piece: re.Match[str]) -> str:
    return " " * len(piece[0]) if piece[0].startswith(('"""', "'''")) else piece[0]


# A string that is not closed ends with its line or the text; no letter in it is tried as another beginning.
_TOML_TEXT = r"""(?xs) \#[^\n]*
    | \"{3} (?: \\(?:.|\Z) | [^\\] )*? (?: \"{3,5} | \Z )  | '{3} .*? (?: '{3,5} | \Z )
    | \" (?: \\. | [^\"\\\n] )* \"?              | ' [^'\n]* '?"""
_TOML_PIECE = _TOML_TEXT + r""" | [^\s,\[\]\#\"']+"""


def _card_offset(text: str, place: int) -> int:
    """Where the card with this place (from 0) stands in the list of cards; the list if it is not found."""
    key = _key_offset(text, "cards")
    start = max(key, text.find("[", key))
    pieces = (start + found.start() for found in re.finditer(_TOML_PIECE, text[start:]) if found[0][0] != "#")
    for index, offset in enumerate(pieces):
        if index == place:
            return offset
    return start


def _toml_error(text: str, said: str) -> NotationError:
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", said)
    if not found or not found[2]:
        return NotationError(Message("the file ends too early or is not TOML"), text, len(text))
    lines = text.split("\n")
    offset = sum(len(line) + 1 for line in lines[: int(found[2]) - 1]) + int(found[3]) - 1
    reason = Message("this is not TOML: {said}", said=found[1])
    return NotationError(reason, text, min(offset, len(text)))


STANDARD = Deck("standard", _standard_faces())
