"""Files of many records: where one ends and the next begins, filters, rows and figures."""

from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import Any

import pytest

from limes.coach import Effort
from limes.games import CoachedStore, Games, coach_games, distribution, figures, find_games, split_records
from limes.games.coached import Coached
from limes.rules import Game, LimesError, Variants, parse_record, write_record

STORED = sorted(Path(__file__).parent.glob("*.limes"))
TWO = next(path for path in STORED if path.name == "two.limes")


@pytest.fixture
def everything(tmp_path: Path) -> Path:
    file = tmp_path / "all.limes"
    file.write_text("".join(path.read_text(encoding="utf-8") for path in STORED), encoding="utf-8")
    return file


def test_records_one_after_the_other_are_the_games_they_are_alone(everything: Path) -> None:
    assert list(Games.read(everything)) == [parse_record(path.read_text()) for path in STORED]
    assert list(Games.read(*STORED)) == list(Games.read(everything))


@pytest.mark.parametrize(
    ("text", "begun"),
    [
        ("", []),
        ("\n\nPlayers: A\n", [3]),
        ("Players: A\n\nPlayers: B\n", [1, 3]),
        ("Players: A\n\nGame: x\nPlayers: B\n", [1, 3]),
        ("Game: x\nPlayers: A\n1. 17 d4N\nDate: today\nPlayers: B\n", [1, 4]),
        ("Players: A\nVariants: diagonal\n\n1. 17 d4N\n\nGame: y\n", [1, 6]),
        ("Game: x\n\nPlayers: A\n\n1. 17 d4N\n", [1]),
        ("nonsense\nPlayers: A\n", [1, 2]),
    ],
)
def test_where_records_begin(text: str, begun: list[int]) -> None:
    assert [line for line, _record in split_records(text.splitlines(keepends=True))] == begun


def test_a_wrong_record_is_named_with_its_file_and_line_or_left_out(tmp_path: Path) -> None:
    file = tmp_path / "some.limes"
    file.write_text("Players: A\n1. 17 d4N\n\nPlayers: B\n1. 17 d5N\n\nPlayers: C\n")
    said = f"{file}: line 5, column 7: round 1, B: the first card goes on d4, not on d5"
    with pytest.raises(LimesError) as error:
        Games.read(file)
    assert str(error.value) == said
    refused: list[LimesError] = []
    assert [game.players[0] for game in Games.read(file, refused=refused.append)] == ["A", "C"]
    assert list(map(str, refused)) == [said]


