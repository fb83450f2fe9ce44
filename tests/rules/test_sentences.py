"""Every sentence that the rules can say to a person, each provoked and read to its last word."""

import ast
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import cast

import pytest

import limes.rules
from limes.rules import (
    STANDARD,
    AnnotatedGame,
    Cell,
    Deck,
    Facing,
    Game,
    Landscape,
    LimesError,
    Message,
    NotationError,
    Note,
    Picture,
    Round,
    Study,
    Turn,
    TurnError,
    Variants,
    Zone,
    parse_record,
    parse_study,
    perft,
)

SEVEN = "1@d4N | d4nw d4nw d4nw d4nw d4nw d4nw d4nw"
ONE_PLAYER = "Players: Red\n\n"
STORED = (Path(__file__).parents[1] / "games" / "solo.limes").read_text(encoding="utf-8")
SIXTEEN_ROUNDS, RESULT, _ = STORED.partition("Result:")
LINES = SIXTEEN_ROUNDS.count("\n")
FACES = '"rFwf", ' * 15


def turn(before: str, card: int, text: str, variants: Variants | None = None) -> Callable[[], object]:
    landscape = Landscape.parse(before, variants=variants or Variants())
    return lambda: landscape.play(card, Turn.parse(text))


def game(*turns: str) -> Game:
    """A game of Red and Black in its first round."""
    running = Game(("Red", "Black")).turn_up(17)
    for seat, text in enumerate(turns):
        running = running.play(seat, Turn.parse(text))
    return running


def finished() -> Game:
    return parse_record(STORED)


