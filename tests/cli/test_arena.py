"""`limes arena`: the same deals for all, figures, and going on where one left off."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from commands import Run

from limes.arena import edition as arena_edition
from limes.bots import importing
from limes.games import Games
from limes.version import VERSION

BOTS = ("random", "greedy")
# Who runs the tests in the background may have Ctrl-C switched off for all that they start.
INTERRUPTIBLE = """
import signal, sys
from limes.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(main(sys.argv[1:]))
"""


def scores(out: str) -> dict[str, list[int]]:
    return {each["bot"]: each["scores"] for each in json.loads(out)}


def test_the_report_names_every_figure(limes: Run) -> None:
    outcome = limes("arena", *BOTS, "--deals", "3")
    assert outcome.code == 0
    said = [line.split("  ")[0] for line in outcome.lines[1:-1]]
    assert said[:4] == ["deals", "mean", "standard error", "quartiles"]
    assert said[4:8] == ["farmer", "fisherman", "woodcutter", "watchman"]
    assert said[8:] == ["wins", "ms per turn", "ms at worst"]
    assert outcome.lines[-1].startswith("random – greedy: -")


def test_json_holds_the_figures_of_each_bot(limes: Run) -> None:
    both = json.loads(limes("arena", *BOTS, "--deals", "3", "--json").out)
    for each, bot in zip(both, BOTS, strict=True):
        assert each["bot"] == bot
        assert each["deals"] == len(each["scores"]) == 3
        assert each["mean"] == pytest.approx(sum(each["scores"]) / 3)
        assert {"stderr", "seconds_per_turn", "quartiles", "professions", "wins"} <= set(each)
    assert both[0]["against"][0]["bot"] == "greedy"


def test_the_same_seed_gives_the_same_deals_on_any_number_of_cores(limes: Run) -> None:
    one = scores(limes("arena", *BOTS, "--deals", "4", "--json").out)
    assert scores(limes("arena", *BOTS, "--deals", "4", "--jobs", "2", "--json").out) == one
    assert scores(limes("arena", *BOTS, "--deals", "4", "--seed", "2", "--json").out) != one


def test_variants_and_decks_are_played(limes: Run, tmp_path: Path) -> None:
    deck = tmp_path / "own.toml"
    deck.write_text(f'name = "own"\ncards = {json.dumps(["rFtw"] * 16)}\n')
    outcome = limes("arena", "greedy", "--deals", "1", "--diagonal", "--ferryman", "--deck", str(deck))
    assert outcome.code == 0


def test_an_arena_goes_on_with_the_results_it_has(limes: Run, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    whole = scores(limes("arena", *BOTS, "--deals", "4", "--json").out)
    limes("arena", *BOTS, "--deals", "2", "--resume", str(file))
    kept = file.read_bytes()
    file.write_bytes(kept[:-20])
    again = limes("arena", *BOTS, "--deals", "4", "--resume", str(file), "--json")
    assert scores(again.out) == whole
    assert file.read_bytes().count(b"\n") == 1 + 8


def test_results_of_another_setting_are_not_mixed_in(limes: Run, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    limes("arena", "random", "--deals", "1", "--resume", str(file))
    outcome = limes("arena", "random", "--deals", "1", "--seed", "2", "--resume", str(file))
    assert outcome.code == 2
    assert "holds results with other settings" in outcome.err
    lines = file.read_text().splitlines()
    file.write_text(lines[0] + "\nnonsense\n")
    outcome = limes("arena", "random", "--deals", "1", "--resume", str(file))
    assert outcome.err == f"limes: {file}: line 2 is not a result\n"


@pytest.mark.parametrize(
    ("edition", "sentence"),
    [
        (
            "0.0.9 (0123456789ab)",
            "{file} holds results from Limes 0.0.9 (0123456789ab); the bots of Limes {ours} may play "
            "differently, so start a new file",
        ),
        (None, "{file} does not say which version of Limes played; start a new file"),
    ],
)
def test_results_of_other_bots_are_not_mixed_in(
    limes: Run, tmp_path: Path, edition: str | None, sentence: str
) -> None:
    file = tmp_path / "results.jsonl"
    limes("arena", "random", "--deals", "1", "--resume", str(file))
    head, result = file.read_text().splitlines()
    setting = json.loads(head)
    ours = setting.pop("edition")
    assert ours.startswith(VERSION)
    before = json.dumps(setting if edition is None else {"edition": edition, **setting})
    file.write_text(f"{before}\n{result}\n")
    outcome = limes("arena", "random", "--deals", "2", "--resume", str(file))
    assert (outcome.code, outcome.err) == (2, f"limes: {sentence.format(file=file, ours=ours)}\n")
    assert file.read_text().count("\n") == 2


def test_the_edition_changes_with_the_weights_and_with_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    read = Path.read_bytes
    editions = {arena_edition.edition.__wrapped__()}
    for changed in ("weights.xz", "network.xz", "search.pyx", "random.py", "scoring.py", "landscape.pxd"):
        with monkeypatch.context() as patch:
            patch.setattr(Path, "read_bytes", lambda path, of=changed: read(path) + b"x" * (path.name == of))
            editions.add(arena_edition.edition.__wrapped__())
    assert len(editions) == 1 + 6
    assert arena_edition.edition.__wrapped__() in editions


def test_a_full_disk_is_said_of_the_file_it_fills(
    limes: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full_disk(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    file = tmp_path / "results.jsonl"
    monkeypatch.setattr("os.fsync", full_disk)
    outcome = limes("arena", "random", "--deals", "1", "--resume", str(file))
    assert outcome.code == 2
    assert outcome.err == f"limes: cannot write {file}: No space left on device\n"


def test_results_are_kept_in_a_file(limes: Run, tmp_path: Path) -> None:
    for name in (tmp_path, "/dev/null"):
        outcome = limes("arena", "random", "--deals", "1", "--resume", str(name))
        assert outcome.err == f"limes: results cannot be saved in {name}, which is not a file\n"


@pytest.mark.parametrize("text", ["notes", "notes\nwithout an end", "[" * 100_000, "[" * 100_000 + "\n"])
def test_a_file_of_something_else_stays_as_it_is(limes: Run, tmp_path: Path, text: str) -> None:
    file = tmp_path / "notes.txt"
    file.write_text(text)
    outcome = limes("arena", "random", "--deals", "1", "--resume", str(file))
    assert (outcome.code, outcome.err) == (2, f"limes: {file}: line 1 is not a result\n")
    assert file.read_text() == text


def test_a_plot_is_drawn(limes: Run, tmp_path: Path) -> None:
    for name in ("plot.svg", "plot.png"):
        assert limes("arena", *BOTS, "--deals", "2", "--plot", str(tmp_path / name)).code == 0
        assert (tmp_path / name).stat().st_size > 1000
    assert "cannot write" in limes("arena", "random", "--deals", "1", "--plot", "x.nonsense").err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["wizard"], "limes: there is no bot 'wizard'; there are "),
        (["random", "--time", "-1"], "limes: the time per turn must be more than 0 seconds, not -1"),
        (["random", "--playouts", "0"], "limes: the playouts per turn must be 1 or more, not 0"),
        (["random", "--deals", "0"], "limes: --deals must be a number from 1 to 1000000000, not 0"),
        (["random", "--jobs", "9" * 20], "limes: --jobs must be a number from 1 to 1000000000, not 999"),
        (["random", "--seed", "-1"], "limes: --seed must be a number from 0 to 1000000000000, not -1"),
        (["random", "--jobs", "0"], "limes: --jobs must be a number from 1 to 1000000000, not 0"),
        (["random", "--deals", "x"], "limes: argument --deals: "),
        (["random", "--seats", "0"], "limes: --seats must be a number from 1 to 1000000000, not 0"),
        (
            ["random", "--seats", "2"],
            "limes: 2 seats need at least 2 bots, but there are only 1",
        ),
        (
            ["random", "greedy", "--seats", "2", "--plot", "x.svg"],
            "limes: --plot cannot be used with --seats",
        ),
        (["expert:wizard"], "limes: there is no bot 'expert:wizard'; expert has the levels "),
        (["random", "--resume", "no/folder/x"], "limes: cannot read no/folder/x: No such file or directory"),
    ],
)
def test_bad_input_gets_one_sentence(limes: Run, arguments: list[str], said: str) -> None:
    outcome = limes("arena", *arguments)
    assert outcome.code == 2
    assert outcome.err.startswith(said)
    assert outcome.err.count("\n") == 1


CAUTIOUS = """
class Cautious:
    def choose(self, view, budget):
        return next(turn for turn, total in view.landscape.turns(view.card) if ":" not in str(turn))
