"""A game as a record: how games are stored, shared and tested, and how they replay for ever."""

from typing import NamedTuple, NoReturn

from limes.rules.deck import ROUNDS, STANDARD, Deck
from limes.rules.game import Game, check_player
from limes.rules.headers import (
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
from limes.rules.reader import BLANKS, Reader
from limes.rules.tree import (
    TURN_ENDS,
    Node,
    Remarks,
    check_size,
    grown,
    read_comment,
    read_remarks,
    written_remarks,
)
from limes.rules.turn import Turn, read_turn

HEADERS = ("Game", "Date", "Deck", "Cards", "Variants", "Players")
RESULT = "Result"
NOT_MADE = "-"


class Note(NamedTuple):
    """What is said of a seat's turn in a round, and what else could have been played from there on."""

    round: int
    seat: int
    name: str = ""
    comment: str = ""
    variations: tuple[Node, ...] = ()


class _Remarked(NamedTuple):
    """A turn with remarks, in a game that is still being read."""

    reader: Reader
    round: int
    seat: int
    before: Landscape
    remarks: Remarks


def write_record(game: Game, comment: str = "", notes: tuple[Note, ...] = ()) -> str:
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
    if comment:
        lines.append(quoted(comment, "{", "}"))
    cards = {number: round_.card for number, round_ in enumerate(game.rounds, start=1)}
    said = {(note.round, note.seat): note for note in notes}
    for number, round_ in enumerate(game.rounds, start=1):
        words = [f"{number}.", str(round_.card)]
        for seat, turn in enumerate(round_.turns):
            words.append(NOT_MADE if turn is None else str(turn))
            if note := said.get((number, seat)):
                words += written_remarks(note.name, note.comment, note.variations, number, cards)
        lines.append(" ".join(words))
    if game.finished:
        totals = " ".join(str(landscape.total) for landscape in game.landscapes)
        lines.append(f"{RESULT}: {totals}")
    return "\n".join(lines) + "\n"


def parse_record(text: str, deck: Deck | None = None, variants: Variants = BASIC) -> Game:
    """Read and replay a game record; `NotationError` says where it is wrong and whose turn breaks which rule.

    `deck` is for a record that names a deck without writing it out; `variants` are added to its own. Comments
    and variations are checked and left out.
    """
    return read_annotated(text, deck, variants)[0]


def read_annotated(text: str, deck: Deck | None, variants: Variants) -> tuple[Game, str, tuple[Note, ...]]:
    """The game of a record, the comment on it and the notes on its turns."""
    lines = lines_of(text)
    headers: dict[str, Reader] = {}
    if is_study(text):
        lines[0].fail(Message("this is a study and not a game record"))
    while lines and (name := header_name(lines[0])) not in (None, RESULT):
        read_header(lines.pop(0), name or "", HEADERS, headers)
    game = _begin(text, headers, deck, variants)
    comment = read_comment(lines.pop(0)) if lines and lines[0].peek() == "{" else ""
    remarked: list[_Remarked] = []
    while lines and header_name(lines[0]) != RESULT:
        line = lines.pop(0)
        game = _replay_round(line, game, remarked)
        while lines and lines[0].start < line.offset:
            lines.pop(0)
    notes = _notes(game, remarked)
    if lines:
        _check_result(lines.pop(0), game)
    if lines:
        lines[0].expected(Message("the end of the game record after its result"))
    return game, comment, notes


def _begin(text: str, headers: dict[str, Reader], deck: Deck | None, variants: Variants) -> Game:
    if "Players" not in headers:
        raise NotationError(
            Message("expected the header {header}", header="Players: Red | Black"), text, len(text)
        )
    return Game(
        players=_players(headers["Players"]),
        deck=deck_in(headers, deck),
        variants=variants_in(headers, variants),
        id=line_in(headers, "Game"),
        date=line_in(headers, "Date"),
    )


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


def read_label(reader: Reader, expected: int) -> None:
    """Take the number of a round and the dot after it."""
    start = reader.offset
    label = f"{expected}."
    if not reader.take(label) or reader.peek() not in BLANKS:
        reader.offset = start
        reader.expected(Message("round {label}", label=label))
    reader.skip_blanks()


def _replay_round(reader: Reader, game: Game, remarked: list[_Remarked]) -> Game:
    number = len(game.rounds) + 1
    if number > ROUNDS and not reader.rest().startswith(f"{number}."):
        reader.expected(Message("the result or the end of the game record"))
    read_label(reader, number)
    card_at = reader.offset
    card = reader.number(Message("the number of a card"))
    try:
        game = game.turn_up(card)
    except LimesError as error:
        reader.fail(Message("round {round}: {reason}", round=number, reason=error.message), card_at)
    for seat, player in enumerate(game.players):
        reader.skip_blanks()
        turn_at = reader.offset
        before = game.landscapes[seat]
        try:
            turn = _read_turn(reader, player)
            if turn is not None:
                game = game.play(seat, turn)
                remarks = read_remarks(reader, number)
                if any(remarks):
                    remarked.append(_Remarked(reader, number, seat, before, remarks))
        except LimesError as error:
            _blame(reader, number, player, error, turn_at)
    reader.skip_blanks()
    if not reader.done():
        reader.expected(Message("the end of round {round}", round=number))
    return game


def _read_turn(reader: Reader, player: str) -> Turn | None:
    word = reader.word(TURN_ENDS)
    if word.done():
        reader.expected(Message("the turn of {player}", player=player))
    if word.rest() == NOT_MADE:
        return None
    return read_turn(word)


def _notes(game: Game, remarked: list[_Remarked]) -> tuple[Note, ...]:
    """Variations are replayed once all cards of the game are known, which they take over from it."""
    cards = {number: round_.card for number, round_ in enumerate(game.rounds, start=1)}
    notes = []
    turns = 0
    for each in remarked:
        turn = game.rounds[each.round - 1].turns[each.seat]
        assert turn is not None
        try:
            turns += each.remarks.turns
            check_size(turns)
            nodes = grown(each.reader, each.before, each.remarks, cards, Node(cards[each.round], turn))
        except LimesError as error:
            _blame(each.reader, each.round, game.players[each.seat], error, each.reader.start)
        notes.append(Note(each.round, each.seat, each.remarks.name, each.remarks.comment, nodes[1:]))
    return tuple(notes)


def _blame(reader: Reader, number: int, player: str, error: LimesError, place: int) -> NoReturn:
    """The error with the round and the player it is about, where it was found or else in this place."""
    reason = Message("round {round}, {player}: {reason}", round=number, player=player, reason=error.reason)
    reader.fail(reason, error.offset if isinstance(error, NotationError) else place)


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
