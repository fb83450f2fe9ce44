"""The lines at the head of a game record or a study: what is played, under which rules, by whom."""

from collections.abc import Mapping

from limes.rules.deck import STANDARD, Deck, face_problem
from limes.rules.landscape import VARIANT_NAMES, Variants
from limes.rules.message import LimesError, Message
from limes.rules.reader import BLANKS, Reader

STUDY = "Study"
Headers = Mapping[str, Reader]


def is_study(text: str) -> bool:
    """Whether a text begins as a study does, and not as a game record."""
    return text.lstrip().startswith(f"{STUDY}:")


def lines_of(text: str) -> list[Reader]:
    """A reader for each line that is not blank, standing on its first word."""
    readers = []
    offset = 0
    for line in text.split("\n"):
        if line.strip():
            reader = Reader(text, offset, offset + len(line.rstrip()))
            reader.skip_space()
            readers.append(reader)
        offset += len(line) + 1
    return readers


def header_name(reader: Reader) -> str | None:
    """The word before a colon at the start of the line, if the line begins like a header."""
    word, colon, _ = reader.rest().partition(":")
    return word if colon and word.isalpha() else None


def read_header(reader: Reader, name: str, known: tuple[str, ...], headers: dict[str, Reader]) -> None:
    """Take the header that this line is; its reader then stands on the value."""
    if name not in known:
        reader.fail(
            Message(
                "there is no header {name!r}; expected one of {headers}",
                name=name,
                headers=", ".join(known),
            )
        )
    if name in headers:
        reader.fail(Message("the header {name} appears here a second time", name=name))
    reader.take(f"{name}:")
    reader.skip_blanks()
    headers[name] = reader


def line_in(headers: Headers, name: str) -> str:
    """The value of a header as it stands; nothing where it is left out."""
    reader = headers.get(name)
    if reader is None:
        return ""
    if not reader.rest().isprintable():
        reader.fail(Message("expected one line of text"))
    return reader.rest()


def variants_in(headers: Headers, beside: Variants) -> Variants:
    reader = headers.get("Variants")
    names = set(str(beside).split())
    while reader is not None and not reader.done():
        for name in VARIANT_NAMES:
            if reader.take(name):
                names.add(name)
                break
        else:
            reader.expected(Message("a variant: diagonal or ferryman"))
        if not reader.done() and reader.peek() not in BLANKS:
            reader.expected(Message("a space"))
        reader.skip_blanks()
    return Variants(**dict.fromkeys(names, True))


def deck_in(headers: Headers, given: Deck | None) -> Deck:
    name = line_in(headers, "Deck")
    if "Cards" in headers:
        return _written_deck(name or "unnamed", headers["Cards"])
    if name in ("", STANDARD.name) and given is None:
        return STANDARD
    if given is None:
        headers["Deck"].fail(
            Message(
                "the cards of the deck {name!r} are not written out under {header} and no deck is given",
                name=name,
                header="Cards:",
            )
        )
    if name not in ("", given.name):
        headers["Deck"].fail(
            Message(
                "the game record was played with the deck {name!r}, not with {given!r}",
                name=name,
                given=given.name,
            )
        )
    return given


def _written_deck(name: str, cards: Reader) -> Deck:
    start = cards.offset
    faces: list[str] = []
    while not cards.done():
        word = cards.word()
        problem = face_problem(word.rest())
        if problem:
            word.fail(Message("card {number}: {problem}", number=len(faces) + 1, problem=problem))
        faces.append(word.rest())
        cards.skip_blanks()
    try:
        return Deck(name, tuple(faces))
    except LimesError as error:
        cards.fail(error.message, start)
