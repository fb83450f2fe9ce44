"""The example bot of the documentation plays a whole game."""

import subprocess
import sys
from pathlib import Path

from serving import Serving

EXAMPLE = Path(__file__).parents[2] / "docs" / "look-up" / "example_bot.py"


def test_the_example_bot_plays_a_game(server: Serving) -> None:
    guest = server.guest()
    made = guest.make("bot:greedy", "-")
    command = [sys.executable, str(EXAMPLE), server.url, made["table"], made["invitation"]]
    subprocess.run(command, check=True, timeout=60)
    result = guest.get(f"/tables/{made['table']}")["result"]
    assert result["seats"][1]["total"] > 15


def test_the_example_is_about_forty_lines() -> None:
    assert len(EXAMPLE.read_text("utf-8").splitlines()) < 50