BROKEN_RULES: list[tuple[str, Callable[[], object]]] = [
    # laying
    ("the first card goes on d4, not on d5", turn("|", 1, "d5N")),
    ("there is already a card on d4", turn("1@d4N", 2, "d4N")),
    ("d6 touches no card", turn("1@d4N", 2, "d6N")),
    ("e5 touches a card only at a corner", turn("1@d4N", 2, "e5N")),
    ("the landscape would be 5 cards wide", turn("1@d4N 2@c4N 3@b4N 4@a4N", 5, "e4N")),
    ("the landscape would be 5 cards high", turn("1@d4N 2@d5N 3@d6N 4@d7N", 5, "d3N")),
    ("card 1 is already on d4", turn("1@d4N", 1, "d5N")),
    ("card 25 is not in the deck standard, which has cards 1 to 24", turn("1@d4N", 25, "d5N")),
    ("card 0 is not in the deck standard, which has cards 1 to 24", turn("|", 0, "d4N")),
    ("'h5' is not a cell; cells are a1 to g7", lambda: Landscape().play(1, Turn(Cell("h5"), "N"))),
    (
        "'n' is not a facing; a card faces N, E, S or W",
        lambda: Landscape().play(1, Turn(Cell("d4"), cast(Facing, "n"))),
    ),
    # painting
    (
        "row 2: all rows must have the same number of zones: the first has 2, this one 1",
        lambda: Picture.painted(["fw", "t"], {}),
    ),
    ("there is no card on 2,1, so there can be no worker", lambda: Picture.painted(["f."], {(2, 1): 1})),
    (
        "a zone of a picture holds 0 to 9 workers, not 10 as on 1,1",
        lambda: Picture.painted(["f"], {(1, 1): 10}),
    ),
    ("zone 2,1: a hut cannot stand on water", lambda: Picture.painted(["fW"], {})),
    (
        "zone 1,2: 'x' is not a zone; expected f, w, t, r, with a hut F, T, R, or . for none",
        lambda: Picture.painted(["f", "x"], {}),
    ),
    # placing and moving
    ("the supply is empty", turn(SEVEN, 2, "d5N+nw")),
    ("there is no worker on d4ne", turn("17@d4N", 3, "d5N:d4ne>d4nw")),
    ("there is no card on e4, so no worker can move to e4nw", turn("17@d4N | d4ne", 3, "d5N:d4ne>e4nw")),
    ("e4nw does not border the territory of d4nw", turn("17@d4N | d4nw", 3, "e4N:d4nw>e4nw")),
    (
        "e4nw does not border the territory of d4nw, and no ferryman can take the worker there",
        turn("17@d4N | d4nw", 3, "e4N:d4nw>e4nw", Variants(ferryman=True)),
    ),
    (
        "d4nw is in the same territory as d4nw; a move must lead to another one",
        turn("1@d4N | d4nw", 2, "d5N:d4nw>d4nw"),
    ),
    ("there is no card on d4, so there is no worker on d4ne", lambda: Landscape(workers=(Zone("d4ne"),))),
    (
        "'d4' is not a zone; a zone is a cell and a quarter, such as d4ne",
        lambda: Landscape(workers=(Zone("d4"),)),
    ),
    (
        "a player has 7 workers, not more",
        lambda: Landscape(cards=Landscape.parse(SEVEN).cards, workers=(Zone("d4nw"),) * 8),
    ),
    # a study, and what is said of a game
    ("a study's name is one line of text, not ' a'", lambda: Study(name=" a")),
    ("a study's name is one line of text, not 'a\\nb'", lambda: Study(name="a\nb")),
    (
        "a study that starts with a landscape is not a game",
        lambda: Study(Landscape.parse("17@d4N")).game("Anna"),
    ),
    ("seat 2 has no turn in round 1", lambda: AnnotatedGame(game("d4N"), notes=(Note(1, 2),))),
    (
        "the notes on a game are in the order of its turns, one for each",
        lambda: AnnotatedGame(game("d4N"), notes=(Note(1, 0), Note(1, 0))),
    ),
    # a game
    ("a game has at least one player", lambda: Game(())),
    ("a player's name is one line of text without a vertical bar, not 'a|b'", lambda: Game(("a|b",))),
    ("a game's ID and date are one line of text each, not 'a\\nb'", lambda: Game(("Red",), id="a\nb")),
    (
        "a round has a turn for each of the 1 players, not 2",
        lambda: Game(("Red",), rounds=(Round(1, (None,) * 2),)),
    ),
    ("the previous round is not complete", lambda: game("d4N").turn_up(3)),
    ("card 17 was already turned up in round 1", lambda: game("d4N", "d4N").turn_up(17)),
    ("the game is over after 16 rounds", lambda: finished().turn_up(1)),
    ("there is no seat 2 in this game, only 0 (Red), 1 (Black)", lambda: game().play(2, Turn.parse("d4N"))),
    ("it is not Black's turn", lambda: game("d4N", "d4N").play(1, Turn.parse("d4N"))),
    # a deck
    ("a deck has 16 or more cards, not 1", lambda: Deck("x", ("ffff",))),
    ("card 2: a hut cannot stand on water: W in 'ffWf'", lambda: Deck("x", ("ffff", "ffWf"))),
    ("a deck's name is one line of text without spaces around it, not ' x'", lambda: Deck(" x", ())),
    # counting
    ("card 3 is named twice; a deck has it only once", lambda: list(perft([3, 3]))),
]

BROKEN_TURNS = [
    ("", 1, "expected a cell from a1 to g7, found nothing more"),
    ("h5E", 1, "expected a cell from a1 to g7, found 'h5E'"),
    ("d5", 3, "expected the facing N, E, S or W, found nothing more"),
    ("d5e", 3, "expected the facing N, E, S or W, found 'e'"),
    ("d5E+", 5, "expected the quarter nw, ne, sw or se, found nothing more"),
    ("d5E+n", 5, "expected the quarter nw, ne, sw or se, found 'n'"),
    ("d5E:d4", 5, "expected a zone such as d4ne, found 'd4'"),
    ("d5E:d4ne", 9, "expected > and the zone the worker moves to, found nothing more"),
    ("d5E:d4ne>", 10, "expected a zone such as d4ne, found nothing more"),
    ("d5E+swd4ne", 7, "expected the end of the turn, found 'd4ne'"),
    ("d5E ", 4, "expected the end of the turn, found ' '"),
    ("d5E\n", 4, "expected the end of the turn, found '\\n'"),
    ("d5E-and-what-more-is-there", 4, "expected the end of the turn, found '-and-what-more-i'"),
]

