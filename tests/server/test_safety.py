"""What keeps strangers out and the server up: origins, sizes, rates, headers, cookies, strict decoding."""

import gc
import http.cookies
import inspect
import re
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from json import dumps
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from itsdangerous import TimestampSigner
from pydantic import ValidationError
from serving import FAST, Guest, Serving, serving
from sqlalchemy import text
from websockets.exceptions import InvalidStatus

from limes.locale import language_for
from limes.server import problems
from limes.server.entries import Seen
from limes.server.game.deal import hidden
from limes.server.limits import GUESTS_AN_ADDRESS, Limits, Rate, counted_as
from limes.server.people import guests
from limes.server.people.guests import Signatures
from limes.server.protocol.requests import NewTable
from limes.server.settings import Settings
from limes.server.store import Ban
from limes.server.store.engine import open_engine, upgrade
from limes.server.store.keys import Keys
from limes.server.store.log import Log
from limes.server.tables.replay_check import check
from limes.server.web.app import make_app
from limes.server.web.hosts import Hosts
from limes.server.web.study_routes import STUDY
from limes.server.web.table_routes import ROUTER

GAMES = Path(__file__).parents[1] / "games"


def test_a_guest_is_a_signed_cookie_that_scripts_cannot_read(server: Serving) -> None:
    guest = server.guest()
    cookie = guest.http.get("/tables").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie
    assert "set-cookie" not in guest.http.get("/tables").headers
    forged = httpx.get(f"{server.url}/api/tables", headers={"cookie": "limes_guest=somebody.else"})
    assert "set-cookie" in forged.headers
    broken = httpx.get(f"{server.url}/api/tables", headers={"cookie": 'limes_guest="\\'})
    assert broken.status_code == 200


