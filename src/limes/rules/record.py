"""A game as a record: how games are stored, shared and tested, and how they replay for ever."""

from limes.rules.deck import ROUNDS, STANDARD, Deck, face_problem
from limes.rules.game import Game, check_player
from limes.rules.landscape import BASIC, VARIANT_NAMES, Variants
from limes.rules.message import LimesError, Message, NotationError
from limes.rules.reader import BLANKS, Reader
from limes.rules.turn import Turn, read_turn

HEADERS = ("Game", "Date", "Deck", "Cards", "Variants", "Players")
RESULT = "Result"
NOT_MADE = "-"


def write_record(game: Game) -> str:
    """The game as a game record; it includes the result once the game is finished."""
    headers = {
        "Game": game.id,
        "Date": game.date,
        "Deck": game.deck.name,
        "Cards": "" if game.deck == STANDARD else " ".join(game.deck.faces),
        "Variants": str(game.variants),
        "Players": " | ".join(game.players),
    }
    lines = [f"{name}: {value}" for name, value in headers.items() if value]
    lines.append("")
    for number, round_ in enumerate(game.rounds, start=1):
        turns = " ".join(NOT_MADE if turn is None else str(turn) for turn in round_.turns)
        lines.append(f"{number}. {round_.card} {turns}")
    if game.finished:
        totals = " ".join(str(landscape.total) for landscape in game.landscapes)
        lines.append(f"{RESULT}: {totals}")
    return "\n".join(lines) + "\n"


def parse_record(text: str, deck: Deck | None = None, variants: Variants = BASIC) -> Game:
    """Read and replay a game record; `NotationError` says where it is wrong and whose turn breaks which rule.

    `deck` is for a record that names a deck without writing it out; `variants` are added to its own.
    """
    lines = _lines(text)
    headers: dict[str, Reader] = {}
    while lines and (name := _header_name(lines[0])) not in (None, RESULT):
        _read_header(lines.pop(0), name or "", headers)
    game = _begin(text, headers, deck, variants)
    while lines and _header_name(lines[0]) != RESULT:
        game = _replay_round(lines.pop(0), game)
    if lines:
        _check_result(lines.pop(0), game)
    if lines:
        lines[0].expected(Message("the end of the game record after its result"))
    return game


def _lines(text: str) -> list[Reader]:
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


def _header_name(reader: Reader) -> str | None:
    """The word before a colon at the start of the line, if the line begins like a header."""
    word, colon, _ = reader.rest().partition(":")
    return word if colon and word.isalpha() else None


def _read_header(reader: Reader, name: str, headers: dict[str, Reader]) -> None:
    if name not in HEADERS:
        reader.fail(
            Message(
                "there is no header {name!r}; expected one of {headers}",
                name=name,
                headers=", ".join(HEADERS),
            )
        )
    if name in headers:
        reader.fail(Message("the header {name} appears here a second time", name=name))
    reader.take(f"{name}:")
    reader.skip_blanks()
    headers[name] = reader


def _begin(text: str, headers: dict[str, Reader], deck: Deck | None, variants: Variants) -> Game:
    if "Players" not in headers:
        raise NotationError(
            Message("expected the header {header}", header="Players: Red | Black"), text, len(text)
        )
    return Game(
        players=_players(headers["Players"]),
        deck=_deck(headers, deck),
        variants=_variants(headers.get("Variants"), variants),
        id=_line(headers.get("Game")),
        date=_line(headers.get("Date")),
    )


def _line(reader: Reader | None) -> str:
    if reader is None:
        return ""
    if not reader.rest().isprintable():
        reader.fail(Message("expected one line of text"))
    return reader.rest()


def _players(reader: Reader) -> tuple[str, ...]:
    names = []
    for part in reader.rest().split("|"):
        try:
            check_player(part.strip())
        except LimesError as error:
            reader.fail(error.message)
        names.append(part.strip())
        reader.offset += len(part) + 1
    return tuple(names)


def _variants(reader: Reader | None, beside: Variants) -> Variants:
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


def _deck(headers: dict[str, Reader], given: Deck | None) -> Deck:
    name = _line(headers.get("Deck"))
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


def _replay_round(reader: Reader, game: Game) -> Game:
    start = reader.offset
    expected = len(game.rounds) + 1
    label = f"{expected}."
    if not reader.take(label) or reader.peek() not in BLANKS:
        reader.offset = start
        if expected > ROUNDS:
            reader.expected(Message("the result or the end of the game record"))
        reader.expected(Message("round {label}", label=label))
    reader.skip_blanks()
    card_at = reader.offset
    card = reader.number(Message("the number of a card"))
    try:
        game = game.turn_up(card)
    except LimesError as error:
        reader.fail(Message("round {round}: {reason}", round=expected, reason=error.message), card_at)
    for seat, player in enumerate(game.players):
        reader.skip_blanks()
        word = reader.word()
        try:
            turn = _read_turn(word, player)
            game = game if turn is None else game.play(seat, turn)
        except LimesError as error:
            reason = Message(
                "round {round}, {player}: {reason}",
                round=expected,
                player=player,
                reason=error.reason,
            )
            place = error.offset if isinstance(error, NotationError) else word.start
            reader.fail(reason, place)
    reader.skip_blanks()
    if not reader.done():
        reader.expected(Message("the end of round {round}", round=expected))
    return game


def _read_turn(word: Reader, player: str) -> Turn | None:
    if word.done():
        word.expected(Message("the turn of {player}", player=player))
    if word.rest() == NOT_MADE:
        return None
    return read_turn(word)


def _check_result(reader: Reader, game: Game) -> None:
    reader.take(f"{RESULT}:")
    if not game.finished:
        reader.fail(
            Message(
                "a result comes only after {rounds} complete rounds, but there are {found}",
                rounds=ROUNDS,
                found=sum(round_.complete for round_ in game.rounds),
            )
        )
    for player, landscape in zip(game.players, game.landscapes, strict=True):
        reader.skip_blanks()
        word = reader.word()
        if word.rest() != str(landscape.total):
            reason = Message(
                "the replay gives {player} {total} points, not {found!r}",
                player=player,
                total=landscape.total,
                found=word.rest(),
            )
            word.fail(reason)
    reader.skip_blanks()
    if not reader.done():
        reader.expected(Message("the end of the result"))
