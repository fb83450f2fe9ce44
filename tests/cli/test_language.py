"""The language: that of --lang, else of the user's locale as POSIX reads it."""

import pytest
from commands import Run

from limes.locale import users_language


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_AT.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_AT.UTF-8", "LC_MESSAGES": "fr_CH@euro"}, "fr"),
        ({"LANG": "de", "LANGUAGE": "pl:cs:de"}, "cs"),
        ({"LANG": "csb_PL.UTF-8"}, "en"),
    ],
)
def test_the_locale_decides(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], language: str
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert users_language() == language


@pytest.mark.parametrize(
    ("language", "said"),
    [("de", "Holzfäller"), ("en", "woodcutter"), ("fr", "bûcheron"), ("cs", "dřevorubec")],
)
def test_an_option_overrules_it_wherever_it_stands(limes: Run, language: str, said: str) -> None:
    for arguments in (["--lang", language, "score", "t1"], ["score", "t1", f"--lang={language}"]):
        assert said in limes(*arguments).out


@pytest.mark.parametrize(("language", "said"), [("de", "berührt"), ("fr", "touche"), ("cs", "nedotýká")])
def test_errors_are_said_in_that_language(limes: Run, language: str, said: str) -> None:
    assert said in limes("turns", "17@d4N 3@d6N", "1", "--lang", language).err


def test_help_is_in_that_language(limes: Run) -> None:
    assert "Optionen" in limes("--lang", "de", "--help").out