@pytest.mark.parametrize("path", ["/api/tables", "/api/study/deck", "/api/tables/abcdefghjk/socket", "/"])
def test_no_quotes_of_cookies_are_undone(
    server: Serving, guest: Guest, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some Pythons take time that grows with the square of the length: seconds, for all that is allowed."""
    undone: list[str] = []
    monkeypatch.setattr(http.cookies, "_unquote", undone.append)
    table = guest.make("Ann")["table"]
    ours = f"limes_guest={guest.http.cookies['limes_guest']}"
    upgrade = {"connection": "upgrade", "upgrade": "websocket", "sec-websocket-version": "13"}
    key = {"sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ=="}
    quoted = 'limes_guest="' + "\\" * 9 + '"'
    headers = upgrade | key if path.endswith("socket") else {}
    httpx.get(server.url + path, headers=headers | {"cookie": quoted})
    assert not undone
    seen = httpx.get(f"{server.url}/api/tables/{table}", headers={"cookie": f'a="\\"; {ours} ; b'})
    assert seen.json()["yours"]
    assert not undone


def test_the_guests_cookie_is_found_among_others(server: Serving, guest: Guest) -> None:
    table = guest.make("Ann")["table"]
    ours = f"limes_guest={guest.http.cookies['limes_guest']}"

    def holds_a_seat(cookies: str) -> bool:
        seen = httpx.get(f"{server.url}/api/tables/{table}", headers={"cookie": cookies})
        return bool(seen.json()["yours"])

    assert holds_a_seat(f"limes_guest=; a;; x{ours};{ours} ;b=c")
    assert not holds_a_seat(f"x{ours}; a={ours}")


def test_cookies_that_another_host_of_the_domain_set_make_nobody_another_guest(
    server: Serving, guest: Guest, tmp_path: Path
) -> None:
    """A page at a sibling host may set a cookie of any name for the whole domain; browsers send both."""
    table = guest.make("Ann")["table"]
    ours, theirs = f"limes_guest={guest.http.cookies['limes_guest']}", "limes_guest=x.y.z"
    longer_paths = "; ".join([theirs] * 12)  # come first
    both = f"{ours}; {theirs}"
    for cookies in ([both], [f"{theirs}; {theirs}; {ours}"], [theirs, ours], [f"{longer_paths}; {both}"]):
        seen = httpx.get(f"{server.url}/api/tables/{table}", headers=[("cookie", each) for each in cookies])
        assert seen.json()["yours"]
        assert "set-cookie" not in seen.headers
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", behind_tls=True) as secure:
        given = httpx.get(f"{secure.url}/api/tables").headers["set-cookie"]
        assert given.startswith("__Host-limes_guest=")
        assert "Secure" in given
        assert "Path=/;" in given
        assert "Domain" not in given
        tossed = given.partition(";")[0].removeprefix("__Host-")
        assert "set-cookie" in httpx.get(f"{secure.url}/api/tables", headers={"cookie": tossed}).headers


def test_only_the_beginning_of_a_list_of_languages_is_looked_at() -> None:
    """Every refusal is put in words, however many requests are refused."""
    assert language_for("xx, de;q=0.5").gettext("the game is over") != "the game is over"
    assert language_for("," * 10_000 + "de").gettext("the game is over") == "the game is over"


def test_a_program_that_keeps_no_cookie_is_not_noted_with_each_request(
    server: Serving, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = guest.make("Ann")
    noted: list[object] = []
    monkeypatch.setattr(server.services.writer, "note", noted.append)
    for _ in range(3):
        by_link = {"authorization": f"Bearer {made['tokens']['0']}"}
        assert httpx.get(f"{server.url}/api/tables/{made['table']}", headers=by_link).json()["yours"]
    assert len([each for each in noted if isinstance(each, Seen)]) == 1


def test_behind_tls_cookies_are_for_https_only(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", behind_tls=True) as server:
        assert "Secure" in server.guest().http.get("/tables").headers["set-cookie"]


def test_a_cookie_is_renewed_in_time(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = server.guest()
    table = guest.make("Ann")["table"]
    assert "set-cookie" not in guest.http.get(f"/tables/{table}").headers
    monkeypatch.setattr(guests, "MONTH", -1)
    assert "set-cookie" in guest.http.get(f"/tables/{table}").headers
    assert guest.get(f"/tables/{table}")["yours"]


def keys(name: str) -> Keys:
    return Keys((f"{name} signing",), f"{name} links", "", "")


@pytest.mark.parametrize(
    ("authorization", "known"), [("Bearer x", True), ("bearer x", True), ("Basic x", False), ("x", False)]
)
def test_only_a_bearer_token_is_a_token(authorization: str, known: bool) -> None:
    assert (Signatures(keys("key")).caller([], authorization).token_hash == hidden("x")) is known


def test_no_cookie_that_is_too_long_to_be_ours_is_looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    signatures, looked_into = Signatures(keys("ours")), []

    def verify(_signer: object, _value: str, signature: str) -> bool:
        looked_into.append(signature)
        return False

    monkeypatch.setattr(TimestampSigner, "verify_signature", verify)
    assert signatures.caller(["x" * 16_000, *"abcdefghi"], None).new
    assert looked_into == list("efghi"), "nor more than a few"


def test_a_new_key_signs_when_every_process_has_heard_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that has not would take the cookie for forged and make the guest another one."""
    before = Keys(("first",), "links", "", "")
    after, only = before._replace(signing=("first", "second")), before._replace(signing=("second",))
    heard, not_yet, begun_now = Signatures(before), Signatures(before), Signatures(after)
    heard.use(after)
    for process in (heard, begun_now):
        assert not_yet.caller([process.cookie("guest")], None).guest == "guest"
        assert not process.caller([not_yet.cookie("guest")], None).renewed
    monkeypatch.setattr(guests, "HEARD_OF", 0)
    heard.use(after)
    assert Signatures(only).caller([heard.cookie("guest")], None).guest == "guest"
    assert heard.caller([not_yet.cookie("guest")], None).renewed
    assert not begun_now.caller([heard.cookie("guest")], None).renewed, "never by an older key"


def test_a_signature_of_another_key_is_worth_nothing() -> None:
    ours, theirs = Signatures(keys("ours")), Signatures(keys("theirs"))
    cookie = ours.cookie("guest")
    assert ours.caller([cookie], None).guest == "guest"
    assert theirs.caller([cookie], None).new
    assert ours.invites("table", ours.invitation("table"))
    assert not theirs.invites("table", ours.invitation("table"))
    assert not ours.invites("other", ours.invitation("table"))


def test_a_header_that_browsers_heed_only_at_secure_addresses_is_sent_only_there(server: Serving) -> None:
    def sent(**headers: str) -> bool:
        return "cross-origin-opener-policy" in httpx.get(server.url, headers=headers).headers

    assert sent()
    assert sent(host="localhost")
    assert sent(host="[::1]:8484")
    assert not sent(host="192.168.1.20:8484")
    assert sent(**{"host": "192.168.1.20", "x-forwarded-proto": "https"})


def test_a_page_at_another_name_of_the_server_may_ask_it(server: Serving) -> None:
    headers = {"host": "limes.local:8484", "origin": "http://limes.local:8484"}
    made = httpx.post(
        f"{server.url}/api/tables", json={"seats": [{"kind": "person", "name": "Ann"}]}, headers=headers
    )
    assert made.status_code == 201


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("127.0.0.1:8484", True),
        ("192.168.1.20:8484", True),
        ("[::1]:8484", True),
        ("[fe80::1]", True),
        ("localhost", True),
        ("LocalHost.:8484", True),
        ("tower.local:8484", True),
        (socket.gethostname(), True),
        ("play.example", True),
        ("deep.wild.example:443", True),
        ("friends.example:8484", True),
        ("pages.example", True),
        ("rebound.example", False),
        ("wild.example", False),
        ("notlocal", False),
        ("127.0.0.1.rebound.example", False),
        ("2130706433.example", False),
        ("rebound.example#.local", False),
        ("rebound.example?.local:8484", False),
        ("rebound.example\\.local", False),
        ("127.0.0.1:@rebound.example", False),
        ("[::1]rebound.example", False),
        ("play.example.rebound.example", False),
        ("", False),
    ],
)
def test_only_own_names_are_answered_to(host: str, allowed: bool) -> None:
    settings = Settings(
        hosts=["play.example", "*.wild.example"],
        address="http://friends.example:8484",
        origins=["https://pages.example"],
    )
    assert Hosts(settings).allow(host) is allowed


