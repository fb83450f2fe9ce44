"""The languages of the game and their catalogues; English is the language of the source itself."""

import gettext
import os
from pathlib import Path

LANGUAGES = ("de", "en", "fr", "cs")
DOMAIN = "limes"
FOLDER = Path(__file__).parent


def use(language: str | None) -> None:
    """Speak this language, or the user's where None, in every `gettext.gettext` of this process."""
    os.environ["LANGUAGE"] = language or users_language()
    gettext.bindtextdomain(DOMAIN, str(FOLDER))
    gettext.textdomain(DOMAIN)


def users_language() -> str:
    """The first language of the user's locale that we speak, else English."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for name in os.environ.get(variable, "").split(":"):
            if name[:2].lower() in LANGUAGES:
                return name[:2].lower()
    return "en"