BROKEN_LANDSCAPES = [
    ("", 1, "expected a card such as 17@d4N, or a vertical bar, found nothing more"),
    ("d4N", 1, "expected a card such as 17@d4N, or a vertical bar, found 'd4N'"),
    ("017@d4N", 1, "expected a card such as 17@d4N, or a vertical bar, found '017@d4N'"),
    ("1234567890@d4N", 1, "expected a card such as 17@d4N, or a vertical bar, found '1234567890@d4N'"),
    ("17 d4N", 3, "expected @ between the card and its cell, found ' '"),
    ("17@d4N,3@d5N", 7, "expected a space, found ',3@d5N'"),
    ("25@d4N", 1, "card 25 is not in the deck standard, which has cards 1 to 24"),
    ("17@d4N 3@d6N", 8, "d6 touches no card"),
    ("17@d4N | d4ne d5ne", 15, "there is no card on d5, so there is no worker on d5ne"),
    ("17@d4N | d4ned4ne", 14, "expected a space, found 'd4ne'"),
    (f"{SEVEN} d4nw", len(SEVEN) + 2, "a player has 7 workers, not more"),
]

BROKEN_PICTURES = [
    ("", 1, 1, "expected rows of zones, such as f w1 t r; found nothing"),
    ("\n \n", 1, 1, "expected rows of zones, such as f w1 t r; found nothing"),
    ("f w\nf x", 2, 3, "expected a zone f, w, t, r, with a hut F, T, R, or . for none, found 'x'"),
    ("f12", 1, 3, "expected a zone f, w, t, r, with a hut F, T, R, or . for none, found '2'"),
    ("f W", 1, 3, "a hut cannot stand on water"),
    ("f .1", 1, 4, "there can be no worker where there is no card"),
    ("f w\nf\nt t", 2, 1, "all rows must have the same number of zones: the first has 2, this one 1"),
    ("fwtr fwtr f", 1, 11, "a row has at most 8 zones"),
    ("f\n" * 9, 9, 1, "a picture has at most 8 rows"),
]

BROKEN_DECKS = [
    ("", 1, 1, 'expected the deck\'s name, such as name = "standard"'),
    ("cards = []\n  name = 3", 2, 3, 'expected the deck\'s name, such as name = "standard"'),
    ('name = "x"', 1, 11, 'expected the deck\'s cards, such as cards = ["rFwf", "rFTf", ...]'),
    ('name = "x"\ncards = "rFwf"', 2, 1, 'expected the deck\'s cards, such as cards = ["rFwf", "rFTf", ...]'),
    ('name = "x"\nhuts = 3', 2, 1, "a deck has a name and cards and nothing else; found 'huts'"),
    ('name = "x"\n[huts]', 2, 1, "a deck has a name and cards and nothing else; found 'huts'"),
    ('name = " "\ncards = []', 1, 1, "a deck's name is one line of text without spaces around it, not ' '"),
    (f'name = "x"\ncards = [{FACES}]', 2, 1, "a deck has 16 or more cards, not 15"),
    ('name = "x"\ncards = ["rFwf", 7]', 2, 18, 'card 2: a card is four letters in quotes, such as "rFwf"'),
    ('name = "x"\n[[cards]]', 2, 3, 'card 1: a card is four letters in quotes, such as "rFwf"'),
    (
        "name = \"x\"\n'c\\u0061rds' = 1",
        2,
        1,
        "a deck has a name and cards and nothing else; found 'c\\\\u0061rds'",
    ),
    ('name = "x"\n"c\\u0061rds" = [1]', 2, 19, 'card 1: a card is four letters in quotes, such as "rFwf"'),
    ('name = "x"\ncards = ["rFw"]', 2, 10, "card 1: a card has four zones, such as rFwf, not 'rFw'"),
    ('name = "x"\ncards = [\n  "rFwf",\n  "rFWf"]', 4, 3, "card 2: a hut cannot stand on water: W in 'rFWf'"),
    ('name = "x"\ncards = ["W\\nff"]', 2, 10, "card 1: a hut cannot stand on water: W in 'W\\nff'"),
    (
        'name = "x"\ncards = ["rFxf"]',
        *(2, 10, "card 1: 'x' in 'rFxf' is not a zone; expected f, w, t, r or, with a hut, F, T, R"),
    ),
    ('name = "x"\ncards = [rFwf]', 2, 10, "this is not TOML: Invalid value"),
    ('name = "x', 1, 10, "the file ends too early or is not TOML"),
    (f"cards = {'[' * 5000}", 1, 5009, "the file ends too early or is not TOML"),
    (
        f'# {"." * 200}\nname = "x"\n{"a." * 200}a = 1',
        *(3, 1, "a deck has a name and cards and nothing else; found 'a.a.a.a.a.a.a.a.'"),
    ),
]