@pytest.mark.parametrize("path", ["/", "/healthz", "/metrics", "/api/tables", "/sw.js"])
def test_a_page_whose_name_was_made_to_lead_here_gets_nothing(server: Serving, path: str) -> None:
    refused = httpx.get(server.url + path, headers={"host": "rebound.example", "accept-language": "de"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (421, "foreign_host")
    assert "rebound.example" in refused.json()["error"]["message"]


def test_nor_does_its_socket(server: Serving, guest: Guest) -> None:
    table = guest.make("Ann")["table"]
    rebound = Guest(server.url_at("rebound.example"))
    with (
        socket.create_connection(("127.0.0.1", server.port)) as connection,
        pytest.raises(InvalidStatus) as refused,
    ):
        rebound.socket(table, sock=connection, headers={"origin": rebound.url})
    rebound.http.close()
    assert refused.value.response.status_code == 421


def test_the_address_for_friends_is_told_where_it_is_known(server: Serving, tmp_path: Path) -> None:
    assert server.guest().get("/address") == {"address": None}
    home = "http://192.168.1.20:8484"
    with serving(f"sqlite:///{tmp_path / 'home.sqlite'}", address=home) as known:
        assert known.guest().get("/address") == {"address": home}


def test_every_answer_carries_the_headers_that_keep_pages_safe(server: Serving) -> None:
    for path in ("/healthz", "/api/tables", "/nowhere"):
        headers = httpx.get(server.url + path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_pages_of_other_sites_use_up_nobodys_requests(tmp_path: Path, site: str) -> None:
    """In the background, ahead of time, or in frames; they may lead here, and show what is for frames."""
    page = {"sec-fetch-site": site, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    frame = page | {"sec-fetch-dest": "iframe"}
    background = page | {"sec-fetch-mode": "no-cors", "sec-fetch-dest": "empty"}
    welcome = ["https://play.example"]
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", rate_factor=0.05, origins=welcome) as server:
        guest = server.guest()
        by_itself = page
        page = page | {"sec-fetch-user": "?1"}
        for number in range(60):
            headers = (background, frame, by_itself, page | {"sec-purpose": "prefetch"})[number % 4]
            refused = guest.http.get("/bots", headers=headers)
            assert (refused.status_code, refused.json()["error"]["code"]) == (403, "foreign_origin")
        for usual in (
            page,
            background | {"sec-fetch-site": "same-origin"},
            background | {"sec-fetch-site": "none"},
            background | {"origin": welcome[0]},
        ):
            assert guest.http.get("/bots", headers=usual).status_code == 200
        assert guest.http.get(f"{server.url}/embed", headers=frame).status_code == 200
        assert guest.http.get(f"{server.url}/rules", headers=by_itself).status_code == 200


@pytest.mark.parametrize("page", ["/metrics", "/healthz", "/", "/embed", "/api/bots"])
def test_an_address_with_a_line_feed_is_no_other_spelling_of_a_page(server: Serving, page: str) -> None:
    guest = server.guest()
    assert guest.http.get(f"{server.url}{page}").status_code == 200
    refused = guest.http.get(f"{server.url}{page}%0a")
    assert (refused.status_code, refused.json()["error"]["code"]) == (404, "no_page")


def test_pages_of_other_sites_change_nothing(server: Serving, guest: Guest) -> None:
    body = {"seats": [{"kind": "open"}]}
    foreign = guest.http.post("/tables", json=body, headers={"origin": "https://elsewhere.example"})
    assert (foreign.status_code, foreign.json()["error"]["code"]) == (403, "foreign_origin")
    assert guest.http.post("/tables", json=body, headers={"origin": server.url}).status_code == 201


def test_a_form_elsewhere_makes_nobody_another_guest(server: Serving, guest: Guest) -> None:
    """A browser sends no cookie with the form of another site, but takes the one of the answer it shows."""
    refused = httpx.post(f"{server.url}/api/tables", headers={"origin": "https://elsewhere.example"})
    assert refused.status_code == 403
    assert "set-cookie" not in refused.headers
    sandboxed = httpx.post(f"{server.url}/api/nothing", headers={"origin": "null"})
    assert "set-cookie" not in sandboxed.headers
    by_another_name = httpx.get(f"{server.url}/api/tables", headers={"host": "elsewhere.example"})
    assert "set-cookie" not in by_another_name.headers
    assert "set-cookie" in guest.http.post("/nothing").headers


def test_an_origin_that_the_operator_names_is_welcome(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", origins=["https://play.example"]) as server:
        headers = {"origin": "https://play.example"}
        body = {"seats": [{"kind": "open"}]}
        assert server.guest().http.post("/tables", json=body, headers=headers).status_code == 201


@pytest.mark.parametrize("path", ["/api/me/games.txt", "/icon.svg"])
def test_a_body_too_large_is_refused_where_none_is_read(guest: Guest, path: str) -> None:
    """Answers that come in pieces listen for the client's leaving, and would hear of it in the middle."""
    with structlog.testing.capture_logs() as logged:
        url = guest.http.base_url.join(path)
        answer = guest.http.request("GET", url, content=iter([b"x" * 70_000]))
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")
    assert [entry["event"] for entry in logged if entry["log_level"] == "error"] == []


def test_a_body_too_large_is_refused_with_or_without_its_length(guest: Guest) -> None:
    large = guest.http.post("/tables", content=b"x" * 100_000)
    assert (large.status_code, large.json()["error"]["code"]) == (413, "too_large")
    chunks = guest.http.post("/tables", content=iter([b"x" * 50_000] * 3))
    assert (chunks.status_code, chunks.json()["error"]["code"]) == (413, "too_large")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"seats": []},
        {"seats": [{"kind": "open"}], "more": 1},
        {"seats": [{"kind": "open", "name": "Ann"}]},
        {"seats": [{"kind": "person"}]},
        {"seats": [{"kind": "person", "name": 7}]},
        {"seats": [{"kind": "open"}], "variants": ["solo"]},
        {"seats": [{"kind": "open"}], "seconds": "60"},
        {"seats": [{"kind": "open"}], "seconds": 1},
        [],
    ],
)
def test_what_is_not_understood_is_an_error_with_its_place(guest: Guest, body: object) -> None:
    response = guest.http.post("/tables", json=body)
    assert (response.status_code, response.json()["error"]["code"]) == (422, "malformed")
    assert "the server does not understand the request at body" in response.json()["error"]["message"]


@pytest.mark.parametrize("given", [{}, {"seats": [{"kind": "open"}]}])
def test_of_thousands_of_unknown_fields_one_is_described(given: dict[str, Any]) -> None:
    unknown = {f"x{number}": number for number in range(7_000)}
    with pytest.raises(ValidationError) as refused:
        NewTable.model_validate(given | unknown)
    places = [error["loc"] for error in refused.value.errors() if error["type"] == "extra_forbidden"]
    assert places == [("x0",)]
    with pytest.raises(ValidationError) as refused:
        NewTable.model_validate({"seats": [{"kind": "open", **unknown}] * 64})
    assert refused.value.error_count() == 64


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/tables", lambda deep: "[" * deep + "[]," * 100 + "[]" + "]" * deep),
        ("/study/deck", lambda deep: dumps({"text": "a=" + "[" * deep + "[]," * 100 + "[]" + "]" * deep})),
    ],
)
def test_no_text_leads_near_the_end_of_the_stack(
    server: Serving, guest: Guest, path: str, body: Callable[[int], str]
) -> None:
    """There, what Python calls by itself fails, such as word of a collection, and is printed as an error."""
    cramped = []

    def go_down(steps: int) -> None:
        if steps:
            go_down(steps - 1)

    def collected(_phase: str, _details: dict[str, int]) -> None:
        try:
            go_down(30)
        except RecursionError:
            cramped.append(path)

    usual = gc.get_threshold()
    gc.callbacks.append(collected)
    gc.set_threshold(20, 1000, 1000)
    try:
        for deep in range(100, 1000, 10):
            sent = guest.http.post(path, content=body(deep), headers={"content-type": "application/json"})
            assert sent.status_code == 422
    finally:
        gc.set_threshold(*usual)
        gc.callbacks.remove(collected)
    assert not cramped


