"""`limes play --daily`: today's cards on every machine, and the bots with the same cards."""

import datetime
import os
from pathlib import Path

import pytest
from cli.test_play import confirmed, typed_game
from commands import Run

from limes.bots.yardstick import Measured
from limes.cli.daily import today
from limes.rules import ROUNDS, STANDARD, Game, parse_record, shuffled


@pytest.fixture(autouse=True)
def quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that lays any turn, and what was asked of it."""

    def measured(order: list[int], **_more: object) -> list[Measured]:
        game = Game(("best",))
        for card in order:
            game = game.turn_up(card).play(0, next(iter(game.landscapes[0].turns(card))).turn)
        return [Measured("expert", game), Measured("best", game)]

    monkeypatch.setattr("limes.cli.daily.measure", measured)


def test_the_day_is_that_of_greenwich() -> None:
    before, day, after = (moment() for moment in (now, today, now))
    assert before <= day <= after


def now() -> str:
    return datetime.datetime.now(datetime.UTC).date().isoformat()


def test_the_date_deals_the_cards_and_the_bots_play_them_too(
    limes: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = "2026-11-16"
    monkeypatch.setattr("limes.cli.daily.today", lambda: day)
    turns = typed_game(Game(("Ada",), id=day), ROUNDS)
    left = limes("play", "--daily", "--name", "Ada", typed=confirmed(turns[:3]))
    assert "best in hindsight" not in left.out
    outcome = limes("play", "--daily", typed=confirmed(turns[3:]))
    assert "Round 4 of 16" in outcome.out
    game = parse_record(saved(day).read_text(encoding="utf-8"))
    assert [round_.card for round_ in game.rounds] == list(shuffled(STANDARD, day)[:ROUNDS])
    standings = outcome.out[outcome.out.index("The same cards:") :]
    assert f"{game.landscapes[0].total:4}  Ada *" in standings
    assert "  expert\n" in standings
    assert "  best in hindsight\n" in standings
    assert limes("play", "--daily").out[-len(standings) :] == standings, "it can be looked at again"


@pytest.mark.parametrize("more", [["--diagonal"], ["--against", "expert"], ["--game", "k7x"], ["a.limes"]])
def test_the_deal_of_the_day_is_no_other_deal(limes: Run, more: list[str]) -> None:
    outcome = limes("play", "--daily", *more)
    assert outcome.code
    assert "cannot be combined with --daily" in outcome.err


def saved(day: str) -> Path:
    return Path(os.environ["XDG_DATA_HOME"]) / "limes" / "games" / f"daily-{day}.limes"