BROKEN_RECORDS = [
    ("", 1, 1, "expected the header Players: Red | Black"),
    ("Game: x\n", 2, 1, "expected the header Players: Red | Black"),
    ("Result: 3", 1, 10, "expected the header Players: Red | Black"),
    (
        "Name: x\nPlayers: Red",
        *(1, 1, "there is no header 'Name'; expected one of Game, Date, Deck, Cards, Variants, Players"),
    ),
    ("Game: x\nGame: y", 2, 1, "the header Game appears here a second time"),
    ("Game: a\tb\nPlayers: Red", 1, 7, "expected one line of text"),
    ("Players:", 1, 9, "a player's name is one line of text without a vertical bar, not ''"),
    ("Players: Red | ", 1, 15, "a player's name is one line of text without a vertical bar, not ''"),
    ("Players: Red | \x07", 1, 15, "a player's name is one line of text without a vertical bar, not '\\x07'"),
    (
        "Variants: diagonal solo\nPlayers: Red",
        1,
        20,
        "expected a variant: diagonal or ferryman, found 'solo'",
    ),
    ("Variants: diagonally\nPlayers: Red", 1, 19, "expected a space, found 'ly'"),
    (
        "Deck: mine\nPlayers: Red",
        *(1, 7, "the cards of the deck 'mine' are not written out under Cards: and no deck is given"),
    ),
    ("Cards: rFwf rFw\nPlayers: Red", 1, 13, "card 2: a card has four zones, such as rFwf, not 'rFw'"),
    ("Cards: rFwf rFwf\nPlayers: Red", 1, 8, "a deck has 16 or more cards, not 2"),
    (f"{ONE_PLAYER}2. 17 d4N", 3, 1, "expected round 1., found '2.'"),
    (f"{ONE_PLAYER}1.17 d4N", 3, 1, "expected round 1., found '1.17'"),
    (f"{ONE_PLAYER}1.", 3, 3, "expected the number of a card, found nothing more"),
    (f"{ONE_PLAYER}1. d4N", 3, 4, "expected the number of a card, found 'd4N'"),
    (f"{ONE_PLAYER}1. 25 d4N", 3, 4, "round 1: card 25 is not in the deck standard, which has cards 1 to 24"),
    (f"{ONE_PLAYER}1. 17 d4N\n2. 17 d5N", 4, 4, "round 2: card 17 was already turned up in round 1"),
    (f"{ONE_PLAYER}1. 17", 3, 6, "round 1, Red: expected the turn of Red, found nothing more"),
    (f"{ONE_PLAYER}1. 17 d4X", 3, 9, "round 1, Red: expected the facing N, E, S or W, found 'X'"),
    (f"{ONE_PLAYER}1. 17 d5N", 3, 7, "round 1, Red: the first card goes on d4, not on d5"),
    ("Study: Farms", 1, 1, "this is a study and not a game record"),
    (f"{ONE_PLAYER}1. 17 d4N (d5N)", 3, 12, "round 1, Red: the first card goes on d4, not on d5"),
    (f"{ONE_PLAYER}1. 17 - (d4N)", 3, 9, "expected the end of round 1, found '(d4N)'"),
    (f"{ONE_PLAYER}1. 17 (d4N)", 3, 7, "round 1, Red: expected the turn of Red, found '(d4N)'"),
    (f"{ONE_PLAYER}1. 17 d4N {{so", 3, 14, "round 1, Red: expected } before the end of the line"),
    (f"{ONE_PLAYER}1. 17 d4N d4N", 3, 11, "expected the end of round 1, found 'd4N'"),
    (f"{ONE_PLAYER}1. 17 d4N\nRed: wins", 4, 1, "expected round 2., found 'Red:'"),
    (
        f"{ONE_PLAYER}1. 17 d4N\nResult: 0",
        *(4, 8, "a result comes only after 16 complete rounds, but there are 1"),
    ),
    (f"{SIXTEEN_ROUNDS}Result: 44", LINES + 1, 9, "the replay gives Anna 45 points, not '44'"),
    (f"{SIXTEEN_ROUNDS}Result: 46", LINES + 1, 9, "the replay gives Anna 45 points, not '46'"),
    (f"{SIXTEEN_ROUNDS}Result: 045", LINES + 1, 9, "the replay gives Anna 45 points, not '045'"),
    (f"{SIXTEEN_ROUNDS}Result:", LINES + 1, 8, "the replay gives Anna 45 points, not ''"),
    (f"{SIXTEEN_ROUNDS}Result: 45 45", LINES + 1, 12, "expected the end of the result, found '45'"),
    (f"{STORED}more", LINES + 2, 1, "expected the end of the game record after its result, found 'more'"),
    (
        f"{SIXTEEN_ROUNDS}more",
        LINES + 1,
        1,
        "expected the result or the end of the game record, found 'more'",
    ),
    (f"{SIXTEEN_ROUNDS}17. 1 d4N", LINES + 1, 5, "round 17: the game is over after 16 rounds"),
]

