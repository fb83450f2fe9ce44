"""Whatever is typed, a parser either understands it or says in one line where it does not."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from limes.rules import (
    STANDARD,
    Deck,
    Landscape,
    LimesError,
    NotationError,
    Picture,
    Turn,
    Variants,
    parse_annotated,
    parse_record,
    parse_study,
)

Parser = Callable[[str], object]

GAME = (Path(__file__).parents[1] / "games" / "solo.limes").read_text(encoding="utf-8")
WRITTEN_OUT = (Path(__file__).parents[1] / "games" / "own-deck.limes").read_text(encoding="utf-8")
ANNOTATED = """Players: Red | Black

{A quick game}
1. 12 d4W+nw "Water" {or \\} not?} (d4N d5E (8 c4N) c4N) (3 d4N) d4N+ne
2. 1 c4S+sw d5E+sw {\\u{1f600}}
3. 18 d5W (d3N) -
"""
STUDY = """Study: Farms
Variants: diagonal
Start: 17@d4N | d4ne

{A study}
2. 3 d5E "Up" (d3N {down} 8 e3S) (8 d5E+sw 3 e5N (12 e5N))
3. 8 e5S
"""
DECK = str(STANDARD)
LANDSCAPE = "17@d4N 3@d5E 8@e5S | d4ne d5sw d5sw"
PICTURE = "f w1 t  r\nF w  t2 r\n.  . r1 f\n"
TURN = "d5E:d4ne>e4nw"

PARSERS: dict[str, tuple[Parser, list[str]]] = {
    "turn": (Turn.parse, [TURN, "d5E+sw", "d4N"]),
    "landscape": (Landscape.parse, [LANDSCAPE, "|"]),
    "free landscape": (lambda text: Landscape.parse(text, variants=Variants(True, True)), [LANDSCAPE]),
    "picture": (Picture.parse, [PICTURE]),
    "deck": (Deck.parse, [DECK, DECK.replace(", ", ",\n    "), f"# ours\n{DECK}"]),
    "record": (parse_record, [GAME, WRITTEN_OUT]),
    "annotated record": (parse_annotated, [ANNOTATED]),
    "study": (parse_study, [STUDY]),
    "record with a deck": (lambda text: parse_record(text, deck=STANDARD), [GAME]),
}

ODD = [
    *("\0", "\ufeff", "\r", "\r\n", "\x0b", "\x0c", "\x1c", "\x85", "\xa0", "\u2028", "\u2029", "\u3000"),
    *("٣", "³", "①", "4", "\ud800", "\udcff", "\U0001f600", "é", "e\u0301", "ß", "İ", "ſ"),
    *("{", "}", "{0}", "{x!r}", "%s", "\\", '"', "'", '"""', "'''", "#", "[", "]", "[[", "]]"),
    *(
        "9" * 5000,
        "-1",
        "0",
        "00",
        "1e9",
        "inf",
        "true",
        "1979-05-27",
        "=",
        ".",
        "..",
        ":",
        "|",
        "@",
        "+",
        ">",
    ),
    *("Result:", "Cards:", "Players:", "Players: |", "Variants: x", "\n", "\n\n", "17. ", "W", "-"),
    "cards = 3\n",
    "[cards]\n",
    "[[cards]]\n",
    "a.b.c = 1\n",
    "x = " + "[" * 5000 + "\n",
    "\x1b[31m",
]


def check(parser: Parser, text: str) -> None:
    error = refusal(parser, text)
    if error is None:
        return
    message = str(error)
    assert message
    assert message.isprintable(), "one line, without control characters"
    if isinstance(error, NotationError):
        lines = text.split("\n")
        assert 1 <= error.line <= len(lines)
        assert 1 <= error.column <= len(lines[error.line - 1]) + 1
        assert f"column {error.column}: " in message


def refusal(parser: Parser, text: str) -> LimesError | None:
    try:
        parser(text)
    except LimesError as error:
        return error
    return None


