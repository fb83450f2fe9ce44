"""What pages ask and say, answered as a server answers over HTTP and on a socket."""

import re
import time
from gettext import NullTranslations
from typing import Any, NamedTuple

from limes.browser import puzzles, records
from limes.browser.opponents import choose, is_here
from limes.browser.storing import Action, Create, Stored
from limes.browser.studies import MOST_SEATS, study
from limes.browser.tables import Choose, Tables, keep, own_seats, own_view, rebuilt
from limes.locale import language_for
from limes.locale.words import Words
from limes.rules import STANDARD, Deck, LimesError, Variants, write_record
from limes.server import problems
from limes.server.game import MOST_CARDS, Seat, Setup, Table, check_names, views
from limes.server.game.views import Json
from limes.server.problems import Problem
from limes.server.study import table_end

NOT_FOUND = 404
REFUSED = 422
MADE = 201
NOTHING = 204
NO_TABLE = 4404  # how a socket is closed
ALWAYS: dict[str, Json] = {"/bots": {"bots": []}, "/address": {"address": None}}
TABLE = re.compile(r"/tables/([a-z0-9]{10,40})(?:/(\w+))?")


class Answer(NamedTuple):
    """As over HTTP: a status, and JSON or a plain text."""

    status: int
    text: str
    json: bool = True


class Message(NamedTuple):
    """A text for a socket; without one it is closed, with this code."""

    socket: int
    text: str | None
    code: int = 1000


class Watcher(NamedTuple):
    table: str
    language: NullTranslations


class Desk:
    """Asked one thing at a time. What it says on sockets meanwhile waits in `outbox`."""

    def __init__(self, chooser: Choose = choose) -> None:
        self.outbox: list[Message] = []
        self._tables = Tables(chooser, self._hear)
        self._watchers: dict[int, Watcher] = {}

    def ask(self, method: str, path: str, body: Any, accepted: str) -> Action[Answer]:
        """A request, with its body decoded and the language to answer in."""
        language = language_for(accepted)
        try:
            return (yield from self._answered(method, path, body, language))
        except Problem as problem:
            return _refused(problem, language)
        except LimesError as error:
            return _refused(problems.refused(error, "refused"), language)

    def connect(self, socket: int, table_id: str, after: int | None, accepted: str) -> Action[None]:
        """A page looks at a table: the whole of it first, or what happened after an event."""
        language = language_for(accepted)
        try:
            table = yield from self._tables.find(table_id)
        except Problem as problem:
            self.outbox += [Message(socket, _error(problem, None, language)), Message(socket, None, NO_TABLE)]
            return
        if after is None or not 0 <= after <= table.last:
            self._say(socket, f'{{"type":"table",{own_view(table)[1:]}')
        else:
            self._say(socket, views.seats(own_seats(table), []))
            for event in table.events[after:]:
                self._say(socket, views.dumps(views.event(table, event)))
            for seat in own_seats(table):
                self._say(socket, views.own_seat(table, seat))
        self._watchers[socket] = Watcher(table_id, language)
        yield keep(table)

    def hear(self, socket: int, message: Json) -> Action[None]:
        """What a page says on its socket: a turn, an undo, or whether anybody is there."""
        if message["type"] == "ping":
            self._say(socket, views.dumps({"type": "pong", "now": time.time()}))
            return
        watcher = self._watchers.get(socket)
        if watcher is None:
            return
        seat, number, attempt = message["seat"], message["round"], message["attempt"]
        try:
            table = yield from self._tables.find(watcher.table)
            if message["type"] == "undo":
                stored = yield from self._tables.undo(table, seat, number, attempt)
            else:
                stored = yield from self._tables.lay(table, seat, number, message["turn"], attempt)
        except Problem as problem:
            self._say(socket, _error(problem, message["id"], watcher.language))
            return
        ack = {"type": "ack", "id": message["id"], "seat": seat, "round": number, "number": stored}
        self._say(socket, views.dumps(ack))

    def leave(self, socket: int) -> None:
        self._watchers.pop(socket, None)

    def attend(self, table_id: str) -> Action[float | None]:
        """Bots lay that have to; gives the seconds until somebody's time is over."""
        try:
            table = yield from self._tables.find(table_id)
        except Problem:
            return None
        yield from self._tables.bots_lay(table)
        return None if table.deadline is None else max(0.0, table.deadline - time.time())

    def watched(self) -> set[str]:
        return {watcher.table for watcher in self._watchers.values()}

    def _answered(self, method: str, path: str, body: Any, language: NullTranslations) -> Action[Answer]:
        if path.startswith("/study/"):
            return Answer(200, study(method, path, body, language))
        if path.startswith("/puzzles"):
            return Answer(200, (yield from puzzles.ask(method, path, body, language)))
        return (yield from self._about_tables(method, path, body, language))

    def _about_tables(self, method: str, path: str, body: Any, language: NullTranslations) -> Action[Answer]:
        found = TABLE.fullmatch(path)
        if found:
            return (yield from self._at_table(method, found[1], found[2], language))
        match method, path:
            case "GET", "/tables":
                return _json({"tables": (yield from self._tables.rows())})
            case "POST", "/tables":
                table = yield from self._tables.create(_setup(body))
                return _json({"table": table.id, "tokens": {}, "invitation": ""}, MADE)
            case "GET", ("/bots" | "/address"):
                return _json(ALWAYS[path])
            case _, "/records":
                return (yield from self._records(method, body))
        raise problems.no_page()

    def _records(self, method: str, body: Any) -> Action[Answer]:
        """All games in one text, or such a text taken in."""
        if method == "GET":
            return Answer(200, records.written((yield from self._tables.all())), json=False)
        return _json({"games": (yield from self._taken_in(body["text"]))})

    def _at_table(
        self, method: str, table_id: str, what: str | None, language: NullTranslations
    ) -> Action[Answer]:
        match method, what:
            case "GET", None:
                return Answer(200, own_view((yield from self._tables.find(table_id))))
            case "GET", "record":
                table = yield from self._tables.find(table_id)
                return Answer(200, write_record(table.game()), json=False)
            case "GET", "end":
                table = yield from self._tables.finished(table_id)
                return _json(table_end(table.game(), table.stored, Words(language)))
            case "POST", "leave":
                yield from self._tables.give_up((yield from self._tables.find(table_id)))
                return Answer(NOTHING, "")
            case "POST", "rematch":
                table = yield from self._tables.finished(table_id)
                return _json({"table": (yield from self._tables.rematch(table))}, MADE)
        raise problems.no_page()

    def _taken_in(self, text: str) -> Action[int]:
        """How many games of a text of records were new here; one that went on elsewhere is another one."""
        new = 0
        for known in records.read(text):
            goes_on = yield from self._goes_on_here(known)
            stored = records.copied(known) if goes_on is False else known
            if goes_on is not True and (yield Create(stored.table, tuple(stored.events))):
                new += 1
                yield keep(rebuilt(stored))
        return new

    def _goes_on_here(self, stored: Stored) -> Action[bool | None]:
        """Whether the game of this id has all that was laid; None where there is no such game."""
        try:
            table = yield from self._tables.find(stored.table.id)
        except Problem as problem:
            return None if problem.code == "no_table" else False
        rounds = rebuilt(stored).rounds
        return table.rounds[: len(rounds)] == rounds

    def _hear(self, table: Table, messages: list[str]) -> None:
        for socket, watcher in self._watchers.items():
            if watcher.table == table.id:
                for message in messages:
                    self._say(socket, message)

    def _say(self, socket: int, text: str) -> None:
        self.outbox.append(Message(socket, text))