"""


def test_a_bot_of_your_own_plays_with_ours(
    limes: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cautious_bots.py").write_text(CAUTIOUS)
    monkeypatch.setattr(sys, "path", sys.path.copy())
    for name in ("cautious_bots:Cautious", "./cautious_bots.py:Cautious"):
        outcome = limes("arena", name, "random", "--deals", "2", "--jobs", "2")
        assert (outcome.code, outcome.err) == (0, "")
        assert outcome.lines[0].split() == [name, "random"]


def test_a_bot_that_was_edited_plays_again(
    limes: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", sys.path.copy())
    command = ["arena", "random", "./edited.py:Cautious", "--deals", "2", "--json", "--resume", "kept.jsonl"]
    (tmp_path / "edited.py").write_text(CAUTIOUS)
    before = scores(limes(*command).out)
    assert scores(limes(*command).out) == before
    assert (tmp_path / "kept.jsonl").read_text().count("\n") == 1 + 4
    (tmp_path / "edited.py").write_text(
        CAUTIOUS.replace("next(", "max(").replace("turn for", "str(turn) for")
    )
    importing._imported.cache_clear()
    after = scores(limes(*command).out)
    assert after["random"] == before["random"]
    assert after["./edited.py:Cautious"] != before["./edited.py:Cautious"]
    assert (tmp_path / "kept.jsonl").read_text().count("\n") == 1 + 6


def test_an_illegal_turn_is_told_with_its_bot_and_its_place(limes: Run, tmp_path: Path) -> None:
    (tmp_path / "lost.py").write_text("def lost(view):\n    return 'd5N'\n")
    outcome = limes("arena", "./lost.py:lost", "--deals", "1")
    assert outcome.code == 2
    assert outcome.err.startswith("limes: deal 0, card ")
    assert ": ./lost.py:lost chose d5N, but the first card goes on d4" in outcome.err


def test_a_bot_that_fails_is_told_with_its_own_line(limes: Run, tmp_path: Path) -> None:
    (tmp_path / "hasty.py").write_text(
        "def turn():\n    return {}['best']\n\ndef hasty(view):\n    return turn()\n"
    )
    outcome = limes("arena", "./hasty.py:hasty", "--deals", "1")
    assert outcome.code == 2
    assert outcome.err.startswith("limes: deal 0, card ")
    assert outcome.err.endswith(": ./hasty.py:hasty failed in hasty.py, line 2: KeyError: 'best'\n")
    assert outcome.err.count("\n") == 1


def test_a_level_is_a_name_of_a_bot(limes: Run) -> None:
    outcome = limes("arena", "newcomer", "expert:newcomer", "random", "--deals", "1")
    assert outcome.lines[0].split() == ["expert:newcomer", "random"]
    assert "winner, newcomer, " in limes("arena", "wizard").err


def test_the_games_are_written_as_records(limes: Run, tmp_path: Path) -> None:
    kept, file = tmp_path / "kept.jsonl", tmp_path / "games.limes"
    command = ["arena", *BOTS, "--deals", "2", "--json", "--resume", str(kept)]
    before = scores(limes(*command).out)
    older = [json.loads(line) for line in kept.read_text().splitlines()]
    older[1].pop("turns")  # as an older release has written it
    kept.write_text("".join(json.dumps(line) + "\n" for line in older))
    assert scores(limes(*command, "--records", str(file)).out) == before
    games = Games.read(file)
    assert [game.players for game in games] == [("random (bot)",), ("greedy (bot)",)] * 2
    assert [game.landscapes[0].total for game in games[::2]] == before["random"]
    written = file.read_text()
    assert "Game: arena 1 1\n" in written
    assert len(kept.read_text().splitlines()) == 1 + 4 + 1
    limes(*command, "--records", str(file))
    assert file.read_text() == written
    limes("arena", *BOTS, "--deals", "1", "--seats", "2", "--records", str(file))
    [table] = Games.read(file)
    assert (len(table.players), table.finished) == (2, True)
    assert limes(*command, "--records", str(tmp_path)).code == 2


def test_bots_meet_at_tables_and_are_rated(limes: Run, tmp_path: Path) -> None:
    command = ["arena", "random", "greedy", "expert:beginner", "--deals", "3", "--seats", "2"]
    outcome = limes(*command)
    assert outcome.code == 0
    assert outcome.lines[1].split() == ["tables", "6", "6", "6"]
    assert outcome.lines[0].split()[-1] == "random"
    assert [line.split("  ")[0] for line in outcome.lines[4:9]] == [
        "wins", "share of wins", "standard error", "rating", "standard error"
    ]  # fmt: skip
    assert sum(" – " in line for line in outcome.lines) == 3
    kept = ["--resume", "tables.jsonl", "--json"]
    limes(*command[:-3], "1", *command[-2:], *kept)
    found = json.loads(limes(*command, *kept).out)
    assert found == json.loads(limes(*command, "--json").out)
    assert {"mean", "stderr", "wins", "win_share", "win_stderr", "rating", "against"} <= set(found[0])


def test_without_openskill_there_are_no_ratings(limes: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    outcome = limes("arena", "random", "greedy", "--deals", "1", "--seats", "2")
    assert outcome.lines[-1] == "Ratings need openskill: pip install 'limes[ratings]'"
    assert "rating" not in [line.split("  ")[0] for line in outcome.lines]


def test_a_deck_too_small_is_refused(limes: Run, tmp_path: Path) -> None:
    deck = tmp_path / "small.toml"
    deck.write_text('name = "small"\ncards = ["rFwf"]\n')
    assert "a deck has 16 or more cards, not 1" in limes("arena", "random", "--deck", str(deck)).err


def test_ctrl_c_prints_what_is_there(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    command = [sys.executable, "-c", INTERRUPTIBLE, "arena", "greedy", "--deals", "100000"]
    command += ["--resume", str(results)]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LANGUAGE": "en"},
    ) as arena:
        deadline = time.monotonic() + 60
        while not results.exists() or results.read_bytes().count(b"\n") < 4:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        arena.send_signal(signal.SIGINT)
        out, err = arena.communicate(timeout=30)
    assert arena.returncode == 0
    assert "Traceback" not in err
    assert "mean" in out


def test_a_cluster_needs_ray(limes: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    outcome = limes("arena", "random", "--deals", "1", "--ray")
    assert outcome.code == 2
    assert (
        outcome.err == "limes: playing on many machines needs Ray; install it with pip install 'limes[ray]'\n"
    )
