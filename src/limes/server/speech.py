"""In which language we speak to a client: the first one it accepts that we have."""

import gettext
from functools import cache

from limes.locale import DOMAIN, FOLDER, LANGUAGES
from limes.rules.message import Translate


def translate_for(accepted: str | None) -> Translate:
    """How to translate for the value of an Accept-Language header."""
    return speech_for(accepted).gettext


def speech_for(accepted: str | None) -> gettext.NullTranslations:
    """The translations for the value of an Accept-Language header."""
    for part in (accepted or "").split(","):
        language = part.split(";")[0].strip().lower().split("-")[0]
        if language in LANGUAGES:
            return _translation(language)
    return _translation("en")


@cache
def _translation(language: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, FOLDER, [language], fallback=True)
