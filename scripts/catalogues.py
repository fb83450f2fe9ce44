"""Bring the message catalogues up to date with the source: `make catalogues`, then translate what is new."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from limes.locale import FOLDER, LANGUAGES

SOURCE = FOLDER.parent
CLIENT = SOURCE.parents[1] / "web" / "src"
KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "_": None,
    "ngettext": (1, 2),
    "Message": (1,),
    "LimesError": (1,),
    "TurnError": (1,),
    "Counted": (1, 2),
}
# What the argument parser of the standard library says to users, in the releases of Python that we support.
PARSER_SAYS = (
    "usage: ",
    "positional arguments",
    "options",
    "show this help message and exit",
    "argument %(argument_name)s: %(message)s",
    "unrecognized arguments: %s",
    "the following arguments are required: %s",
    "expected one argument",
    "expected at least one argument",
    "not allowed with argument %s",
    "ignored explicit argument %r",
    "ambiguous option: %(option)s could match %(matches)s",
    "invalid %(type)s value: %(value)r",
    "invalid choice: %(value)r (choose from %(choices)s)",
    "invalid choice: %(value)r, maybe you meant %(arg)r? (choose from %(choices)s)",
)

# What the browser client says: t("..."), msg("...") and, with a number, tn("...", "...") and
# tnTenths("...", "...").
_TEXT = r'\s*("(?:[^"\\\n]|\\.)*")\s*'
CLIENT_SAYS = re.compile(rf"\b(?:t|msg)\({_TEXT}[,)]|\btn(?:Tenths)?\({_TEXT},{_TEXT},")


def catalogue_path(language: str) -> Path:
    return FOLDER / language / "LC_MESSAGES" / "limes.po"


def extracted() -> Catalog:
    """Every message of the source, and those of the argument parser that speaks for us."""
    catalogue = Catalog(project="limes", charset="utf-8")
    for name, line, message, comments, context in extract_from_dir(
        SOURCE, method_map=[("**.py", "python"), ("**.pyx", "python")], keywords=KEYWORDS
    ):
        catalogue.add(message, None, [(name, line)], auto_comments=comments, context=context)
    for name, client_message in said_by_client():
        catalogue.add(client_message, None, [(name, 1)])
    for said in PARSER_SAYS:
        catalogue.add(said, None, [("argparse", 1)])
    return catalogue


def said_by_client() -> Iterator[tuple[str, str | tuple[str, str]]]:
    """The file and the message, or its singular and plural, for each text of the browser client."""
    for path in sorted(CLIENT.rglob("*")):
        if path.suffix not in (".ts", ".svelte"):
            continue
        name = path.relative_to(CLIENT.parents[1]).as_posix()
        for one, singular, plural in CLIENT_SAYS.findall(path.read_text(encoding="utf-8")):
            yield name, json.loads(one) if one else (json.loads(singular), json.loads(plural))


def update(language: str) -> None:
    path = catalogue_path(language)
    if path.exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
    else:
        path.parent.mkdir(parents=True)
        catalogue = Catalog(locale=language, project="limes", charset="utf-8", fuzzy=False)
    created = catalogue.creation_date
    catalogue.update(extracted(), no_fuzzy_matching=True)
    catalogue.creation_date = created  # else every run would change every file
    catalogue.header_comment = f"# Limes in the language {language!r}."
    with path.open("wb") as file:
        write_po(file, catalogue, width=110, ignore_obsolete=True, include_lineno=False, sort_by_file=True)


def main() -> None:
    for language in LANGUAGES:
        update(language)
        print(f"{catalogue_path(language)} is up to date")


if __name__ == "__main__":
    main()