def test_a_wrong_record_is_read_without_all_the_lines_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the time for a file of wrong ones would grow with the square of its size."""
    file = tmp_path / "wrong.limes"
    file.write_text("Players: A\n\nnonsense\n" * 100)
    lengths: list[int] = []

    def parsed(text: str, *more: Any) -> Game:
        lengths.append(len(text))
        return parse_record(text, *more)

    monkeypatch.setattr("limes.games.reading.parse_record", parsed)
    refused: list[LimesError] = []
    assert not Games.read(file, refused=refused.append)
    assert str(refused[-1]) == f"{file}: line 300, column 1: expected round 1., found 'nonsense'"
    assert max(lengths) < 30


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes(b"Players: J\xfcrgen\n")
    for name, said in (
        ("none", "there is no file {}"),
        ("", "{} is a folder, not a file"),
        ("latin", "{} is not text in UTF-8"),
    ):
        with pytest.raises(LimesError) as error:
            Games.read(tmp_path / name)
        assert str(error.value) == said.format(tmp_path / name)


def test_a_file_that_is_one_endless_line_is_not_read_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "zeros"
    file.write_bytes(b"\n" + bytes(2_000_000))
    with pytest.raises(LimesError) as error:
        Games.read(file)
    assert str(error.value) == f"{file}: line 2 is longer than 1000000 letters"


def test_filters_give_collections() -> None:
    games = Games.read(*STORED)
    assert {game.players for game in games.where(player="Red", seats=2, finished=True)} == {("Red", "Black")}
    assert [game.finished for game in games.where(finished=False)] == [False, False]
    assert all(game.variants.ferryman for game in games.where(variants=Variants(ferryman=True)))
    assert len(games.where(since="2026-11-06", until="2026-11-06")) == sum(
        game.date == "2026-11-06" for game in games
    )
    assert len(games.where(until="2026")) == len(games.filter(lambda game: game.date != ""))
    assert games.where(deck="standard")[:2][1] == games.where(deck="standard")[1]
    assert repr(games[:2]) == "<2 games>"


def test_rows_hold_plain_values_for_every_seat_and_every_turn() -> None:
    games = Games.read(TWO)
    red, black = games.rows()
    assert (red["player"], red["total"], red["place"], red["win"]) == ("Red", 46, 1, 1.0)
    assert (black["seat"], black["total"], black["place"], black["win"]) == (1, 10, 2, 0.0)
    assert sum(red[name] for name in ("farmer", "fisherman", "woodcutter", "watchman")) == 46  # type: ignore[misc]
    assert (red["file"], red["line"], red["game"], red["rounds"]) == (str(TWO), 1, "two", 16)
    turns = games.turn_rows()
    assert len(turns) == 32
    assert (turns[0]["turn"], turns[0]["cell"], turns[0]["action"]) == ("d4E+nw", "d4", "place")
    assert (turns[3]["player"], turns[3]["action"], turns[-1]["total"]) == ("Black", "move", 10)
    [begun] = Games([Game(("Ada",))]).rows()
    assert (begun["place"], begun["win"], begun["finished"], begun["total"]) == (None, None, False, 0)


def test_a_collection_is_written_into_one_file(tmp_path: Path) -> None:
    games = Games.read(*STORED)
    games.write(tmp_path / "all.limes")
    assert list(Games.read(tmp_path / "all.limes")) == list(games)


def test_figures_are_of_finished_games_everybody_first() -> None:
    rows = Games.read(*STORED).rows()
    everybody, most, *_others = figures(rows)
    finished = [row for row in rows if row["finished"]]
    assert (everybody.player, everybody.games) == (None, len(finished))
    assert most.games == max(sum(row["player"] == name for row in finished) for name in {most.player})
    assert sum(everybody.professions.values()) == pytest.approx(1)
    assert (most.luck, most.coached) == (None, 0)
    assert sum(count for _low, count in distribution(rows)) == len(finished)
    assert figures([]) == []
    assert distribution([]) == []


def test_the_coach_reviews_no_game_twice(tmp_path: Path) -> None:
    effort = Effort(seconds=0.01)
    found = list(find_games([TWO]))
    store = CoachedStore(tmp_path / "kept.jsonl", effort)
    told: list[Coached] = []

    def tell(coached: Coached) -> None:
        told.append(coached)
        store.add(coached)

    coached = coach_games(found, effort, known=store.coached, tell=tell)
    assert [each.seat for each in coached.values()] == [0, 1]
    ends = [each.start + each.luck - each.lost for each in coached.values()]
    assert ends == pytest.approx([46, 10])
    again = CoachedStore(tmp_path / "kept.jsonl", effort)
    assert again.coached == told
    more: list[Coached] = []
    assert coach_games(found, effort, known=again.coached, tell=more.append) == coached
    assert more == []
    with pytest.raises(
        LimesError, match="holds reviews from another version of Limes, or with another time per game"
    ):
        CoachedStore(tmp_path / "kept.jsonl", Effort(seconds=0.02))


def test_ctrl_c_keeps_the_reviews_that_are_there() -> None:
    class Interrupted:
        def each(self, function: Callable[[Any], Any], given: Iterable[Any]) -> Generator[Any]:
            yield function(next(iter(given)))
            raise KeyboardInterrupt

    coached = coach_games(find_games([TWO]), Effort(seconds=0.01), engine=Interrupted())
    assert [seat for _record, seat in coached] == [0]


def test_a_game_not_finished_is_not_coached() -> None:
    games = Games([Game(("Ada",)).turn_up(17).play(0, "d4N+ne")])
    assert coach_games(games.found(), Effort(seconds=0.01)) == {}
    assert "Result" not in write_record(games[0])
