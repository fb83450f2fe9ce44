"""All games as records in one text, and such a text taken in again."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256

from limes.browser.storing import Stored
from limes.browser.studies import MOST_SEATS
from limes.browser.tables import ELSEWHERE, OWNER
from limes.rules import ROUNDS, Deck, Game, LimesError, NotationError, write_record
from limes.rules.records import split_records
from limes.server import problems
from limes.server.entries import Event, StoredTable
from limes.server.game import LONGEST_NAME, MOST_CARDS, Seat, Setup, Table, commitment, deal_cards, new_id
from limes.server.game.names import BOT_MARK
from limes.server.study import read_record

# A comment on a game that goes on: the order of its cards, as letters that tell nobody a card by a glance.
DEAL = re.compile(r"^\{Deal: ([\w-]+=*)\}$", re.MULTILINE)
NONCE = re.compile("[0-9a-f]{64}")
DATE_LETTERS = 10  # without a time: the last moment of 9999 would be rounded up to the year 10000
MOST_GAMES = 10_000  # of a text; each is replayed


def written(tables: Iterable[Table]) -> str:
    """The complete rounds of every table that has some; who goes on elsewhere gets the same cards there."""
    return "\n".join(_written(table) for table in tables if table.rounds)


def _written(table: Table) -> str:
    if table.finished:
        return write_record(table.game())
    order = f"{table.stored.nonce}:{' '.join(map(str, table.stored.cards))}"
    return write_record(table.game(), f"Deal: {urlsafe_b64encode(order.encode()).decode()}")


def read(text: str) -> list[Stored]:
    """The tables of a text of records; cards that are not in a record are drawn anew."""
    lines = text.splitlines(keepends=True)
    if not any(line.lstrip().startswith("Players:") for line in lines):  # else the first line is called wrong
        raise LimesError("this file holds no game records")
    records = list(split_records(lines))
    if len(records) > MOST_GAMES:
        raise LimesError("this file holds more than {most} games; divide it into several", most=MOST_GAMES)
    return [_table(_game(begun, record), record) for begun, record in records]


def copied(stored: Stored) -> Stored:
    """The same game under an id of its own, which is the same whenever the same turns are taken in."""
    cards = stored.table.cards
    turns = " ".join(f"{cards[event.round - 1]}{event.turn}" for event in stored.events if event.round)
    name = f"{stored.table.id} {stored.table.setup} {turns}"
    return stored._replace(table=replace(stored.table, id=sha256(name.encode()).hexdigest()[:20]))


def _game(begun: int, record: str) -> Game:
    try:
        return read_record(record, MOST_SEATS)
    except NotationError:  # once more with the lines before it, so that the error names the line of the text
        return read_record("\n" * (begun - 1) + record, MOST_SEATS)


def _table(game: Game, record: str) -> Stored:
    if len(game.deck) > MOST_CARDS:
        raise problems.too_many_cards(MOST_CARDS)
    rounds = [each for each in game.rounds if None not in each.turns]
    if not rounds:
        raise LimesError("a game record without a complete round cannot be continued")
    setup = Setup(tuple(_seat(name) for name in game.players), game.deck, game.variants)
    known = tuple(each.card for each in rounds)
    cards, nonce = _order(record, game.deck, known) or deal_cards(game.deck, known)
    created = _moment(game.date)
    stored = StoredTable(
        id=game.id if _is_id(game.id) else new_id(),
        created=created,
        owner=ELSEWHERE if game.finished and not _is_id(game.id) else OWNER,
        setup=setup.dumps(),
        cards=cards,
        nonce=nonce,
        commitment=commitment(cards, nonce),
        timed=False,
    )
    laid = [
        (number, seat, str(turn))
        for number, each in enumerate(rounds, start=1)
        for seat, turn in enumerate(each.turns)
    ]
    events = [
        Event(number, "turn", seat, played, turn, False, None, created)
        for number, (played, seat, turn) in enumerate(laid, start=1)
    ]
    return Stored(stored, events)


def _order(record: str, deck: Deck, known: tuple[int, ...]) -> tuple[tuple[int, ...], str] | None:
    """The order of the cards that a record brings along, if it fits the cards that were laid."""
    brought = DEAL.search(record)
    try:
        order = urlsafe_b64decode(brought[1]).decode("ascii") if brought else ""
        nonce, _, numbers = order.partition(":")
        cards = tuple(map(int, numbers.split()))
    except ValueError:
        return None
    fits = len(set(cards)) == len(cards) == ROUNDS and {*cards} <= {*deck.numbers}
    return (cards, nonce) if fits and cards[: len(known)] == known and NONCE.fullmatch(nonce) else None


def _seat(name: str) -> Seat:
    if name.endswith(BOT_MARK):
        bot = name.removesuffix(BOT_MARK)
        if len(bot) > LONGEST_NAME:
            raise LimesError("a player's name has at most {most} characters", most=LONGEST_NAME)
        return Seat("bot", bot=bot)
    return Seat("person", name)


def _is_id(text: str) -> bool:
    return 10 <= len(text) <= 40 and text.isascii() and text.isalnum() and text == text.lower()


def _moment(date: str) -> float:
    try:
        return datetime.fromisoformat(date[:DATE_LETTERS]).replace(tzinfo=UTC).timestamp()
    except ValueError:
        return datetime.now(UTC).timestamp()