@pytest.mark.parametrize(
    ("seat", "code"),
    [
        ({"kind": "person", "name": "a|b"}, "bad_table"),
        ({"kind": "person", "name": " "}, "bad_table"),
        ({"kind": "person", "name": "Ann\u0000"}, "bad_table"),
        ({"kind": "person", "name": "greedy (bot)"}, "bad_table"),
        ({"kind": "bot", "bot": "nobody"}, "bad_table"),
        ({"kind": "person", "name": "x" * 41}, "malformed"),
    ],
)
def test_names_and_bots_are_checked(guest: Guest, seat: dict[str, str], code: str) -> None:
    assert guest.refused("POST", "/tables", {"seats": [seat]}) == (422, code)


def test_names_are_text_and_come_back_as_they_were(guest: Guest) -> None:
    name = "<b>Zoë</b> & \"Čeněk\" 'x'"
    table = guest.make(name)["table"]
    assert guest.get(f"/tables/{table}")["seats"][0]["name"] == name


def test_tables_and_seats_are_limited(tmp_path: Path) -> None:
    limits = FAST | {"tables_a_guest": 2, "seats_a_table": 3}
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", **limits) as server:
        guest = server.guest()
        four = {"seats": [{"kind": "open"}] * 4}
        assert guest.refused("POST", "/tables", four) == (422, "too_many_seats")
        guest.make("-")
        guest.make("-")
        assert guest.refused("POST", "/tables", {"seats": [{"kind": "open"}]}) == (429, "too_many_tables")