@st.composite
def mutated(draw: DrawFn, texts: list[str]) -> str:
    """A valid text after a few accidents: pieces lost, doubled, swapped or replaced by odd ones."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        piece = text[start:end]
        put = draw(
            st.sampled_from(["", piece * 2, piece[::-1], piece.upper(), piece.lower()])
            | st.sampled_from(ODD)
            | st.text(max_size=4)
            | st.text('fwtrFTRWNESWnesw0123456789abcdefg@|+:>.- \n"=[],', max_size=4)
        )
        text = text[:start] + put + text[end:]
    return text


@pytest.mark.parametrize("form", PARSERS)
def test_the_texts_that_are_going_to_be_spoilt_are_good(form: str) -> None:
    parser, texts = PARSERS[form]
    for text in texts:
        parser(text)


@pytest.mark.parametrize("form", PARSERS)
@given(st.data())
def test_a_spoilt_text_is_understood_or_refused_in_one_line(form: str, data: st.DataObject) -> None:
    parser, texts = PARSERS[form]
    check(parser, data.draw(mutated(texts)))


@pytest.mark.parametrize("form", PARSERS)
@given(
    text=st.text() | st.text('fwtrFTRWNESWnesw0123456789abcdefg@|+:>.- \n"=[],') | st.binary().map(bytes.hex)
)
@example(text="")
@example(text="\n")
@example(text="{}")
@example(text="{x}\n{y}")
def test_any_text_is_understood_or_refused_in_one_line(form: str, text: str) -> None:
    check(PARSERS[form][0], text)


@pytest.mark.parametrize("form", PARSERS)
@given(st.binary(max_size=200))
def test_random_bytes_are_refused_in_one_line(form: str, noise: bytes) -> None:
    check(PARSERS[form][0], noise.decode("latin-1"))
    check(PARSERS[form][0], noise.decode("utf-8", errors="surrogateescape"))


@pytest.mark.parametrize("form", PARSERS)
@pytest.mark.parametrize("odd", ODD, ids=lambda odd: ascii(odd[:12]))
def test_an_odd_piece_anywhere_in_a_text_gives_no_traceback(form: str, odd: str) -> None:
    parser, texts = PARSERS[form]
    for text in texts:
        for offset in {0, 1, len(text) // 3, len(text) // 2, len(text) - 2, len(text)}:
            check(parser, text[:offset] + odd + text[offset:])
        for line in text.splitlines():
            check(parser, text.replace(line, f"{line}{odd}"))
            check(parser, text.replace(line, odd))


@pytest.mark.parametrize("form", PARSERS)
def test_every_beginning_of_a_text_gives_no_traceback(form: str) -> None:
    parser, texts = PARSERS[form]
    for text in texts:
        for end in range(len(text)):
            check(parser, text[:end])


@pytest.mark.parametrize("form", PARSERS)
@pytest.mark.parametrize(
    "piece", ["f", " ", "\n", "1", "d4", "f\n", "|", '"', "x=1\n", "a: b\n", "[", "\ud800"]
)
def test_a_very_long_text_is_refused_soon(form: str, piece: str) -> None:
    check(PARSERS[form][0], piece * 20_000)


ODD_DECKS = [
    "[[cards]]\nx = 1",
    "name = 'n'\n[[cards]]\n[[cards]]\n[[cards]]",
    'name = "n"\n"c\\u0061rds" = ["rFwf", "W\\nff"]',
    '"n\\u0061me" = 3\ncards = []',
    'cards = ["W\\nff"]\nname = "x"',
    'cards = ["W\\u001bff"]\nname = "x"',
    'name = "x"\ncards = [["rFwf"]]',
    'name = "x"\ncards = ["""rFwf""", 3]',
    'name = "x"\ncards = [3, """\nrFwf"""]',
    'name = "x"\ncards = [1979-05-27 07:32:00]',
    'name = "x"\ncards = {a = 1}',
    'name = "a\\nb"\ncards = []',
    'name = """\n"""\ncards = []',
    f"name = {'9' * 5000}\ncards = []",
    f"cards = {'[' * 5000}",
    "a" + ".a" * 5000 + " = 1",
    '"" = 1',
    '"\\n" = 1',
    "'a.b' = 1",
    "[name]\ncards = 1",
    "name.x = 1",
    "name = 1\nname = 2",
    "\ufeffname = 'x'",
    "name = 'x'\r\ncards = ['rFwf', 'W']\r\n",
    "name = 'x'\rcards = []",
]


@pytest.mark.parametrize("text", ODD_DECKS, ids=lambda text: ascii(text[:20]))
def test_an_odd_deck_file_is_refused_in_one_line(text: str) -> None:
    check(Deck.parse, text)
    with pytest.raises(NotationError):
        Deck.parse(text)
