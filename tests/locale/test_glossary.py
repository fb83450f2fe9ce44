"""One term for one thing, in every message and every page: the terms are in glossary.toml."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from limes.locale import DOMAIN, FOLDER, LANGUAGES

ROOT = Path(__file__).parents[2]
TRANSLATED = tuple(language for language in LANGUAGES if language != "en")
NOT_WORDS = re.compile(r"\{[^}]*\}|%\(\w+\)s|'limes [^']*'|--[\w-]+")
CODE = re.compile(r"^(```|~~~).*?^\1|`[^`\n]*`|\]\([^)]*\)|<[^>]*>", re.DOTALL | re.MULTILINE)
GLOSSARY: dict[str, Any] = tomllib.loads((Path(__file__).parent / "glossary.toml").read_text("utf-8"))


def whole(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE)


@cache
def messages(language: str) -> list[tuple[str, tuple[str, ...]]]:
    """Every message in English, and all its forms in the language."""
    with (FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    return [(forms(message.id)[-1], forms(message.string)) for message in catalogue if message.id]


def forms(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    """The one form of a plain message, or all the plural forms."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def words(message: str) -> str:
    """A message without its fields, options and literals."""
    for literal in GLOSSARY["literal"]:
        message = message.replace(literal, "")
    return NOT_WORDS.sub("", message)


def missing(language: str, english: str, said: tuple[str, ...]) -> Iterator[str]:
    """The terms that the English message has and a form of its translation lacks."""
    for term in GLOSSARY["term"]:
        if whole(term["en"]).search(words(english)):
            stem = re.compile(term[language], re.IGNORECASE)
            for form in said:
                if not stem.search(form):
                    yield f"{term['en']!r} is {term[language]!r}: {form!r} for {english!r}"


def wrong(language: str, text: str) -> Iterator[str]:
    """The words that the language has better ones for."""
    for words, better in GLOSSARY["never"][language].items():
        for found in whole(words).finditer(text):
            around = text[max(0, found.start() - 40) : found.end() + 40]
            yield f"{found[0]!r}, better {better!r}: …{around!r}…"


def pages(language: str) -> list[Path]:
    """What a reader meets beside the program; what makers keep for themselves is not among it."""
    if language != "en":
        return [ROOT / "docs" / "learn" / "rules" / f"{language}.md"]
    rules_elsewhere = {ROOT / "docs" / "learn" / "rules" / f"{other}.md" for other in TRANSLATED}
    found = [
        path
        for path in (ROOT / "docs").rglob("*.md")
        if "lab" not in path.parts and "_build" not in path.parts
    ]
    return [ROOT / "README.md", *(path for path in sorted(found) if path not in rules_elsewhere)]


@pytest.mark.parametrize("language", TRANSLATED)
def test_each_term_has_one_translation(language: str) -> None:
    assert [
        fault for english, forms in messages(language) for fault in missing(language, english, forms)
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_has_another_word_for_it(language: str) -> None:
    every = [(english,) if language == "en" else said for english, said in messages(language)]
    assert [fault for said in every for form in said for fault in wrong(language, words(form))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_has_another_word_for_it(language: str) -> None:
    assert [
        f"{path.name}: {fault}"
        for path in pages(language)
        for fault in wrong(language, CODE.sub("", path.read_text("utf-8")))
    ] == []


@pytest.mark.parametrize(
    ("language", "english", "said"),
    [
        ("de", "The landscape is empty", "Die Landschaft ist leer"),
        ("fr", "a worker earns 5 points", "un employé rapporte 5 points"),
        ("cs", "the shore of the lake", "okraj jezera"),
    ],
)
def test_another_term_is_noticed(language: str, english: str, said: str) -> None:
    assert len(list(missing(language, english, (said,)))) == 1


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Lay the tile on any ground."),
        ("de", "Zwei Felsfelder und ein Felsfeld in der Landschaft"),
        ("fr", "Le terrain fait le métier, et tu places l'ouvrier"),
        ("cs", "Karta leží v krajině a má společnou hranu"),
    ],
)
def test_a_word_that_is_not_used_is_noticed(language: str, said: str) -> None:
    assert len(list(wrong(language, said))) >= 2
