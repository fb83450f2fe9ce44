"""Links have a title, a sentence and a picture: in the reader's language, of public things alone."""

import io
import re
import time
from collections.abc import Iterator
from functools import partial
from html import unescape
from pathlib import Path

import httpx
import pytest
from PIL import Image
from serving import Guest, Serving, first_turn, serving

from limes.puzzles import load_puzzles
from limes.rules import ROUNDS
from limes.server.calendar import later
from limes.server.days.attempts import FIRST_DAY
from limes.server.previews import pictures

get = partial(httpx.get, timeout=30, verify=False)  # to read the authorities' certificates takes a while
META = re.compile(r'<meta (?:name|property)="([^"]+)" content="([^"]*)" />')
HOSTILE = "<b>\"&'"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A document, as the bundler leaves it."""
    folder = tmp_path_factory.mktemp("web")
    head = '<meta\n      name="description"\n      content="Limes"\n    />\n    <title>Limes</title>'
    (folder / "index.html").write_text(f"<!doctype html><html><head>{head}</head></html>", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("limes.server.web.app.FOLDER", folder)
        yield


@pytest.fixture(scope="module")
def server(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('server') / 'tables.sqlite'}") as running:
        yield running


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is rasterised, instead of that: each picture is a little different from all others."""
    svgs: list[str] = []

    def rasterised(svg: str) -> bytes:
        svgs.append(svg)
        return f"{len(svgs)} {svg}".encode()

    monkeypatch.setattr(pictures, "rasterised", rasterised)
    return svgs


@pytest.fixture(scope="module")
def finished(server: Serving) -> str:
    guest = server.guest()
    table = str(guest.make("Ann", HOSTILE)["table"])
    play(guest, table, 2)
    return table


def play(guest: Guest, table: str, seats: int, rounds: int = ROUNDS) -> None:
    for number in range(1, rounds + 1):
        for seat in range(seats):
            guest.lay(table, seat, number, first_turn(guest.get(f"/tables/{table}/seats/{seat}")["offer"]))


def head(server: Serving, path: str, **headers: str) -> dict[str, str]:
    """What the document at this address says of itself."""
    page = get(server.url + path, headers=headers)
    title = re.search(r"<title>(.*)</title>", page.text)
    assert title
    found = {name: unescape(value) for name, value in META.findall(page.text)}
    assert found["description"] == found["og:description"]
    assert page.text.count('name="description"') == 1
    assert unescape(title[1]) == found["og:title"]
    assert HOSTILE not in page.text
    return found


def refused(server: Serving, path: str) -> tuple[int, str]:
    answer = get(server.url + path)
    return answer.status_code, answer.json()["error"]["code"]


