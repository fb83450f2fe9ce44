"""`limes play`: a solo game from the first card to the last, typed as a person would."""

from pathlib import Path

import pytest
from commands import Run

from limes.rules import Game, Turn, parse_record, shuffled


def typed_game(game: Game, rounds: int) -> list[str]:
    """A legal turn for each of so many rounds: the one with the highest total, each time."""
    lines = []
    landscape = game.landscapes[0]
    for card in shuffled(game.deck, game.id)[len(game.rounds) : rounds]:
        turn = max(landscape.turns(card), key=lambda each: (each[1], str(each[0])))[0]
        landscape = landscape.play(card, turn)
        lines.append(str(turn))
    return lines


def confirmed(turns: list[str]) -> str:
    return "".join(f"{turn}\n\n" for turn in turns)


NEW = Game(players=("Ada",), id="k7x")


def begin(limes: Run, file: Path, rounds: int, *more: str) -> None:
    outcome = limes(
        "play",
        "--game",
        "k7x",
        "--name",
        "Ada",
        "--save",
        str(file),
        *more,
        typed=confirmed(typed_game(NEW, rounds)),
    )
    assert outcome.code == 0


def test_a_game_is_played_to_its_end_and_kept(limes: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.limes"
    outcome = limes(
        "play", "--game", "k7x", "--name", "Ada", "--save", str(file), typed=confirmed(typed_game(NEW, 16))
    )
    game = parse_record(file.read_text())
    assert game.finished
    assert game.players == ("Ada",)
    total = game.landscapes[0].total
    assert f"total {total}" in outcome.lines
    assert any(line.startswith(f"{total} points: ") for line in outcome.lines)
    assert f"Game record: {file}" in outcome.lines


def test_a_game_goes_on_where_it_was_left_with_the_same_cards(limes: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.limes"
    begin(limes, file, 5)
    left = parse_record(file.read_text())
    assert len(left.rounds) == 5
    limes("play", str(file), typed=confirmed(typed_game(left, 16)))
    game = parse_record(file.read_text())
    assert game.finished
    assert [round_.card for round_ in game.rounds] == list(shuffled(game.deck, "k7x"))[:16]


def test_without_a_file_the_last_unfinished_game_is_offered(limes: Run) -> None:
    limes("play", "--game", "k7x", typed=confirmed(typed_game(NEW, 3)))
    asked = limes("play", typed="y\nq\n")
    assert "Continue game k7x" in asked.out
    assert "Round 4 of 16" in asked.out
    assert "Round 1 of 16" in limes("play", typed="n\n\nq\n").out
    assert "Round 1 of 16" not in limes("play", typed="q\n").out
    assert "Round 1 of 16" in limes("play", "--new", typed="q\n").out


def test_whoever_leaves_at_the_first_question_is_told_of_no_game(limes: Run) -> None:
    assert "saved" not in limes("play", typed="q\n").out
    limes("play", "--game", "k7x", typed=confirmed(typed_game(NEW, 1)) + "q\n")
    assert "saved" not in limes("play", typed="q\n").out
    assert "nothing was saved" in limes("play", "--game", "k7y", typed="q\n").out


def test_nothing_is_laid_before_it_is_confirmed(limes: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.limes"
    outcome = limes("play", "--game", "k7x", "--save", str(file), typed="d4N+ne\nu\nd4E\nq\n")
    assert "No turn was played, so nothing was saved." in outcome.out
    assert not file.exists()


def test_a_draft_shows_what_it_changes_and_another_replaces_it(limes: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.limes"
    turn = typed_game(NEW, 1)[0]
    outcome = limes("play", "--game", "k7x", "--save", str(file), typed=f"d4W\n{turn}\n\nq\n")
    gain = parse_record(file.read_text()).landscapes[0].total
    assert f"total {gain} (+{gain})" in outcome.out
    assert parse_record(file.read_text()).rounds[0].turns == (Turn.parse(turn),)


def test_an_illegal_turn_is_explained_and_changes_nothing(limes: Run) -> None:
    outcome = limes("play", "--game", "k7x", typed="e4N\nd4X\nd4N:d4ne>d4nw\nq\n")
    assert "the first card goes on d4, not on e4" in outcome.out
    assert "column 3: expected the facing N, E, S or W, found 'X'" in outcome.out
    assert "there is no worker on d4ne" in outcome.out
    assert "No turn was played" in outcome.out


def test_help_score_and_legal_turns_can_be_asked_for(limes: Run) -> None:
    outcome = limes("play", "--game", "k7x", typed="?\ns\nt d4N\nt h9\nt\nq\n")
    assert "Type a turn" in outcome.out
    assert "total 0" in outcome.out
    assert "d4N+ne" in outcome.out
    assert "No legal turn begins with h9." in outcome.out


def test_long_lists_of_turns_are_cut_with_a_word_on_the_rest(limes: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.limes"
    begin(limes, file, 6)
    assert "more; 't d5E' lists those that begin with d5E" in limes("play", str(file), typed="t\nq\n").out


def test_purists_see_no_points_before_the_end(limes: Run) -> None:
    outcome = limes(
        "play", "--game", "k7x", "--no-help", typed=confirmed(typed_game(NEW, 2)) + "s\nt d5\nq\n"
    )
    assert "total" not in outcome.out
    assert "Scoring help is off" in outcome.out


def test_the_personal_best_is_told_at_the_end(limes: Run) -> None:
    limes("play", "--game", "k7x", typed=confirmed(typed_game(NEW, 16)))
    low = Game(players=("Ada",), id="low")
    worst = []
    landscape = low.landscapes[0]
    for card in shuffled(low.deck, low.id)[:16]:
        turn = Turn(landscape.places()[0], "N")
        landscape = landscape.play(card, turn)
        worst.append(str(turn))
    assert "Your personal best:" in limes("play", "--game", "low", typed=confirmed(worst)).out
    again = limes("play", "--game", "k7x", "--save", "copy.limes", typed=confirmed(typed_game(NEW, 16))).out
    assert "Your personal best:" in again


def test_the_name_of_a_save_commands_no_terminal(limes: Run, tmp_path: Path) -> None:
    file = tmp_path / "game\x1b[2J.limes"
    game = ["play", "--game", "k7x", "--save", str(file)]
    left = limes(*game, typed=confirmed(typed_game(NEW, 1)) + "q\n").out
    assert "The game is saved." in left
    ended = limes("play", str(file), typed=confirmed(typed_game(parse_record(file.read_text()), 16))).out
    assert "Game record:" in ended
    assert "\x1b" not in left + ended


def test_a_save_is_never_overwritten_by_a_new_game(limes: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.limes"
    begin(limes, file, 2)
    before = file.read_text()
    outcome = limes("play", "--save", str(file), typed="q\n")
    assert outcome.code == 2
    assert outcome.err == f"limes: {file} already exists; continue it with limes play {file}\n"
    assert file.read_text() == before


def test_a_finished_game_and_a_game_of_two_do_not_go_on(limes: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.limes"
    begin(limes, file, 16)
    assert "is finished; see it with limes replay" in limes("play", str(file)).err
    file.write_text("Players: Red | Black\n\n1. 17 d4N d4E\n")
    assert (
        "is a game of several people; only a game of one person can be continued here"
        in limes("play", str(file)).err
    )


def test_a_save_that_fails_leaves_the_old_one_whole(
    limes: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.limes"
    begin(limes, file, 2)
    before = file.read_text()

    def full_disk(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full_disk)
    outcome = limes("play", str(file), typed=confirmed(typed_game(parse_record(before), 3)))
    assert outcome.code == 2
    assert outcome.err == f"limes: cannot write {file}: No space left on device\n"
    assert file.read_text() == before
    assert list(tmp_path.glob(".game*")) == []
