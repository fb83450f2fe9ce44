"""The README and the pages in docs/: every example in them is tried.

Fenced blocks are told apart by their word: `python` runs as a doctest, `console` runs the commands that it
shows, and `limes-picture`, `limes-landscape`, `limes-record`, `limes-records`, `limes-study` and `toml` (a
deck) are read. A comment on the line above a block can say what it is worth, `<!-- total: 5 -->`, or which
file it is for the commands of its page, `<!-- file: mine.toml -->`.
"""

import doctest
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from limes.games import split_records
from limes.rules import Deck, Landscape, Picture, parse_annotated, parse_record, parse_study, write_record

ROOT = Path(__file__).parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")), ROOT / "deploy" / "README.md"]
LAB = ROOT / "docs" / "lab"
BLOCK = re.compile(
    r"(?:^<!-- (?P<note>[^\n]+) -->\n)?^```(?P<kind>[\w-]+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL
)
LINK = re.compile(r"\]\((?!https?:)(?P<file>[^)#]*)(?:#(?P<heading>[^)]*))?\)")


@dataclass(frozen=True)
class Block:
    """An example of a page, with the comment above it."""

    page: Path
    line: int
    kind: str
    body: str
    note: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"

    def noted(self, name: str) -> str | None:
        key, _, value = self.note.partition(": ")
        return value if key == name else None


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(
            page,
            text.count("\n", 0, found.start("kind")) + 1,
            found["kind"],
            found["body"],
            found["note"] or "",
        )
        for found in BLOCK.finditer(text)
    ]


BLOCKS = [block for page in PAGES for block in blocks_of(page)]


def blocks(kind: str) -> list[Block]:
    return [block for block in BLOCKS if block.kind == kind]


def pages_with(kind: str) -> list[Path]:
    return [page for page in PAGES if any(block.page == page for block in blocks(kind))]


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("block", blocks("limes-picture"), ids=str)
def test_a_picture_is_worth_what_the_page_says(block: Block) -> None:
    picture = Picture.parse(block.body)
    total = block.noted("total")
    assert total is None or picture.total == int(total)


@pytest.mark.parametrize("block", blocks("limes-landscape"), ids=str)
def test_a_landscape_is_printed_as_the_page_writes_it(block: Block) -> None:
    landscape = Landscape.parse(block.body)
    assert str(landscape) == block.body.strip()
    total = block.noted("total")
    assert total is None or landscape.total == int(total)


@pytest.mark.parametrize("block", blocks("limes-record"), ids=str)
def test_a_record_replays(block: Block) -> None:
    game = parse_record(block.body)
    assert parse_record(write_record(game)) == game
    annotated = parse_annotated(block.body)
    assert parse_annotated(str(annotated)) == annotated


@pytest.mark.parametrize("block", blocks("limes-study"), ids=str)
def test_a_study_is_printed_as_the_page_writes_it(block: Block) -> None:
    assert str(parse_study(block.body)) == block.body


@pytest.mark.parametrize("block", blocks("limes-records"), ids=str)
def test_a_file_of_records_replays(block: Block) -> None:
    for _line, record in split_records(block.body.splitlines(keepends=True)):
        assert parse_record(record).players


@pytest.mark.parametrize("block", [block for block in blocks("toml") if "cards = " in block.body], ids=str)
def test_a_deck_file_is_read(block: Block) -> None:
    if "..." not in block.body:
        assert Deck.parse(block.body)


@pytest.mark.parametrize("page", pages_with("python"), ids=named)
def test_the_python_examples_of_a_page_run_one_after_the_other(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner()
    for block in blocks("python"):
        if block.page == page:
            test = doctest.DocTestParser().get_doctest(block.body, names, named(page), str(page), block.line)
            runner.run(test, clear_globs=False)
            names = test.globs
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("page", pages_with("console"), ids=named)
def test_the_commands_of_a_page_print_what_it_shows(page: Path, tmp_path: Path) -> None:
    for block in blocks_of(page):
        if name := block.noted("file"):
            (tmp_path / name).write_text(block.body, encoding="utf-8")
        if block.kind == "console":
            for command, shown in shown_commands(block):
                printed = run(command, tmp_path)
                assert shown.fullmatch(printed), f"{block}: {command}\nprinted:\n{printed}"


def shown_commands(block: Block) -> list[tuple[str, re.Pattern[str]]]:
    """The commands that run `limes`, each with what follows it; a line of dots stands for any lines."""
    found = []
    for command, shown in re.findall(r"^\$ (.*\n)((?:(?!\$ ).*\n)*)", block.body, re.MULTILINE):
        if re.search(r"(^|\| )limes (?!play|serve)", command):
            lines = [r"(?:.*\n)*" if line == "..." else f"{re.escape(line)}\n" for line in shown.splitlines()]
            found.append((command.strip(), re.compile("".join(lines))))
    return found


def run(command: str, folder: Path) -> str:
    """What a command prints, in English, on both of its outputs."""
    programs = folder / "bin"
    programs.mkdir(exist_ok=True)
    limes = programs / "limes"
    limes.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m limes "$@"\n')
    limes.chmod(0o755)
    environment = {
        **os.environ,
        **{"LANGUAGE": "en", "LC_ALL": "C.UTF-8", "HOME": str(folder), "NO_COLOR": "1", "COLUMNS": "100"},
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
    }
    ran = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return ran.stdout


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    for link in LINK.finditer(page.read_text(encoding="utf-8")):
        target = page.parent / link["file"] if link["file"] else page
        assert target.exists(), link[0]
        if link["heading"]:
            headings = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert link["heading"] in {
                re.sub(r"[^\w -]", "", each).lower().replace(" ", "-") for each in headings
            }


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_lines_of_text_wrap(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    shown_whole = re.compile(r"\s*(\||<|!\[|    |.*\]\(https?:)")
    long = [line for line in text.splitlines() if len(line) > 120 and not shown_whole.match(line)]
    assert not long


@pytest.mark.parametrize("page", [page for page in PAGES if not page.is_relative_to(LAB)], ids=named)
def test_pages_for_readers_are_no_diary(page: Path) -> None:
    diary = re.compile(
        r"asked for \d|\| (asked for|bound) \||not met|falls? short of|other (work|programs)"
        r"|(busy|quiet) machine|[Nn]ot tried|was tried|were tried|measured earlier"
    )
    assert [found[0] for found in diary.finditer(page.read_text(encoding="utf-8"))] == []


def test_every_kind_of_example_is_known() -> None:
    forms = {"limes-picture", "limes-landscape", "limes-record", "limes-records", "limes-study"}
    tried = {"python", "console", "toml"} | forms
    only_shown = {"cython"}
    assert {block.kind for block in BLOCKS} <= tried | only_shown
