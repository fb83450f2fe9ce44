"""The languages of the game and their catalogues; English is the language of the source itself."""

import gettext
import os
import re
from functools import cache
from pathlib import Path

LANGUAGES = ("de", "en", "fr", "cs")
DOMAIN = "limes"
FOLDER = Path(__file__).parent
LONGEST_HEADER = 200  # letters that are looked at; browsers send fewer, and every refusal is translated


def use(language: str | None) -> None:
    """Speak this language, or the user's where None, in every `gettext.gettext` of this process."""
    os.environ["LANGUAGE"] = language or users_language()
    gettext.bindtextdomain(DOMAIN, str(FOLDER))
    gettext.textdomain(DOMAIN)


def users_language() -> str:
    """The first language of the user's locale that we speak, else English; the first variable set decides."""
    variables = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    asked = next((os.environ[name] for name in variables if os.environ.get(name)), "")
    languages = [re.split("[_.@]", name)[0] for name in asked.split(":")]
    return next((language for language in languages if language in LANGUAGES), "en")


def language_for(accepted: str | None) -> gettext.NullTranslations:
    """The catalogue for the value of an Accept-Language header: the first language in it that we speak."""
    for part in (accepted or "")[:LONGEST_HEADER].split(","):
        language = part.split(";")[0].strip().lower().split("-")[0]
        if language in LANGUAGES:
            return _translation(language)
    return _translation("en")


@cache
def _translation(language: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, FOLDER, [language], fallback=True)
