"""The documentation as a site: it builds without a warning, asks no other host, and no link in it is dead."""

import re
import subprocess
import sys
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from limes.draw import DAY, NIGHT
from limes.locale import LANGUAGES

ROOT = Path(__file__).parents[1]
# What a browser fetches by itself when it shows a page.
FETCHED = {
    "img": "src",
    "script": "src",
    "link": "href",
    "source": "srcset",
    "iframe": "src",
    "object": "data",
}
SHOWN_AS_IT_IS = ("code", "pre", "script", "style")
ADDRESS_IN_STYLE = re.compile(r"""(?:url\(|@import\s)\s*["']?(?:https?:)?//""")


class Page(HTMLParser):
    """The links, the anchors, whatever a page fetches, and its text apart from code."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.anchors: set[str] = set()
        self.paragraphs: list[str] = []
        self._inside: list[str] = []
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if tag in FETCHED and FETCHED[tag] in values and values.get("rel") not in ("canonical", "author"):
            self.fetched.append(values[FETCHED[tag]])
        if tag == "p":
            self.paragraphs.append("")
        if tag in ("p", *SHOWN_AS_IT_IS):
            self._inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._inside:
            self._inside.remove(tag)

    def handle_data(self, data: str) -> None:
        if "p" in self._inside and not self._inside_code:
            self.paragraphs[-1] += data

    @property
    def _inside_code(self) -> bool:
        return any(tag in self._inside for tag in SHOWN_AS_IT_IS)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built once; the client's packages, which `make` has installed, bring its type."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet", "-b", "html"]
    built = subprocess.run(
        [*command, "-d", folder / "trees", ROOT / "docs", folder / "html"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout
    (folder / "html" / "play").mkdir()  # where `make docs` writes the game
    return folder / "html"


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {file: Page(file) for file in sorted(site.rglob("*.html"))}


def test_no_page_asks_another_host(site: Path, pages: dict[Path, Page]) -> None:
    elsewhere = {
        f"{file.relative_to(site)}: {address}"
        for file, page in pages.items()
        for address in page.fetched
        if urlsplit(address).netloc
    }
    assert not elsewhere
    for style in site.rglob("*.css"):
        assert not ADDRESS_IN_STYLE.search(style.read_text(encoding="utf-8")), style.name


def test_no_link_is_dead(site: Path, pages: dict[Path, Page]) -> None:
    dead = set()
    for file, page in pages.items():
        for link in [*page.links, *page.fetched]:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or link.startswith("data:"):
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            anchors = pages[target].anchors if target in pages else {parts.fragment}
            if not target.exists() or (parts.fragment and unquote(parts.fragment) not in anchors):
                dead.add(f"{file.relative_to(site)}: {link}")
    assert not dead


def test_no_markdown_is_left_in_a_paragraph(site: Path, pages: dict[Path, Page]) -> None:
    """A table that is broken off goes on as a paragraph of pipes."""
    left = [
        f"{file.relative_to(site)}: {paragraph[:60]}"
        for file, page in pages.items()
        for paragraph in page.paragraphs
        if paragraph.lstrip().startswith("|") or "`" in paragraph
    ]
    assert not left


def test_any_copy_of_the_site_leads_to_its_own_game(site: Path, pages: dict[Path, Page]) -> None:
    assert "play/" in pages[site / "index.html"].links
    elsewhere = {link for page in pages.values() for link in page.links if "/limes/play" in link}
    assert not elsewhere


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_show_landscapes_and_no_letters(site: Path, language: str) -> None:
    page = (site / "learn" / "rules" / f"{language}.html").read_text("utf-8")
    assert page.count('class="drawn only-light"') == page.count('class="drawn only-dark"') > 3
    assert "highlight-limes-picture" not in page


def test_after_the_rules_come_the_rules_of_the_next_language(site: Path) -> None:
    page = (site / "learn" / "rules" / "en.html").read_text(encoding="utf-8")
    following = re.search(r'<a class="next-page" href="([^"]+)"', page)
    assert following
    assert following[1] == "de.html"


def test_the_site_can_be_searched(site: Path) -> None:
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    assert "woodcutt" in index
    assert (site / "search.html").exists()


def test_the_site_has_the_colours_of_the_game(site: Path) -> None:
    page = (site / "index.html").read_text(encoding="utf-8")
    for palette in (DAY, NIGHT):
        assert f"--color-background-primary: {palette['paper']}" in page
        assert f"--color-brand-content: {palette['accent']}" in page


@pytest.mark.parametrize("name", ["limes", "arena", "bots", "coach", "core", "draw", "games"])
def test_the_reference_holds_all_that_is_public(site: Path, pages: dict[Path, Page], name: str) -> None:
    module = "limes" if name == "limes" else f"limes.{name}"
    public = import_module(module)
    anchors = pages[site / "look-up" / "api" / f"{name}.html"].anchors
    assert {f"{module}.{each}" for each in public.__all__} <= anchors


def test_every_request_and_every_command_has_its_place(site: Path) -> None:
    from limes.cli.parser import build_parser

    http = (site / "look-up" / "http.html").read_text(encoding="utf-8")
    assert "/api/tables/{table}/seats/{seat}/turns" in http
    commands = (site / "look-up" / "commands.html").read_text(encoding="utf-8")
    for command in re.findall(r"^    (\w+) ", build_parser().format_help(), re.MULTILINE):
        assert f'id="limes-{command}"' in commands
