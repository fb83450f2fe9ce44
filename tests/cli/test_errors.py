"""Bad input: exit code 2, one line that says what, where and what would be right, and nothing written."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from commands import Run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

ERRORS = [
    (["turns", "17@d4N 3@d6E", "5"], "limes: column 8: d6 touches no card"),
    (["turns", "17@d4N", "17"], "limes: card 17 is already on d4"),
    (["turns", "17@d4N", "99"], "limes: card 99 is not in the deck standard, which has cards 1 to 24"),
    (["turns", "17@d4N", "x"], "limes: expected the number of a card, such as 17, found 'x'"),
    (
        ["turns", "17@d4N | e4ne", "1"],
        "limes: column 10: there is no card on e4, so there is no worker on e4ne",
    ),
    (
        ["score", "f w\nf"],
        "limes: line 2, column 1: all rows must have the same number of zones: the first has 2, this one 1",
    ),
    (["score", "f W"], "limes: line 1, column 3: a hut cannot stand on water"),
    (["score", "nowhere.limes"], "limes: there is no file nowhere.limes"),
    (["score", ""], "limes: line 1, column 1: expected rows of zones, such as f w1 t r; found nothing"),
    (["perft", "3", "3"], "limes: card 3 is named twice; a deck has it only once"),
    (["replay", "Game: x\n"], "limes: line 2, column 1: expected the header Players: Red | Black"),
    (["show", "17@d4N", "--focus", "d4ne", "--svg", "x.svg"], "limes: there is no worker on d4ne"),
    (["show", "17@d4N", "--focus", "d4ne"], "limes: --focus highlights a worker in a picture; add --svg"),
    (["play", "nowhere.limes"], "limes: there is no file nowhere.limes"),
    (
        ["play", "--name", "a|b"],
        "limes: a player's name is one line of text without a vertical bar, not 'a|b'",
    ),
    (["deck", "nowhere.toml"], "limes: there is no file nowhere.toml"),
    (["deck", "."], "limes: . is a folder, not a file"),
    (["play", "--game", "../evil"], "limes: a game ID has up to 40 letters, digits, - and _, unlike"),
    (["play", "--save", "/proc/nowhere/x"], "limes: cannot write /proc/nowhere/x: "),
    (["play", "x.limes", "--ferryman"], "limes: --ferryman works only for a new game"),
    (["score", "f1", "--deck", "nowhere.toml"], "limes: there is no file nowhere.toml"),
    (["replay", "nowhere"], "limes: there is no file nowhere"),
    (["show", "17@d4N", "--player", "2"], "limes: --player is for a game record; this is a single landscape"),
    (["show", "17@d4N", "--svg", ""], "limes: cannot write "),
    (["deck", "--json", "--svg", "x.svg"], "limes: argument --svg: not allowed with argument --json"),
    (["bogus"], "limes: argument COMMAND: there is no 'bogus'; choose from"),
    (["score"], "limes: the following arguments are required: TEXT_OR_FILE (see limes score --help)"),
    (["score", "f", "--lang", "tlh"], "limes: argument --lang: there is no 'tlh'; choose from"),
]


def test_a_terminal_obeys_nothing_in_the_name_of_a_file(limes: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine\x1b[2J\x07.limes"
    file.write_text("Players: Ann\n\n1. 99 d4N\n")
    for command in ("replay", "stats"):
        done = limes(command, str(file))
        assert r"mine\x1b[2J\x07.limes" in done.err
        assert all(line.isprintable() for line in done.err.split("\n"))


@pytest.mark.parametrize(("arguments", "said"), ERRORS)
def test_one_sentence_says_what_is_wrong(limes: Run, arguments: list[str], said: str) -> None:
    outcome = limes(*arguments)
    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err.startswith(said)
    assert outcome.err.count("\n") == 1
    assert list(Path().iterdir()) == []


def test_a_bad_record_names_file_line_round_and_player(limes: Run, tmp_path: Path) -> None:
    record = tmp_path / "bad.limes"
    record.write_text("Players: Red | Black\n\n1. 17 d4N d4E\n2. 3 d5N d6N\n")
    said = f"limes: {record}: line 4, column 10: round 2, Black: d6 touches no card\n"
    assert limes("replay", str(record)).err == said


def test_a_broken_deck_names_file_line_and_column(limes: Run, tmp_path: Path) -> None:
    deck = tmp_path / "deck.toml"
    deck.write_text('name = "x"\ncards = ["rFwf",\n  "rFWf"]\n')
    said = f"limes: {deck}: line 3, column 3: card 2: a hut cannot stand on water: W in 'rFWf'\n"
    assert limes("turns", "|", "1", "--deck", str(deck)).err == said
    deck.write_text('name = "x"\ncards = [\n')
    assert re.match(rf"limes: {deck}: line \d, column \d+: ", limes("deck", str(deck)).err)


def test_a_missing_player_of_a_record_is_named(limes: Run) -> None:
    record = "Players: Red | Black\n\n1. 17 d4N d4E\n"
    said = "limes: there is no player 3; the game record has players 1 to 2\n"
    assert limes("show", record, "--player", "3").err == said
    said = "limes: a picture shows one landscape; choose a player from 1 to 2 with --player\n"
    assert limes("show", record, "--svg", "x.svg").err == said
    assert not Path("x.svg").exists()


def test_a_file_that_is_too_large_is_refused(limes: Run, tmp_path: Path) -> None:
    large = tmp_path / "large.limes"
    large.write_bytes(b"f" * 1_000_001)
    assert limes("score", str(large)).err == f"limes: {large} is larger than 1000000 bytes\n"


def test_a_link_stays_a_link_and_a_pipe_a_pipe(limes: Run, tmp_path: Path) -> None:
    link, real = tmp_path / "link.svg", tmp_path / "real.svg"
    link.symlink_to(real)
    assert limes("show", "17@d4N", "--svg", str(link)).code == 0
    assert link.is_symlink()
    assert real.read_text().startswith("<svg")
    assert limes("show", "17@d4N", "--svg", "/dev/null").code == 0
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize(
    ("redirect", "code"), [("> /dev/full", 2), (">&-", 0), ("| head -c 1", 0), ("2>&- <&-", 0)]
)
def test_streams_that_end_or_are_closed_give_no_traceback(redirect: str, code: int) -> None:
    shell = f"set -o pipefail; {sys.executable} -m limes turns '17@d4N' 3 {redirect}"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == (1 if code else 0)


def test_a_closed_input_is_an_empty_one(limes: Run) -> None:
    shell = f"{sys.executable} -m limes score - <&-; {sys.executable} -m limes play --new <&-"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
    assert "found nothing" in done.stderr
    assert "No turn was played" in done.stdout
    assert "Traceback" not in done.stderr


def test_letters_that_are_no_text_give_no_traceback(limes: Run) -> None:
    assert "found '\N{REPLACEMENT CHARACTER}'" in limes("play", "--new", typed=b"\xff\nq\n").out


def test_without_a_command_the_help_is_printed(limes: Run) -> None:
    outcome = limes()
    assert outcome.code == 0
    assert outcome.out.startswith("usage: limes")


def test_a_place_that_cannot_be_written_is_named(limes: Run) -> None:
    outcome = limes("show", "17@d4N", "--svg", "no/such/folder/x.svg")
    assert outcome.err == "limes: cannot write no/such/folder/x.svg: No such file or directory\n"


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.binary(max_size=200), st.sampled_from(["score", "replay", "show"]))
def test_random_bytes_never_give_a_traceback(limes: Run, data: bytes, command: str) -> None:
    outcome = limes(command, "-", typed=data)
    assert outcome.code in (0, 2)
    assert outcome.err.count("\n") == (1 if outcome.code else 0)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.binary(max_size=200))
def test_random_bytes_are_no_deck(limes: Run, tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "noise.toml"
    file.write_bytes(data)
    outcome = limes("deck", str(file))
    assert outcome.code == 2
    assert outcome.err.count("\n") == 1
