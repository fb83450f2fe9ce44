"""The catalogues say everything that the source says, in each language, in the terms of the rulebooks."""

import gettext
import importlib.util
import io
import re
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from limes.locale import DOMAIN, FOLDER, LANGUAGES

ROOT = Path(__file__).parents[2]
TRANSLATED = tuple(language for language in LANGUAGES if language != "en")
PERCENT_FIELD = re.compile(r"%(?:\(\w+\))?[-#0 +]*\d*(?:\.\d+)?[diouxXeEfFgGcrsa%]")
LITERAL = re.compile(
    r"\b[a-g][1-7](?:[ns][ew]|[NESW])?\b"  # places, zones and turns
    r"|\b\d+@[a-g][1-7][NESW]"
    r"|\b(?:nw|ne|sw|se|rFwf|diagonal or ferryman|greedy|expert:novice)\b"
    r"|\blimes (?:play|deck)\b|--\w+|\bname =|\bcards = \["
)
WIDEST_HELP = 78

TERRAINS = {
    "de": ("Acker", "Wasser", "Wald", "Fels"),
    "fr": ("champ", "eau", "forêt", "roche"),
    "cs": ("pole", "voda", "les", "skaliny"),
}
PROFESSIONS = {
    "de": ("Bauer", "Fischer", "Holzfäller", "Wächter"),
    "fr": ("fermier", "pêcheur", "bûcheron", "gardien"),
    "cs": ("farmář", "rybář", "dřevorubec", "strážný"),
}
BANDS = {
    "de": ("ausbaufähig", "in Ordnung", "gut", "sehr gut", "herausragend"),
    "fr": ("peut progresser", "satisfaisant", "bon", "très bon", "excellent"),
    "cs": (
        "je co zlepšovat",
        "uspokojivý výsledek",
        "dobrý výsledek",
        "chvalitebný výsledek",
        "výborný výsledek",
    ),
}


