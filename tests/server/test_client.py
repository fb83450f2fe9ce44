"""The browser client is handed out as it was built: right types, compressed, cached as long as it may be."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from serving import Serving, serving

from limes.server.web.client_files import EMBED, PAGES

PAGE_PATHS = [path.replace("{id}", "abcdefghij") for path in PAGES]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small build, as the bundler leaves it."""
    folder = tmp_path_factory.mktemp("web")
    (folder / "assets").mkdir()
    (folder / "before").mkdir()
    script = b"console.log('limes');" * 40
    files = {
        "index.html": b"<!doctype html><title>Limes</title>",
        "sw.js": b"// worker",
        "assets/main-x1.js": script,
        "assets/main-x1.js.gz": gzip.compress(script),
        "assets/main-x1.js.br": b"brotli",
        "assets/face-x1.woff2": b"font",
        "assets/memory-x1.bin": bytes(range(256)) * 1_000,
        "before/main-x0.js": b"before",
        "before/face-x1.woff2": b"old font",
        "assets/secret.key": b"of no known type",
    }
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture(scope="module")
def client(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with from_folder(built, tmp_path_factory) as server, httpx.Client(base_url=server.url) as client:
        yield client


@contextmanager
def from_folder(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server that finds the client in this folder."""
    database = f"sqlite:///{tmp_path_factory.mktemp('server') / 'tables.sqlite'}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("limes.server.web.app.FOLDER", folder)
        with serving(database) as server:
            yield server


def test_a_file_of_any_size_comes_whole_and_needs_neither_disk_nor_parts(
    built: Path, client: httpx.Client
) -> None:
    """To read a hundred parts took a thread two hundred times, while visitors elsewhere waited for theirs."""
    whole = (built / "assets/memory-x1.bin").read_bytes()
    (built / "assets/memory-x1.bin").rename(built / "away")
    try:
        found = client.get("/assets/memory-x1.bin", headers={"range": "bytes=0-0,2-2"})
    finally:
        (built / "away").rename(built / "assets/memory-x1.bin")
    assert found.status_code == 200
    assert found.content == whole
    head = client.head("/assets/memory-x1.bin")
    assert (head.headers["content-length"], head.content) == (str(len(whole)), b"")


@pytest.mark.parametrize("path", PAGE_PATHS)
def test_every_page_is_the_same_document_and_is_asked_for_again(client: httpx.Client, path: str) -> None:
    page = client.get(path)
    assert page.status_code == 200
    assert "<title>Limes</title>" in page.text
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "private, no-cache"


@pytest.mark.parametrize(
    ("name", "kind"),
    [("assets/main-x1.js", "text/javascript; charset=utf-8"), ("assets/face-x1.woff2", "font/woff2")],
)
def test_files_with_a_hash_in_their_name_are_kept_for_ever(
    client: httpx.Client, name: str, kind: str
) -> None:
    found = client.get(f"/{name}")
    assert found.headers["content-type"] == kind
    assert "immutable" in found.headers["cache-control"]


def test_files_of_the_build_before_are_still_there(client: httpx.Client) -> None:
    assert client.get("/assets/main-x0.js").text == "before"
    assert client.get("/assets/face-x1.woff2").text == "font"


def test_the_service_worker_is_asked_for_again(client: httpx.Client) -> None:
    assert client.get("/sw.js").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("accepted", "sent"),
    [
        ("gzip, br", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("identity", None),
        ("br;q=0", None),
    ],
)
def test_a_text_is_sent_in_the_best_form_that_is_accepted(
    client: httpx.Client, accepted: str, sent: str | None
) -> None:
    with client.stream("GET", "/assets/main-x1.js", headers={"accept-encoding": accepted}) as found:
        assert found.headers.get("content-encoding") == sent
        assert found.headers["vary"] == "accept-encoding"
        assert found.headers["content-type"] == "text/javascript; charset=utf-8"


@pytest.mark.parametrize(
    "path", ["/assets/secret.key", "/assets/none.js", "/assets/main-x1.js.gz", "/assets/%2e%2e/index.html"]
)
def test_nothing_else_of_the_machine_can_be_had(client: httpx.Client, path: str) -> None:
    assert client.get(path).json()["error"]["code"] == "no_page"


def test_a_browser_at_a_wrong_address_gets_a_page_and_a_program_an_error(client: httpx.Client) -> None:
    browser = client.get("/nowhere", headers={"accept": "text/html,*/*"})
    assert browser.status_code == 404
    assert "<title>Limes</title>" in browser.text
    assert client.get("/nowhere").json()["error"]["code"] == "no_page"
    api = client.get("/api/nowhere", headers={"accept": "text/html"})
    assert api.json()["error"]["code"] == "no_page"


@pytest.mark.parametrize("path", ["/assets/of-the-next-build.js", "/preview/day/2099-12-31.png", "/nowhere"])
def test_no_cache_keeps_that_something_is_not_there_yet(client: httpx.Client, path: str) -> None:
    missing = client.get(path)
    assert missing.status_code == 404
    assert missing.headers["cache-control"] == "no-store"


def test_a_client_that_was_not_built_is_said_plainly(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with from_folder(tmp_path / "nothing", tmp_path_factory) as server:
        page = httpx.get(server.url)
        assert page.status_code == 503
        assert "make play" in page.text


def test_the_document_names_its_guest_so_that_requests_at_once_agree(client: httpx.Client) -> None:
    with httpx.Client(base_url=client.base_url) as new:
        assert "set-cookie" not in new.get("/icon.svg").headers
        page = new.get("/")
        assert "set-cookie" in page.headers
        assert page.headers["cache-control"] == "private, no-cache"
        assert "set-cookie" not in new.get("/").headers
        assert "set-cookie" not in new.get("/api/tables").headers


def test_pages_are_guarded_like_all_else(client: httpx.Client) -> None:
    page = client.get("/")
    assert "unsafe-inline" not in page.headers["content-security-policy"]
    assert client.post("/t/abcdefghij").json()["error"]["code"] == "wrong_method"


@pytest.mark.parametrize(
    "path", [*PAGE_PATHS, "/nowhere", "/embed/more", "/%65mbed", "/sw.js", "/api/tables"]
)
def test_one_page_alone_may_be_framed_and_names_nobody_there(client: httpx.Client, path: str) -> None:
    with httpx.Client(base_url=client.base_url, verify=False) as new:
        headers = new.get(path, headers={"accept": "text/html"}).headers
    closed = "frame-ancestors 'none'" in headers["content-security-policy"]
    assert closed == (path != EMBED)
    assert (headers["cross-origin-resource-policy"] == "same-origin") == closed
    if path == EMBED:
        assert "set-cookie" not in headers


@pytest.mark.parametrize("path", ["/healthz", "/metrics", "/embed/"])
def test_what_is_true_now_only_is_kept_by_nobody(client: httpx.Client, path: str) -> None:
    assert client.get(path, follow_redirects=False).headers["cache-control"] == "no-store"
