"""What an operator may set is written down, with what it is if it is not set."""

import re
from pathlib import Path

import pytest

from limes.rules import LimesError
from limes.server.settings import Settings, read_settings

PAGE = Path(__file__).parents[2] / "docs" / "look-up" / "settings.md"
ROW = re.compile(r"^\| (`LIMES_[^|]*) \| ([^|]*) \|", re.MULTILINE)


def documented() -> dict[str, str]:
    found: dict[str, str] = {}
    for names, defaults in ROW.findall(PAGE.read_text(encoding="utf-8")):
        variables = [name.strip("` ").removeprefix("LIMES_").lower() for name in names.split(",")]
        values = [value.strip("` ") for value in defaults.split(",")]
        found |= dict(zip(variables, values, strict=len(values) > 1))
    return found


def test_every_setting_is_on_the_page_with_its_default() -> None:
    found = documented()
    assert set(found) == set(Settings.model_fields)
    for name, field in Settings.model_fields.items():
        if field.default_factory is None:
            default = "never" if field.default is None else str(field.default)
            assert found[name] in (default, default.lower()), name


def test_a_time_after_which_nothing_is_cleared_away_is_never(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIMES_IDLE_DAYS", "never")
    monkeypatch.setenv("LIMES_FINISHED_DAYS", "365")
    settings = read_settings()
    assert (settings.idle_days, settings.finished_days) == (None, 365)


@pytest.mark.parametrize("proxies", ["localhost", "10.0.0.1/24", "127.0.0.1, [::1]", "*, 10.0.0.1"])
def test_proxies_that_nobody_could_be_are_refused(proxies: str) -> None:
    with pytest.raises(LimesError, match="trusted_proxies"):
        read_settings(trusted_proxies=proxies)


@pytest.mark.parametrize("proxies", ["", "*", "127.0.0.1", "10.0.0.0/8, ::1,fd00::/8"])
def test_proxies_are_addresses_or_networks(proxies: str) -> None:
    assert read_settings(trusted_proxies=proxies).trusted_proxies == proxies


@pytest.mark.parametrize("text", ["inf", "-inf", "nan", "-1", "1e308", "1" + 30 * "0", "1e-320", "", " "])
@pytest.mark.parametrize(
    "name", [name for name, field in Settings.model_fields.items() if isinstance(field.default, int | float)]
)
def test_figures_with_which_nobody_can_reckon_are_refused(
    name: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"LIMES_{name.upper()}", text)
    with pytest.raises(LimesError, match=name):
        read_settings()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("host", ""),  # to the system, that is every network of the machine
        ("address", "http://["),
        ("address", "play.example"),
        ("origins", '["http://["]'),
        ("log_level", "quiet"),
    ],
)
def test_texts_that_mean_nothing_are_refused(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"LIMES_{name.upper()}", text)
    with pytest.raises(LimesError, match=name):
        read_settings()
