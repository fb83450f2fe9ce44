"""What keeps strangers out and the server up: origins, sizes, rates, headers, cookies, strict decoding."""

from pathlib import Path

import httpx
import pytest
from serving import FAST, Guest, Serving, serving

from limes.server import problems
from limes.server.guests import Signatures
from limes.server.limits import Limits, Rate


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


def test_behind_tls_cookies_are_for_https_only(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", behind_tls=True) as server:
        assert "Secure" in server.guest().http.get("/tables").headers["set-cookie"]


def test_a_signature_of_another_key_is_worth_nothing() -> None:
    ours, theirs = Signatures("ours"), Signatures("theirs")
    cookie = ours.cookie("guest")
    assert ours.caller(cookie, None).guest == "guest"
    assert theirs.caller(cookie, None).new
    assert ours.invites("table", ours.invitation("table"))
    assert not theirs.invites("table", ours.invitation("table"))
    assert not ours.invites("other", ours.invitation("table"))


def test_every_answer_carries_the_headers_that_keep_pages_safe(server: Serving) -> None:
    for path in ("/healthz", "/api/tables", "/nowhere"):
        headers = httpx.get(server.url + path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_pages_of_other_sites_change_nothing(server: Serving, guest: Guest) -> None:
    body = {"seats": [{"kind": "open"}]}
    foreign = guest.http.post("/tables", json=body, headers={"origin": "https://elsewhere.example"})
    assert (foreign.status_code, foreign.json()["error"]["code"]) == (403, "foreign_origin")
    assert guest.http.post("/tables", json=body, headers={"origin": server.url}).status_code == 201


def test_an_origin_that_the_operator_names_is_welcome(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", origins=["https://play.example"]) as server:
        headers = {"origin": "https://play.example"}
        body = {"seats": [{"kind": "open"}]}
        assert server.guest().http.post("/tables", json=body, headers=headers).status_code == 201


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
    assert "the request is not understood at body" in response.json()["error"]["message"]


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


def test_buckets_fill_up_again_and_each_guest_has_one() -> None:
    limits = Limits(0.01)
    limits.check(Rate.SOCKET, "here", "ann")
    limits.check(Rate.TURN, "here", "ann")
    with pytest.raises(problems.Problem, match="try again in"):
        limits.check(Rate.TURN, "here", "ann")
    limits.check(Rate.TURN, "here", "bob")


def test_health_and_figures(server: Serving, guest: Guest) -> None:
    guest.lay(guest.make("Ann")["table"], 0, 1, "d4N")
    assert httpx.get(f"{server.url}/healthz").json() == {"status": "ok"}
    figures = httpx.get(f"{server.url}/metrics").text
    assert "limes_turns_total" in figures
    assert "limes_commit_seconds_bucket" in figures


def test_an_address_that_leads_nowhere_says_so(server: Serving) -> None:
    found = httpx.get(f"{server.url}/nowhere")
    assert (found.status_code, found.json()["error"]["code"]) == (404, "no_page")
    wrong = httpx.delete(f"{server.url}/api/tables")
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (405, "wrong_method")
    assert "allow" in wrong.headers