@cache
def catalogue(language: str) -> Catalog:
    with (FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        return read_po(file, locale=language)


@cache
def extracted() -> Catalog:
    """What the script that updates the catalogues finds in the source."""
    spec = importlib.util.spec_from_file_location("catalogues", ROOT / "scripts" / "catalogues.py")
    assert spec
    assert spec.loader
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    found: Catalog = script.extracted()
    return found


def compiled(language: str) -> gettext.GNUTranslations:
    binary = io.BytesIO()
    write_mo(binary, catalogue(language))
    binary.seek(0)
    return gettext.GNUTranslations(binary)


def messages(language: str) -> list[Message]:
    return [message for message in catalogue(language) if message.id]


def forms(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    """The one form of a plain message, or all the plural forms."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def filled(message: Message) -> bool:
    return any(forms(message.string))


def fields(template: str) -> set[tuple[str, str | None, str | None]]:
    """The gaps of a template: name, format and conversion."""
    return {
        (name, spec, conversion)
        for _text, name, spec, conversion in Formatter().parse(template)
        if name is not None
    }


def test_every_language_has_a_catalogue_and_no_other_has() -> None:
    found = {path.parts[-3] for path in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.po")}
    assert found == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_compiles_and_loads(language: str) -> None:
    translations = compiled(language)
    assert translations.gettext("a text that nobody says") == "a text that nobody says"
    assert translations.info()["language"] == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_the_messages_of_the_source_and_no_others(language: str) -> None:
    said = {message.id for message in extracted() if message.id}
    known = {message.id for message in messages(language)}
    assert known - said == set(), "run make catalogues"
    assert said - known == set(), "run make catalogues, then translate"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_fuzzy_or_obsolete(language: str) -> None:
    assert not catalogue(language).fuzzy
    assert [message.id for message in messages(language) if message.fuzzy] == []
    assert not catalogue(language).obsolete


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_translated_in_all_its_forms(language: str) -> None:
    assert [message.id for message in messages(language) if not all(forms(message.string))] == []
    plurals = [message for message in messages(language) if message.pluralizable]
    assert plurals
    for message in plurals:
        assert len(forms(message.string)) == catalogue(language).num_plurals, message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fields_of_a_translation_are_those_of_the_message(language: str) -> None:
    for message in messages(language):
        if not filled(message):
            continue
        source = forms(message.id)[-1]
        for said in forms(message.string):
            assert fields(said) == fields(source), said
            if message.python_format:
                assert set(PERCENT_FIELD.findall(said)) == set(PERCENT_FIELD.findall(source)), said


@pytest.mark.parametrize("language", LANGUAGES)
def test_babel_finds_nothing_to_complain_of(language: str) -> None:
    checked = catalogue(language)
    errors = [(message.id, message.check(checked)) for message in messages(language) if filled(message)]
    assert [error for error in errors if error[1]] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_blanks_around_a_message_stay(language: str) -> None:
    """Questions end with a blank, and lists are indented."""
    for message in messages(language):
        source = forms(message.id)[-1]
        for said in forms(message.string):
            assert re.findall(r"\A\s*|\s*\Z", said) == re.findall(r"\A\s*|\s*\Z", source), said


@pytest.mark.parametrize("language", TRANSLATED)
def test_notation_and_commands_are_never_translated(language: str) -> None:
    for message in messages(language):
        if message.pluralizable:
            continue
        source, said = forms(message.id)[0], forms(message.string)[0]
        for literal in LITERAL.findall(source):
            for word in literal.split(" or "):
                assert said.count(word) >= source.count(word), (source, said)


def test_no_french_line_breaks_before_a_colon_or_a_question_mark() -> None:
    breaking = re.compile(r"\S [:;!?»](?=\s|$|[*»)])|« ")
    assert [
        said for message in messages("fr") for said in forms(message.string) if breaking.search(said)
    ] == []


def test_english_speaks_as_the_source_but_never_says_invalid() -> None:
    changed = {message.id: message.string for message in messages("en") if filled(message)}
    assert changed.keys() == {message.id for message in messages("en") if "invalid" in str(message.id)}
    assert not any("invalid" in str(said) for said in changed.values())


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_help_of_the_table_keeps_its_columns(language: str) -> None:
    [help_] = [message for message in messages(language) if str(message.id).startswith("Type a turn")]
    source, said = str(help_.id).split("\n"), str(help_.string).split("\n")
    assert len(said) == len(source)
    assert max(map(len, said)) <= WIDEST_HELP
    for english, line in zip(source, said, strict=True):
        if english.startswith("  "):
            start = re.match(r"  \S+ +", english)
            assert start
            assert line.startswith(start[0])
            assert line[start.end()] != " "
        for key in re.finditer(r"(?<=  )(t \[d5E\]|q) +", english):
            assert line[key.start() - 2 : key.end()] == f"  {key[0]}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_terrains_professions_and_bands_are_the_terms_of_the_rulebook(language: str) -> None:
    say = compiled(language).gettext
    terrains = tuple(map(say, ("field", "water", "forest", "rock")))
    professions = tuple(map(say, ("farmer", "fisherman", "woodcutter", "watchman")))
    bands = tuple(map(say, ("capable of improvement", "OK", "good", "very good", "excellent")))
    assert terrains == TERRAINS[language]
    assert professions == PROFESSIONS[language]
    assert bands == BANDS[language]


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_rules_page_uses_the_same_terms(language: str) -> None:
    page = (ROOT / "docs" / "learn" / "rules" / f"{language}.md").read_text("utf-8")
    rows = [line.strip("|").split("|") for line in page.splitlines() if line.startswith("|")]
    cells = [(row[0].strip(), row[1].strip()) for row in rows if len(row) == 2]
    for terrain, profession in zip(TERRAINS[language], PROFESSIONS[language], strict=True):
        assert any(left.startswith(terrain) and right == profession for left, right in cells), profession
    assert tuple(right for _left, right in cells[-len(BANDS[language]) :]) == BANDS[language]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", ["0 Punkte", "1 Punkt", "2 Punkte", "5 Punkte", "21 Punkte"]),
        ("fr", ["0 point", "1 point", "2 points", "5 points", "21 points"]),
        ("cs", ["0\xa0bodů", "1\xa0bod", "2\xa0body", "5\xa0bodů", "21\xa0bodů"]),
    ],
)
def test_each_count_takes_its_own_plural(language: str, said: list[str]) -> None:
    count = compiled(language).ngettext
    found = [count("{count} point", "{count} points", n).format(count=n) for n in (0, 1, 2, 5, 21)]
    assert found == said