def _setup(asked: Json) -> Setup:
    """The table that somebody wants, checked as on a server."""
    deck = asked.get("deck")
    if deck and len(deck["cards"]) > MOST_CARDS:
        raise problems.too_many_cards(MOST_CARDS)
    if len(asked["seats"]) > MOST_SEATS:
        raise problems.too_many_seats(MOST_SEATS)
    try:
        setup = Setup(
            seats=tuple(Seat(**seat) for seat in asked["seats"]),
            deck=Deck(deck["name"], tuple(deck["cards"])) if deck else STANDARD,
            variants=Variants(**dict.fromkeys(asked.get("variants", ()), True)),
            seconds=asked.get("seconds"),
        )
        bots = [seat for seat in setup.seats if seat.kind == "bot"]
        people = [seat.name for seat in setup.seats if seat.kind == "person"]
        check_names(people, [bot.name for bot in bots])
    except LimesError as error:
        raise problems.refused(error, "bad_table") from None
    if not all(is_here(seat.bot) for seat in bots) or any(seat.kind == "open" for seat in setup.seats):
        raise problems.needs_server()
    if setup.seconds and len(setup.seats) - len(bots) > 1:
        raise problems.shared_clock()
    return setup


def _json(found: Json, status: int = 200) -> Answer:
    return Answer(status, views.dumps(found))


def _said(problem: Problem, language: NullTranslations) -> Json:
    return {"code": problem.code, "message": problem.message.text(language.gettext)}


def _refused(problem: Problem, language: NullTranslations) -> Answer:
    status = NOT_FOUND if problem.code in ("no_table", "no_page", "no_puzzle") else REFUSED
    return _json({"error": _said(problem, language)}, status)


def _error(problem: Problem, known: str | None, language: NullTranslations) -> str:
    return views.dumps({"type": "error", "id": known, **_said(problem, language)})