def test_a_finished_game_is_told_with_its_points_and_its_picture(server: Serving, finished: str) -> None:
    found = head(server, f"/t/{finished}")
    assert re.fullmatch(r"A game of Limes: Ann \d+, <b>\"&' \d+", found["og:title"])
    assert found["og:image"] == f"{server.url}/preview/t/{finished}.png"
    assert head(server, f"/replay/{finished}") == head(server, f"/review/{finished}") == found
    german = head(server, f"/t/{finished}", **{"accept-language": "de-AT"})
    assert german["og:title"].startswith("Eine Partie Limes: Ann ")
    picture = get(found["og:image"])
    assert picture.headers["content-type"] == "image/png"
    assert picture.headers["cache-control"] == "public, max-age=86400"
    assert "set-cookie" not in picture.headers
    with Image.open(io.BytesIO(picture.content)) as image:
        assert image.size == (int(found["og:image:width"]), int(found["og:image:height"])) == (1200, 630)
        assert len(image.convert("RGB").getcolors(2**20) or ()) > 100, "it is not empty"
    again = get(found["og:image"], headers={"if-none-match": picture.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_of_a_running_game_no_landscape_is_shown(server: Serving) -> None:
    guest = server.guest()
    table = str(guest.make("Ann", "Bob")["table"])
    play(guest, table, 2, 2)
    found = head(server, f"/t/{table}")
    assert found["og:title"] == "A game of Limes: Ann, Bob"
    assert found["og:image"] == f"{server.url}/preview/limes.png"
    assert refused(server, f"/preview/t/{table}.png") == (409, "not_finished")
    open_table = guest.make("Ann", "-")["table"]
    assert head(server, f"/t/{open_table}")["og:title"] == "Play Limes with Ann"


def test_the_cards_of_a_day_are_shown_when_it_is_over(
    server: Serving, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    over = head(server, f"/day/{FIRST_DAY}")
    assert FIRST_DAY in over["og:title"]
    assert get(over["og:image"]).status_code == 200
    assert len(drawn) == 1
    today = server.services.days.today()
    assert head(server, f"/day/{today}")["og:image"].endswith("/preview/limes.png")
    assert refused(server, f"/preview/day/{today}.png") == (409, "day_not_over")
    assert refused(server, f"/preview/day/{later(today, 1)}.png") == (404, "no_day")
    guest = server.guest()
    table = str(guest.post("/days/attempt", {"name": "Ann"})["table"])
    play(guest, table, 1)
    assert head(server, f"/t/{table}")["og:title"] == "Limes", "somebody may yet play these cards"
    assert refused(server, f"/preview/t/{table}.png") == (403, "day_hidden")
    unfinished = str(server.guest().post("/days/attempt", {"name": "Bob"})["table"])
    clock = time.time
    monkeypatch.setattr(time, "time", lambda: clock() + 24 * 3600)
    assert head(server, f"/t/{unfinished}")["og:description"] == "This game ended early."


def test_a_puzzle_is_shown_without_its_answer(server: Serving, drawn: list[str]) -> None:
    puzzle = load_puzzles()[0]
    found = head(server, f"/puzzle/{puzzle.id}")
    assert found["og:image"] == f"{server.url}/preview/puzzle/{puzzle.id}.png"
    assert head(server, f"/puzzle/hut/{puzzle.id}") == found
    assert get(found["og:image"]).status_code == 200
    assert drawn
    assert str(puzzle.best) not in str(found) + drawn[0]


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("t/aaaaaaaaaaaaaaaa", 404, "no_table"),
        ("t/UPPER", 422, "malformed"),
        ("puzzle/000000", 404, "no_puzzle"),
        ("day/2025-12-31", 404, "no_day"),
        ("day/2026-02-31", 404, "no_day"),
        ("nothing", 404, "no_page"),
    ],
)
def test_what_is_not_there_has_no_picture(server: Serving, path: str, status: int, code: str) -> None:
    assert refused(server, f"/preview/{path}.png") == (status, code)
    assert head(server, "/t/aaaaaaaaaaaaaaaa")["og:title"] == "Limes"


def test_a_picture_is_drawn_once_and_few_are_kept(
    server: Serving, finished: str, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "MOST_BYTES", 1)
    ids = [puzzle.id for puzzle in load_puzzles()[1:3]]

    def picture(puzzle: str) -> bytes:
        return get(f"{server.url}/preview/puzzle/{puzzle}.png").content

    assert picture(ids[0]) != picture(ids[0]), "there was no room for it"
    monkeypatch.setattr(pictures, "MOST_BYTES", 10**6)
    assert picture(ids[1]) == picture(ids[1])
    assert len(drawn) == 3


def test_a_picture_is_named_by_the_address_that_was_asked_or_else_is_known(
    client: None, tmp_path: Path
) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    known = {"address": "https://play.example/", "hosts": ["other.example"], "behind_tls": True}
    with serving(database, **known) as server:
        assert head(server, "/")["og:image"] == "https://play.example/preview/limes.png"
        other = head(server, "/", host="other.example")
        assert other["og:image"] == "https://other.example/preview/limes.png"
        assert get(server.url, headers={"host": "evil.example"}).status_code == 421


def test_an_address_gets_so_many_pictures(
    client: None, tmp_path: Path, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "SHARE", 1e-6)  # however slow the machine, nothing comes back meanwhile
    monkeypatch.setattr(pictures, "STOCK", 4.9 * pictures.COST)
    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}", rate_factor=1) as server:
        addresses = [f"{server.url}/preview/puzzle/{puzzle.id}.png" for puzzle in load_puzzles()[:6]]
        answers = [get(address) for address in addresses]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429]
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert get(addresses[0]).status_code == 200, "it is there already"