IN_A_STUDY = "Study: Farms\n\n1. 17 d4N\n2. 3 d5N "
BROKEN_STUDIES = [
    ("Players: Red", 1, 1, "expected the header Study:"),
    (
        "Study: Farms\nPlayers: Red",
        *(2, 1, "there is no header 'Players'; expected one of Study, Deck, Cards, Variants, Start"),
    ),
    ("Study: a\tb", 1, 8, "expected one line of text"),
    ("Study:\nStart: 17@d4N 3@d6N", 2, 15, "d6 touches no card"),
    ("Study:\nStart: 17@d4N\n\n1. 3 d5N", 4, 1, "expected round 2., found '1.'"),
    ("Study:\n{so", 2, 4, "expected } before the end of the line"),
    ("Study:\n{so} 1.", 2, 6, "expected the end of the comment, found '1.'"),
    ("Study:\n1. 17 {so}", 2, 7, "expected a turn, found '{so}'"),
    (f"{IN_A_STUDY}+nw", 4, 10, "expected the end of round 2, found '+nw'"),
    (f"{IN_A_STUDY}{{so}} d6N", 4, 15, "expected the end of round 2, found 'd6N'"),
    (f"{IN_A_STUDY}{{a\\b}}", 4, 13, "expected one of \\ n } u{1f600} after a backslash, found 'b}'"),
    (
        f'{IN_A_STUDY}"\\u{{110000}}"',
        *(4, 12, "expected one of \\ n \" u{1f600} after a backslash, found 'u{110000}\"'"),
    ),
    (f'{IN_A_STUDY}"Up\n"', 4, 13, 'expected " before the end of the line'),
    (f"{IN_A_STUDY}()", 4, 11, "expected a turn, found ')'"),
    (f"{IN_A_STUDY}(d6", 4, 13, "expected the facing N, E, S or W, found nothing more"),
    (f"{IN_A_STUDY}(d5E", 4, 14, "expected a turn, found nothing more"),
    (f"{IN_A_STUDY}(d5E\n3. 8 e5N", 5, 1, "expected ) before the next round, found '3.'"),
    (f"{IN_A_STUDY}(017 d5E)", 4, 11, "expected the number of a card, found '017'"),
    (f"{IN_A_STUDY}(d5E d6E)", 4, 15, "expected the number of a card, found 'd6E)'"),
    (f"{IN_A_STUDY}(17 d5E)", 4, 11, "card 17 is already on d4"),
    (f"{IN_A_STUDY}(d5E) (d5E)", 4, 17, "d5E with card 3 is here twice"),
    (f"{IN_A_STUDY}(d5N)", 4, 11, "d5N with card 3 is here twice"),
    (
        f"{IN_A_STUDY}(d5E (d5S))",
        *(4, 15, "a variation does not begin with another one; write that after this one"),
    ),
    (f"{IN_A_STUDY}({'1 d5E ' * 16})", 4, 101, "the game is over after 16 rounds"),
    (
        f"Study:\n{SIXTEEN_ROUNDS.partition('Anna')[2]}17. 1 d4N",
        *(20, 1, "the game is over after 16 rounds"),
    ),
    (
        "Study:\n1. 17 d4N " + "(d4E 1 d5N (d5N)) " * 334,
        *(2, 1, "there are more than 1000 turns to replay"),
    ),
]