def test_who_asks_too_often_is_told_to_wait(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", **(FAST | {"rate_factor": 0.05})) as server:
        guest = server.guest()
        codes = [guest.http.get("/tables").status_code for _ in range(15)]
        assert codes[0] == 200
        assert codes[-1] == 429
        assert guest.refused("GET", "/tables") == (429, "too_fast")
        assert int(guest.http.get("/tables").headers["retry-after"]) >= 1


def test_without_a_trusted_proxy_nobody_chooses_an_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As behind a tunnel, through which everybody comes from this machine."""
    monkeypatch.setenv("LIMES_TRUSTED_PROXIES", "")
    with serving(f"sqlite:///{tmp_path}/tables.sqlite") as server:
        server.services.bans.replace([Ban("192.0.2.7", 0, None, "")])
        claimed = httpx.get(f"{server.url}/api/bots", headers={"x-forwarded-for": "192.0.2.7"})
        assert claimed.status_code == 200
        server.services.bans.replace([Ban("127.0.0.1", 0, None, "")])
        claimed = httpx.get(f"{server.url}/api/bots", headers={"x-forwarded-for": "192.0.2.7"})
        assert claimed.status_code == 403


def refused_of(server: Serving, forwarded: Callable[[int], str]) -> int:
    """How many of 60 requests without a cookie are refused, each with such an X-Forwarded-For."""
    with httpx.Client() as client:
        answers = [
            client.get(
                f"{server.url}/api/tables", headers={"x-forwarded-for": forwarded(number), "cookie": ""}
            )
            for number in range(60)
        ]
    return sum(answer.status_code == 429 for answer in answers)


def test_an_address_is_limited_whatever_guests_it_sends(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", rate_factor=0.005) as server:
        assert refused_of(server, lambda number: "9.9.9.9") > 20
        assert refused_of(server, lambda number: f"10.1.0.{number}") == 0
        assert refused_of(server, lambda number: f"2001:db8:0:{number:x}::1") > 20
        assert refused_of(server, lambda number: f"2001:db8:{number + 7:x}::1") == 0


def test_reviews_are_counted_by_household_too(tmp_path: Path) -> None:
    """Each asks for another review, as a guest that nobody knows."""
    records = [(GAMES / f"{name}.limes").read_text(encoding="utf-8") for name in ("two", "three", "two-both")]
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", rate_factor=0.03, review_seconds=0.01) as server:

        def asked(record: str, address: str) -> int:
            headers = {"x-forwarded-for": address}
            return httpx.post(
                f"{server.url}/api/study/coach", json={"record": record}, headers=headers
            ).status_code

        codes = [asked(record, f"2001:db8::{number}") for number, record in enumerate(records)]
        assert codes == [202, 202, 429]
        assert asked(records[2], "2001:db8:0:100::1") == 202


def test_only_a_trusted_proxy_is_believed_and_only_for_the_address_it_saw(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/a.sqlite", rate_factor=0.005) as server:
        assert refused_of(server, lambda number: f"10.0.0.{number}, 1.2.3.4") > 20
    untrusting = {"rate_factor": 0.005, "trusted_proxies": "192.0.2.0/24"}
    with serving(f"sqlite:///{tmp_path}/b.sqlite", **untrusting) as server:
        assert refused_of(server, lambda number: f"10.0.0.{number}") > 20
    trusting = {"rate_factor": 0.005, "trusted_proxies": "127.0.0.0/8"}
    with serving(f"sqlite:///{tmp_path}/c.sqlite", **trusting) as server:
        assert refused_of(server, lambda number: f"10.0.0.{number}") == 0


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/56"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/56"),
        ("a:socket", "a:socket"),
    ],
)
def test_addresses_of_one_household_are_counted_together(address: str, counted: str) -> None:
    assert counted_as(address) == counted


def test_no_request_is_checked_in_a_thread(server: Serving) -> None:
    """Buckets are counted on the event loop alone; two threads at once would let too much through."""

    def dependencies(dependant: Dependant) -> Iterator[Dependant]:
        for each in dependant.dependencies:
            yield each
            yield from dependencies(each)

    routes = [route for router in (ROUTER, STUDY) for route in router.routes if isinstance(route, APIRoute)]
    found = [each.call for route in routes for each in dependencies(route.dependant)]
    assert len(found) > 20
    assert all(inspect.iscoroutinefunction(call) for call in found)


def test_each_rate_is_counted_by_itself() -> None:
    assert len(Rate) == len(Rate.__members__)
    limits = Limits(0.01)
    limits.check(Rate.STUDY, "here", "ann")
    limits.check(Rate.END, "here", "ann")
    with pytest.raises(problems.Problem):
        limits.check(Rate.END, "here", "ann")


def test_an_address_is_not_forgotten_for_all_the_guests_who_come_from_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("limes.server.limits.MOST_COUNTED", 10)
    limits = Limits()
    for _ in range(GUESTS_AN_ADDRESS * int(Rate.ANSWER.burst)):
        limits.check(Rate.ANSWER, "here")
    for number in range(20):
        limits.check(Rate.TURN, "elsewhere", f"guest {number}")
    with pytest.raises(problems.Problem):
        limits.check(Rate.ANSWER, "here")


def test_buckets_fill_up_again_and_each_guest_has_one() -> None:
    limits = Limits(0.01)
    limits.check(Rate.SOCKET, "here", "ann")
    limits.check(Rate.TURN, "here", "ann")
    with pytest.raises(problems.Problem, match="try again in"):
        limits.check(Rate.TURN, "here", "ann")
    limits.check(Rate.TURN, "here", "bob")


@pytest.mark.parametrize("rate", [Rate.REQUEST, Rate.STUDY, Rate.REVIEW])
def test_those_who_bring_no_cookie_leave_some_to_those_who_do(rate: Rate) -> None:
    """Another site may show frames of ours that ask all the time, at the address of who looks at it."""
    limits = Limits()
    asking = [f"guest {number}" for number in range(GUESTS_AN_ADDRESS * int(rate.burst))]
    half = len(asking) // 2
    for guest in asking[:half]:
        limits.check(rate, "here", guest, new=True)
    with pytest.raises(problems.Problem, match="try again in"):
        list(map(partial(limits.check, rate, "here", new=True), asking[half:]))
    for _ in range(int(rate.burst)):
        limits.check(rate, "here", "ann")


def test_health_and_a_check_leave_the_database_to_who_writes(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path}/tables.sqlite")
    upgrade(engine)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite", timeout=0, isolation_level=None)) as other:
        with engine.connect() as connection:
            connection.execute(text("SELECT 1"))
            other.execute("BEGIN IMMEDIATE")
        Log(engine).answers()
        assert check(engine, lambda fault: pytest.fail(str(fault))) == (0, 0)
        other.execute("ROLLBACK")
    engine.dispose()


def test_an_error_of_the_server_is_told_like_any_other_and_logged_without_its_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite") as server:

        def failing(table_id: str) -> None:
            raise ValueError(f"the secret of {table_id}")

        monkeypatch.setattr(server.services.log, "load", failing)
        with structlog.testing.capture_logs() as logged:
            answer = server.guest().http.get("/tables/abcdefghijkl", headers={"accept-language": "de"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (500, "unexpected")
        assert "Protokoll" in answer.json()["error"]["message"]
        assert "content-security-policy" in answer.headers
        [failed] = [line for line in logged if line["event"] == "request failed"]
        assert failed["error"] == "ValueError"
        assert "secret" not in str(logged)


def test_whoever_is_refused_for_coming_too_often_fills_no_log(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", rate_factor=0.001) as server:
        guest = server.guest()
        with structlog.testing.capture_logs() as logged:
            codes = [guest.http.get("/tables").status_code for _ in range(5)]
            for _ in range(2):
                with suppress(InvalidStatus), guest.socket("abcdefghijkl"):
                    pass
        assert codes == [200, 429, 429, 429, 429]
        assert [line["status"] for line in logged if line["log_level"] != "debug"] == [200]


def test_whoever_is_refused_uncounted_or_asks_for_files_fills_no_log(tmp_path: Path) -> None:
    """Pages of other sites use up nobody's requests, and files have a limit of their own."""
    with serving(f"sqlite:///{tmp_path}/tables.sqlite") as server:
        guest = server.guest()
        with structlog.testing.capture_logs() as logged:
            for _ in range(3):
                assert guest.http.get("/tables", headers={"sec-fetch-site": "cross-site"}).status_code == 403
                with (
                    pytest.raises(InvalidStatus),
                    guest.socket("abcdefghijkl", origin="http://elsewhere.example"),
                ):
                    pass
                assert httpx.get(f"{server.url}/assets/none.js").status_code == 404
        assert len(logged) == 9
        assert {line["log_level"] for line in logged} == {"debug"}


def test_health_and_figures(server: Serving, guest: Guest) -> None:
    guest.lay(guest.make("Ann")["table"], 0, 1, "d4N")
    assert httpx.get(f"{server.url}/healthz").json() == {"status": "ok"}
    gc.collect()
    figures = httpx.get(f"{server.url}/metrics").text
    while "limes_loop_lag_seconds_count 0.0" in figures:  # it is looked at every 50 ms
        figures = httpx.get(f"{server.url}/metrics").text
    assert "limes_turns_total" in figures
    for counted in ("queue", "commit", "loop_lag", "collection"):
        [number] = re.findall(rf"^limes_{counted}_seconds_count (\S+)$", figures, re.MULTILINE)
        assert float(number) > 0, counted


def test_an_address_that_leads_nowhere_says_so(server: Serving) -> None:
    found = httpx.get(f"{server.url}/nowhere")
    assert (found.status_code, found.json()["error"]["code"]) == (404, "no_page")
    wrong = httpx.delete(f"{server.url}/api/tables")
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (405, "wrong_method")
    assert "allow" in wrong.headers


def test_no_refusal_waits_for_a_thread(server: Serving) -> None:
    """One client's refusals in forty threads once kept everybody else waiting for seconds."""
    handlers = make_app(server.services).exception_handlers.values()
    assert all(inspect.iscoroutinefunction(handler) for handler in handlers)
