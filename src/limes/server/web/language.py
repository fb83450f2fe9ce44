"""In which language the server speaks to a client: the first one it accepts that we have."""

import gettext
from functools import cache

from limes.locale import DOMAIN, FOLDER, LANGUAGES
from limes.rules.message import Translate

LONGEST = 200  # letters of a header that are looked at; browsers send fewer, and every refusal is translated


def translate_for(accepted: str | None) -> Translate:
    return language_for(accepted).gettext


def language_for(accepted: str | None) -> gettext.NullTranslations:
    """The catalogue for the value of an Accept-Language header."""
    for part in (accepted or "")[:LONGEST].split(","):
        language = part.split(";")[0].strip().lower().split("-")[0]
        if language in LANGUAGES:
            return _translation(language)
    return _translation("en")


@cache
def _translation(language: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, FOLDER, [language], fallback=True)
