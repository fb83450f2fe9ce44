"""Tables without a server: the same messages, each event durable before it is told, nothing lost."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from browser.storage import Storage

from limes.browser import Append, Desk, records
from limes.browser.storing import Wish
from limes.rules import ROUNDS, STANDARD, Game, parse_record
from limes.rules.records import split_records
from limes.server.game import commitment
from limes.server.protocol.study import DeckChecked, LessonPuzzles, Offered, Replay, Scored, TableEnd
from limes.server.protocol.tables import ListedTables, OwnTable, ServerMessage
from limes.server.study import read_record

ANN = {"kind": "person", "name": "Ann"}
BOB = {"kind": "person", "name": "Bob"}


class Page:
    """A page in a tab of its own, with the storage that all tabs share."""

    def __init__(self, storage: Storage, language: str = "en") -> None:
        self.desk = Desk()
        self.storage = storage
        self.language = language

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        answer = self.storage.run(self.desk.ask(method, path, body, self.language))
        return json.loads(answer.text) if answer.json and answer.text else answer.text

    def make(self, *seats: dict[str, str], **more: Any) -> str:
        return str(self.ask("POST", "/tables", {"seats": list(seats), **more})["table"])

    def connect(self, table: str, after: int | None = None) -> list[Any]:
        self.storage.run(self.desk.connect(1, table, after, self.language))
        return self.messages()

    def say(self, **message: Any) -> list[Any]:
        self.storage.run(self.desk.hear(1, message))
        return self.messages()

    def lay(self, own: dict[str, Any], choice: int = 0) -> list[Any]:
        """The first thing that the offer allows, or another."""
        turn = own["offer"]["placements"][choice]["at"]
        place = {"seat": own["seat"], "round": own["round"], "attempt": own["attempt"]}
        return self.say(type="turn", id="x", turn=turn, **place)

    def attend(self, table: str) -> list[Any]:
        self.storage.run(self.desk.attend(table))
        return self.messages()

    def play(self, table: str, rounds: int = ROUNDS) -> None:
        """Everybody lays the first thing that is offered; bots lay for themselves."""
        self.connect(table)
        for _ in range(rounds):
            self.attend(table)
            for seat in self.ask("GET", f"/tables/{table}")["yours"]:
                if seat["offer"]:
                    self.lay(seat)
            self.attend(table)

    def messages(self) -> list[Any]:
        sent, self.desk.outbox = self.desk.outbox, []
        told = [json.loads(message.text) for message in sent if message.text is not None]
        for each in told:
            ServerMessage.validate_python(each)
        return told


@pytest.fixture
def storage() -> Storage:
    return Storage()


@pytest.fixture
def page(storage: Storage) -> Page:
    return Page(storage)


@pytest.mark.parametrize(
    ("seats", "more"),
    [
        ([ANN], {}),
        ([ANN, BOB], {"variants": ["diagonal"]}),
        ([ANN, {"kind": "bot", "bot": "expert:player"}], {"variants": ["ferryman"]}),
        ([ANN], {"deck": {"name": "Mine", "cards": list(STANDARD.faces[:20])}}),
    ],
    ids=["alone", "one screen", "against a bot", "an own deck"],
)
def test_a_game_is_played_to_its_end(page: Page, seats: list[dict[str, str]], more: dict[str, Any]) -> None:
    table = page.make(*seats, **more)
    promised = page.ask("GET", f"/tables/{table}")["commitment"]
    page.play(table)
    OwnTable.model_validate(page.ask("GET", f"/tables/{table}"))
    end = TableEnd.model_validate(page.ask("GET", f"/tables/{table}/end"), strict=False)
    assert end.finished
    assert end.nonce
    assert commitment(tuple(end.cards), end.nonce) == promised, "the order was fixed before the first card"
    assert len(parse_record(page.ask("GET", f"/tables/{table}/record")).rounds) == ROUNDS
    listed = ListedTables.model_validate(page.ask("GET", "/tables"), strict=False)
    assert [(each.table, each.turns_left) for each in listed.tables] == [(table, 0)]
    row, view = page.storage.kept[table]
    assert row == page.ask("GET", "/tables")["tables"][0], "what is kept for the start is what is true"
    assert view == page.ask("GET", f"/tables/{table}")


def test_a_list_keeps_the_rows_that_a_newer_folder_finds_no_more(page: Page) -> None:
    tables = [page.make(ANN), page.make(ANN, BOB)]
    page.storage.kept.clear()
    listed = Page(page.storage).ask("GET", "/tables")["tables"]
    assert {table: row for table, (row, _view) in page.storage.kept.items()} == {
        each["table"]: each for each in listed
    }
    assert {each["table"] for each in listed} == set(tables)


def test_an_event_is_durable_before_it_is_told(page: Page) -> None:
    table = page.make(ANN)
    [whole] = page.connect(table)

    def look(wish: Wish) -> None:
        if isinstance(wish, Append):
            assert not page.desk.outbox

    page.storage.before = look
    told = page.lay(whole["yours"][0])
    assert [each["type"] for each in told] == ["event", "seat", "ack"]
    assert len(page.storage.events[table]) == 1


def test_a_tab_that_dies_in_the_middle_of_a_turn_loses_nothing(page: Page) -> None:
    table = page.make(ANN, BOB)
    [whole] = page.connect(table)
    turn = whole["yours"][0]["offer"]["placements"][0]["at"]
    message = {"type": "turn", "id": "x", "seat": 0, "round": 1, "attempt": 1, "turn": turn}
    action = page.desk.hear(1, message)
    answer: Any = None
    for _ in range(2):  # the table is read, the turn is stored, and then nothing comes any more
        wish = action.send(answer)
        answer = page.storage.grant(wish) if isinstance(wish, Append) else page.storage.read(table)
    again = Page(page.storage)
    [found] = again.connect(table)
    assert found["yours"][0]["laid"] == turn
    assert again.say(**message)[-1]["number"] == 1, "sent again, it is the same turn"
    assert len(page.storage.events[table]) == 1


def test_two_tabs_play_one_game(page: Page) -> None:
    other = Page(page.storage)
    table = page.make(ANN, BOB)
    [first], [second] = page.connect(table), other.connect(table)
    page.lay(first["yours"][0])
    told = other.lay(second["yours"][1])
    assert [each["type"] for each in told] == ["event", "event", "seat", "seat", "ack"]
    late = other.lay(second["yours"][0], choice=1)
    assert late[-1]["type"] == "error"
    assert late[-1]["code"] == "round_over"
    assert [each["number"] for each in page.attend(table) if each["type"] == "event"] == [2]


def test_another_tab_that_is_quicker_is_followed(page: Page) -> None:
    other = Page(page.storage)
    table = page.make(ANN, BOB)
    [first], [second] = page.connect(table), other.connect(table)

    def quicker(wish: Wish) -> None:
        if isinstance(wish, Append):
            page.storage.before = lambda wish: None
            other.lay(second["yours"][1])

    page.storage.before = quicker
    told = page.lay(first["yours"][0])
    assert told[-1]["type"] == "ack"
    assert [event["seat"] for event in page.storage.events[table]] == [1, 0]


def test_a_turn_can_be_taken_back_while_somebody_else_thinks(page: Page) -> None:
    table = page.make(ANN, BOB)
    [whole] = page.connect(table)
    page.lay(whole["yours"][0])
    undo = {"type": "undo", "id": "y", "seat": 0, "round": 1, "attempt": 1}
    assert [each["type"] for each in page.say(**undo)] == ["event", "ack"]
    assert page.say(**undo)[-1]["number"] == 2
    assert page.ask("GET", f"/tables/{table}")["yours"][0]["attempt"] == 2


def test_whoever_was_away_hears_what_was_missed(page: Page) -> None:
    table = page.make(ANN)
    page.play(table, 2)
    told = page.connect(table, after=1)
    assert [each["type"] for each in told] == ["seats", "event", "seat"]


def test_a_game_can_be_given_up_and_played_again(page: Page) -> None:
    table = page.make(ANN)
    assert page.ask("POST", f"/tables/{table}/rematch")["error"]["code"] == "not_finished"
    page.play(table)
    again = page.ask("POST", f"/tables/{table}/rematch")["table"]
    assert page.ask("POST", f"/tables/{table}/rematch")["table"] == again
    page.ask("POST", f"/tables/{again}/leave")
    assert page.ask("GET", f"/tables/{again}")["closed"]
    assert page.ask("POST", f"/tables/{again}/leave")["error"]["code"] == "game_over"
    assert page.ask("POST", f"/tables/{table}/rematch")["table"] not in (table, again)


def test_whose_time_is_over_is_stood_in_for(page: Page) -> None:
    table = page.make(ANN, seconds=30)
    page.connect(table)
    seconds = page.storage.run(page.desk.attend(table))
    assert seconds is not None
    assert 29 < seconds <= 30
    page.storage.tables[table]["created"] -= 31
    assert page.storage.run(Page(page.storage).desk.attend(table)) is not None
    assert [event["stand_in"] for event in page.storage.events[table]] == [True]


@pytest.mark.parametrize("spoilt", [False, True])
def test_a_game_that_goes_on_elsewhere_has_the_same_cards(page: Page, spoilt: bool) -> None:
    table = page.make(ANN)
    page.play(table, 5)
    text = page.ask("GET", "/records")
    if spoilt:
        text = re.sub(r"\{Deal: .*\}", "{Deal: x}", text)
    elsewhere = Page(Storage())
    elsewhere.ask("POST", "/records", {"text": text})
    before, after = page.storage.tables[table], elsewhere.storage.tables[table]
    assert after["cards"][:5] == before["cards"][:5]
    assert (after["commitment"] != before["commitment"]) == spoilt


def test_games_go_out_and_come_back_as_records(page: Page) -> None:
    finished, running = page.make(ANN, {"kind": "bot", "bot": "expert:beginner"}), page.make(ANN, BOB)
    page.play(finished)
    page.play(running, 3)
    page.make(ANN)
    text = page.ask("GET", "/records")
    assert len(list(split_records(text.splitlines(keepends=True)))) == 2
    assert page.ask("POST", "/records", {"text": text}) == {"games": 0}, "they are here already"
    elsewhere = Page(Storage())
    assert elsewhere.ask("POST", "/records", {"text": text}) == {"games": 2}
    for table in (finished, running):
        for path in ("", "/record"):
            here, there = (each.ask("GET", f"/tables/{table}{path}") for each in (page, elsewhere))
            if not path:
                here, there = ([each["landscape"] for each in seen["seats"]] for seen in (here, there))
            assert here == there
    elsewhere.play(running, ROUNDS - 3)
    assert elsewhere.ask("GET", f"/tables/{running}/end")["finished"]


@pytest.mark.parametrize("date", ["9999-12-31T23:59:59.999999", "0001-01-01", "2026-11-19T25:00", "never"])
def test_games_of_any_date_go_out_again(page: Page, date: str) -> None:
    page.ask("POST", "/records", {"text": f"Date: {date}\nPlayers: Ann\n\n1. 5 d4N+ne\n"})
    assert "1. 5 d4N+ne" in page.ask("GET", "/records")


def test_a_copy_that_went_on_elsewhere_comes_back_as_another_game(page: Page) -> None:
    table = page.make(ANN)
    page.play(table, 2)
    elsewhere = Page(Storage())
    elsewhere.ask("POST", "/records", {"text": page.ask("GET", "/records")})
    elsewhere.play(table, 3)
    longer = {"text": elsewhere.ask("GET", "/records")}
    assert [page.ask("POST", "/records", longer)["games"] for _ in range(2)] == [1, 0]
    rounds = {each["table"]: each["round"] for each in page.ask("GET", "/tables")["tables"]}
    assert rounds.pop(table) == 3
    assert list(rounds.values()) == [6]
    assert elsewhere.ask("POST", "/records", {"text": page.ask("GET", f"/tables/{table}/record")}) == {
        "games": 0
    }


def test_a_wrong_record_says_on_which_line(page: Page) -> None:
    table = page.make(ANN)
    page.play(table, 2)
    good = page.ask("GET", f"/tables/{table}/record")
    wrong = page.ask("POST", "/records", {"text": good + "\nPlayers: Ann\n\n1. 99 d4N"})
    assert f"line {len(good.splitlines()) + 4}" in wrong["error"]["message"]


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (f"Players: {' | '.join('AB' * 33)}\n\n1. 5 {'d4N ' * 66}", "more than 64 players"),
        (f"Deck: big\nCards: {'rFwf ' * 65}\nPlayers: A\n\n1. 5 d4N", "64 cards"),
        (f"Players: a | {'a' * 41} (bot)\n\n1. 5 d4N d4N", "40 characters"),
        ("Players: a\n\n1. 5 d4N\n" * 10_001, "more than 10000 games"),
    ],
    ids=["players", "cards", "name of a bot", "games"],
)
def test_a_file_brings_in_no_game_that_no_table_could_have(page: Page, record: str, said: str) -> None:
    """A game of hundreds would keep the list of games from ever being shown again."""
    assert said in page.ask("POST", "/records", {"text": record})["error"]["message"]
    assert page.ask("GET", "/tables") == {"tables": []}


def test_a_file_without_records_is_told_so(page: Page) -> None:
    for text in ("", "PK\x03\x04", '{"players": []}', "Dear Ann,\n\nwho are the players?\n"):
        refused = page.ask("POST", "/records", {"text": text})
        assert refused["error"]["message"] == "this file holds no game records"


def test_each_record_of_a_long_file_is_read_without_those_before_it(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    lengths: list[int] = []

    def counted(text: str, most: int) -> Game:
        lengths.append(len(text))
        return read_record(text, most)

    monkeypatch.setattr(records, "read_record", counted)
    text = "Players: a\n\n1. 5 d4N\n\n" * 30
    assert page.ask("POST", "/records", {"text": text}) == {"games": 30}
    assert sum(lengths) <= len(text)


def test_a_finished_game_of_elsewhere_is_nobodys(page: Page) -> None:
    games = Path(__file__).parents[1] / "games"
    for name in ("two", "stopped"):
        page.ask("POST", "/records", {"text": (games / f"{name}.limes").read_text("utf-8")})
    rows = {len(row["players"]): row for row in page.ask("GET", "/tables")["tables"]}
    finished = rows[2]
    assert (finished["players"], finished["yours"]) == (["Red", "Black"], [])
    assert page.ask("GET", f"/tables/{finished['table']}")["yours"] == []
    [running] = [row for row in page.ask("GET", "/tables")["tables"] if row["turns_left"]]
    assert running["yours"], "whoever loads a game can go on with it"


def test_games_of_the_first_release_go_on(page: Page) -> None:
    stored = json.loads((Path(__file__).parent / "first_release.json").read_text("utf-8"))
    [table] = stored["tables"]
    page.storage.tables[table["id"]] = table
    page.storage.events[table["id"]] = [
        {name: value for name, value in event.items() if name != "table"} for event in stored["events"]
    ]
    page.play(table["id"], ROUNDS - 5)
    assert page.ask("GET", f"/tables/{table['id']}/end")["finished"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("setup", '{"seats": [{"kind": "dragon", "wings": 2}]}'),
        ("setup", "{"),
        ("cards", None),
        ("nonce", None),
    ],
    ids=["of a newer release", "cut off", "without cards", "without a promise"],
)
def test_a_game_that_cannot_be_read_hides_no_other(page: Page, field: str, value: str | None) -> None:
    good, bad = page.make(ANN), page.make(ANN)
    page.play(good, 1)
    if value is None:
        del page.storage.tables[bad][field]
    else:
        page.storage.tables[bad][field] = value
    later = Page(page.storage)
    assert [each["table"] for each in later.ask("GET", "/tables")["tables"]] == [good]
    assert parse_record(later.ask("GET", "/records")).id == good
    later.storage.run(later.desk.connect(7, bad, None, "en"))
    [error, closed] = later.desk.outbox
    assert json.loads(error.text or "")["code"] == "unreadable"
    assert closed.text is None
    assert later.ask("GET", f"/tables/{bad}")["error"]["code"] == "unreadable"


def test_what_a_newer_release_adds_is_left_aside(page: Page) -> None:
    table = page.make(ANN)
    page.play(table, 1)
    page.storage.tables[table]["weather"] = "rain"
    page.storage.events[table][0]["mood"] = "good"
    assert Page(page.storage).connect(table)[0]["yours"][0]["round"] == 2


def test_studies_are_answered_in_the_language_of_the_page(page: Page) -> None:
    Scored.model_validate(page.ask("POST", "/study/score", {"text": "F w T"}), strict=False)
    Scored.model_validate(
        page.ask("POST", "/study/score", {"zones": [["f", None]], "workers": [[1, 1, 2]]}), strict=False
    )
    Replay.model_validate(
        page.ask("POST", "/study/record", {"text": "Players: Ann\n\n1. 17 d4N+ne"}), strict=False
    )
    DeckChecked.model_validate(page.ask("GET", "/study/deck"))
    DeckChecked.model_validate(page.ask("POST", "/study/deck", {"name": "x", "cards": ["rFwf", None]}))
    Offered.model_validate(
        page.ask("POST", "/study/offer", {"turns": [{"card": 17, "turn": "d4N"}], "card": 3}), strict=False
    )
    LessonPuzzles.model_validate(page.ask("GET", "/study/lessons/towers"))
    german = Page(page.storage, "de").ask("POST", "/study/deck", {"text": "nonsense"})
    assert german["error"]["code"] == "bad_deck"
    assert (
        german["error"]["message"]
        != page.ask("POST", "/study/deck", {"text": "nonsense"})["error"]["message"]
    )


@pytest.mark.parametrize(
    ("method", "path", "body", "code"),
    [
        ("GET", "/tables/aaaaaaaaaaaaaaaa", None, "no_table"),
        ("GET", "/nowhere", None, "no_page"),
        ("GET", "/tables/aaaaaaaaaaaaaaaa/coach", None, "no_page"),
        ("POST", "/study/coach", {}, "needs_server"),
        ("POST", "/study/values", {}, "needs_server"),
        ("POST", "/tables", {"seats": [ANN, {"kind": "open"}]}, "needs_server"),
        ("POST", "/tables", {"seats": [ANN, {"kind": "bot", "bot": "expert:expert"}]}, "needs_server"),
        ("POST", "/tables", {"seats": [ANN, ANN | {"name": ""}]}, "bad_table"),
        ("POST", "/tables", {"seats": [ANN, BOB], "seconds": 30}, "shared_clock"),
        ("POST", "/tables", {"seats": [ANN] * 65}, "too_many_seats"),
        ("POST", "/tables", {"seats": [ANN], "deck": {"name": "x", "cards": ["rFwf"] * 65}}, "bad_deck"),
    ],
)
def test_what_cannot_be_done_here_says_so(page: Page, method: str, path: str, body: Any, code: str) -> None:
    assert page.ask(method, path, body)["error"]["code"] == code


def test_a_table_that_is_not_there_closes_its_socket(page: Page) -> None:
    page.storage.run(page.desk.connect(7, "aaaaaaaaaaaaaaaa", None, "en"))
    [error, closed] = page.desk.outbox
    assert json.loads(error.text or "")["code"] == "no_table"
    assert (closed.socket, closed.text, closed.code) == (7, None, 4404)
