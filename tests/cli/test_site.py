"""`limes site`: a folder that any host serves, written anew without harm."""

import json
import re
from pathlib import Path

import pytest
from commands import Run

from limes.cli import site
from limes.rules import LimesError

DOCUMENT = """<!doctype html><head><meta name="viewport" content="x" /><link href="/icon.svg" />
<script type="module" src="/assets/index-1.js"></script></head>"""


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A client as the build leaves it."""
    built = tmp_path / "web"
    for name in ("assets/index-1.js", "assets/index-1.js.gz", "before/index-0.js", "python/1/memory.bin"):
        (built / name).parent.mkdir(parents=True, exist_ok=True)
        (built / name).write_text(name)
    (built / "index.html").write_text(DOCUMENT)
    monkeypatch.setattr(site, "CLIENT", built)
    return built


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_a_terminal_obeys_nothing_in_the_name_of_the_folder(client: Path, limes: Run) -> None:
    assert limes("site", "mine\x1b[2J\x1f").out == "3 files in mine\\x1b[2J\\x1f\n"


def test_the_folder_has_what_a_browser_asks_for_under_any_path(client: Path, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    assert site.write(folder, "https://limes.example/") == 3
    assert names(folder) == {"assets/index-1.js", "index.html", "limes-site.json", "python/1/memory.bin"}
    document = (folder / "index.html").read_text()
    assert re.findall(r'(?:src|href)="([^"]*)"', document) == ["./icon.svg", "./assets/index-1.js"]
    assert '<meta name="limes-alone" content="https://limes.example/" />' in document
    assert "Content-Security-Policy" in document


def test_a_newer_site_keeps_the_files_of_the_one_before_only(client: Path, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    for number in (1, 2, 3):
        site.write(folder)
        (client / f"assets/index-{number}.js").rename(client / f"assets/index-{number + 1}.js")
    assert {name for name in names(folder) if name.startswith("assets/")} == {
        "assets/index-2.js",
        "assets/index-3.js",
    }
    assert json.loads((folder / site.NOTES).read_text())["before"]


def test_the_same_site_written_twice_keeps_the_one_before(client: Path, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    site.write(folder)
    (client / "assets/index-1.js").rename(client / "assets/index-2.js")
    site.write(folder)
    written = names(folder)
    for _ in range(2):
        site.write(folder)
        assert names(folder) == written
    assert "assets/index-1.js" in written


def test_what_names_other_files_is_written_after_them(
    client: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (client / "sw.js").touch()
    written: list[str] = []
    monkeypatch.setattr(site, "_replace", lambda path, _content: written.append(path.name))
    site.write(tmp_path / "site")
    assert written[-3:] == ["index.html", "sw.js", site.NOTES]


def linked_elsewhere(folder: Path) -> None:
    """A folder of files in it is a link to somewhere else."""
    elsewhere = folder.with_name("elsewhere")
    elsewhere.mkdir()
    folder.mkdir()
    (folder / site.NOTES).write_text("{}")
    (folder / "assets").symlink_to(elsewhere)


@pytest.mark.parametrize(
    ("prepare", "server", "message"),
    [
        (lambda folder: folder.write_text("x"), "", "is not a folder"),
        (lambda folder: (folder.mkdir(), (folder / "mine").touch()), "", "contains other files"),
        (lambda folder: None, "limes.example", "looks like https://"),
        (lambda folder: None, "https://", "looks like https://"),
        (lambda folder: None, "https://limes .example", "looks like https://"),
        (linked_elsewhere, "", "contains other files"),
    ],
)
def test_what_would_do_harm_is_refused(
    client: Path, tmp_path: Path, prepare: object, server: str, message: str
) -> None:
    folder = tmp_path / "site"
    assert callable(prepare)
    prepare(folder)
    before = names(tmp_path)
    with pytest.raises(LimesError, match=message):
        site.write(folder, server)
    assert names(tmp_path) == before


def test_without_the_built_pages_it_says_so(client: Path, tmp_path: Path) -> None:
    (client / "index.html").unlink()
    with pytest.raises(LimesError, match="were not built"):
        site.write(tmp_path / "site")


@pytest.mark.parametrize("outside", ["../other.txt", "{folder}/other.txt", "..", "assets/../../other.txt"])
def test_notes_that_somebody_else_wrote_delete_nothing_outside_the_folder(
    client: Path, tmp_path: Path, outside: str
) -> None:
    folder, other = tmp_path / "site", tmp_path / "other.txt"
    folder.mkdir()
    other.write_text("kept")
    noted = {"now": [], "before": [outside.format(folder=tmp_path)]}
    (folder / site.NOTES).write_text(json.dumps(noted))
    site.write(folder)
    assert other.read_text() == "kept"


@pytest.mark.parametrize("name", ["index.html", "index.html.new", "assets/index-1.js.new"])
def test_links_in_the_folder_are_replaced_and_not_followed(client: Path, tmp_path: Path, name: str) -> None:
    folder, other = tmp_path / "site", tmp_path / "other.txt"
    site.write(folder)
    other.write_text("kept")
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(other)
    site.write(folder)
    assert other.read_text() == "kept"
    assert (folder / "index.html").read_text().startswith("<!doctype html>")


@pytest.mark.parametrize("notes", ["[]", "{}", '{"now": 5, "before": null}', "[" * 100_000])
def test_notes_that_are_none_are_written_anew(client: Path, tmp_path: Path, notes: str) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / site.NOTES).write_text(notes)
    assert site.write(folder) == 3
    assert json.loads((folder / site.NOTES).read_text())["before"] == []