Parser = Callable[[str], object]
BROKEN_TEXTS: list[tuple[Parser, str, int, int, str]] = [
    *((Turn.parse, text, 1, column, reason) for text, column, reason in BROKEN_TURNS),
    *((Landscape.parse, text, 1, column, reason) for text, column, reason in BROKEN_LANDSCAPES),
    *((Picture.parse, *broken) for broken in BROKEN_PICTURES),
    *((Deck.parse, *broken) for broken in BROKEN_DECKS),
    *((parse_record, *broken) for broken in BROKEN_RECORDS),
    *((parse_study, *broken) for broken in BROKEN_STUDIES),
    (
        lambda text: parse_record(text, deck=Deck("mine", STANDARD.faces)),
        "Players: Red\nDeck: standard",
        *(2, 7, "the game record was played with the deck 'standard', not with 'mine'"),
    ),
]


@pytest.mark.parametrize(("sentence", "provoke"), BROKEN_RULES, ids=[said for said, _ in BROKEN_RULES])
def test_what_breaks_a_rule_says_which(sentence: str, provoke: Callable[[], object]) -> None:
    error = provoked(provoke)
    assert str(error) == str(error.reason) == sentence
    assert not isinstance(error, NotationError)


@pytest.mark.parametrize(
    ("parser", "text", "line", "column", "reason"),
    BROKEN_TEXTS,
    ids=[ascii(text[-24:]) for _, text, *_ in BROKEN_TEXTS],
)
def test_what_is_not_in_the_notation_says_where_and_why(
    parser: Parser, text: str, line: int, column: int, reason: str
) -> None:
    error = provoked(partial(parser, text))
    assert isinstance(error, NotationError)
    assert (error.line, error.column, str(error.reason)) == (line, column, reason)
    assert str(error).endswith(f"column {column}: {reason}")


def test_a_form_of_several_lines_always_names_the_line_and_a_form_of_one_only_where_it_has_more() -> None:
    assert str(provoked(lambda: Picture.parse("f x"))).startswith("line 1, column 3: expected a zone")
    assert str(provoked(lambda: Picture.parse("f w\nf x"))).startswith("line 2, column 3: expected a zone")
    assert str(provoked(lambda: Turn.parse("d4X"))).startswith("column 3: expected the facing")
    assert str(provoked(lambda: Landscape.parse("17@d4N\n3@d6N"))).startswith("line 2, column 1: d6 touches")


def test_a_turn_that_the_rules_forbid_is_a_turn_error_and_every_error_a_limes_error() -> None:
    assert isinstance(provoked(turn("1@d4N", 2, "d6N")), TurnError)
    assert issubclass(TurnError, LimesError)
    assert issubclass(NotationError, LimesError)
    assert issubclass(LimesError, ValueError)


def test_there_is_no_sentence_that_is_not_provoked_here() -> None:
    calls = [provoke for _, provoke in BROKEN_RULES]
    calls += [partial(parser, text) for parser, text, *_ in BROKEN_TEXTS]
    errors = map(provoked, calls)
    said = {template for error in errors for template in templates(error.message)}
    assert set(sentences_in_the_source()) - said == set()


def provoked(provoke: Callable[[], object]) -> LimesError:
    with pytest.raises(LimesError) as caught:
        provoke()
    return caught.value


def templates(message: Message) -> Iterator[str]:
    """The sentence and those in its gaps, before anything is filled in."""
    yield message.template
    for value in message.values.values():
        if isinstance(value, Message):
            yield from templates(value)


def sentences_in_the_source() -> Iterator[str]:
    """What the modules of the rules give to a message or an error."""
    for path in Path(limes.rules.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    ast.Name("Message" | "LimesError" | "TurnError"), [ast.Constant(str(sentence)), *_]
                ):
                    yield sentence
