"""The client's sentences in each language, read from the catalogues as a translator sees them."""

import re
from functools import cache

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from limes.locale import DOMAIN, FOLDER

GAP = re.compile(r"\{\w+\}")


@cache
def catalogue(language: str) -> Catalog:
    with (FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        return read_po(file, locale=language)


def say(language: str, english: str, **fields: object) -> str:
    """A sentence of the client as somebody with this language reads it."""
    message = catalogue(language).get(english)
    assert message is not None, f"the client does not say {english!r}"
    text = message.string or english
    assert isinstance(text, str), english
    return text.format(**fields) if fields else text


def pattern(text: str) -> re.Pattern[str]:
    """Matches a sentence whatever stands in its gaps."""
    return re.compile("^" + ".+?".join(re.escape(part) for part in GAP.split(text)) + "$")
