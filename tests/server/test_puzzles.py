"""Puzzles: the first answer counts, nothing of the solution is told before it, and all processes agree."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from postgres import Postgres
from serving import Guest, Serving, serving
from sqlalchemy import func, select

from limes.puzzles import Puzzle, Theme, find_puzzle, load_puzzles, of_the_day
from limes.puzzles.rating import Rating, first_rating, rated
from limes.rules import Game, Place, Turn, write_record
from limes.server.calendar import day_at, later
from limes.server.limits import GUESTS_AN_ADDRESS, KEPT, Rate
from limes.server.protocol.puzzles import PuzzleQuestion, PuzzleSolution, PuzzlesPage, TurnWeighed
from limes.server.puzzles import Puzzles
from limes.server.store import puzzle_strengths, puzzle_tries
from limes.server.store.schema import PUZZLE_ANSWERS, PUZZLE_RATINGS, SOLVERS

PUZZLES = load_puzzles()


def solve(guest: Guest, puzzle: Puzzle, turn: Turn | None = None) -> Any:
    told = guest.post(f"/puzzles/{puzzle.id}/answer", {"turn": str(turn or puzzle.best)})
    PuzzleSolution.model_validate_json(json.dumps(told), strict=True)
    return told


def unlisted_turn(puzzle: Puzzle) -> Turn:
    """A wrong turn of which the puzzle does not say what it loses."""
    turns = (each.turn for each in puzzle.landscape.turns(puzzle.card))
    return next(turn for turn in turns if puzzle.loss_of(turn) is None)


def same_as(puzzle: Puzzle, known: Turn) -> Iterator[Turn]:
    """The turns that come to the same as another one."""
    for each in puzzle.landscape.turns(puzzle.card):
        if each.turn != known and puzzle.future(each.turn) == puzzle.future(known):
            yield each.turn


def stored(server: Serving) -> tuple[int, int, int]:
    """How many answers, people with a rating, and puzzles with one there are."""
    with server.services.engine.begin() as connection:
        count = [
            connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in (PUZZLE_ANSWERS, SOLVERS, PUZZLE_RATINGS)
        ]
    return count[0], count[1], count[2]


def test_a_first_answer_is_told_rated_and_kept(database: str) -> None:
    right, wrong = PUZZLES[0], PUZZLES[1]
    with serving(database) as server:
        ann = server.guest()
        told = solve(ann, right)
        rating, easier = rated(Rating(), first_rating(right), solved=True)
        assert (told["solved"], told["counted"], told["lost"]) == (True, True, 0.0)
        assert (told["rating"], told["change"]) == (rating.shown, rating.shown - Rating().shown)
        assert told["best"] == str(right.best)
        assert told["against"] == str(right.likely)
        assert told["why"], "the difference in words"
        assert puzzle_strengths(server.services.log)[right.id] == pytest.approx(tuple(easier))

        told = solve(ann, wrong, wrong.likely)
        assert (told["solved"], told["lost"], told["streak"]) == (False, wrong.others[0].loss / 10, 0)
        assert told["change"] < 0
        [yours] = [each for each in told["others"] if each["yours"]]
        assert (yours["turn"], yours["likely"]) == (str(wrong.likely), True)

        page = ann.get("/puzzles")
        PuzzlesPage.model_validate_json(json.dumps(page), strict=True)
        assert (page["tried"], page["solved"], page["streak"], page["longest"]) == (2, 1, 0, 1)
        assert page["rating"] == told["rating"]
        assert [each["puzzle"] for each in page["history"]] == [wrong.id, right.id]
        assert sum(each["tried"] for each in page["themes"]) == len(right.themes) + len(wrong.themes)
        lines = ann.http.get("/me/puzzles.csv").text.splitlines()
        assert lines[0].startswith("puzzle,at,turn,solved,rating")
        assert [line.split(",")[0] for line in lines[1:]] == [wrong.id, right.id]
        assert server.guest().get("/puzzles")["rating"] is None


def test_the_second_answer_does_not_count(server: Serving, guest: Guest) -> None:
    puzzle = PUZZLES[2]
    first = solve(guest, puzzle, puzzle.likely)
    before = stored(server), puzzle_strengths(server.services.log)
    again = solve(guest, puzzle)
    assert (again["solved"], again["counted"]) == (True, False)
    assert (again["rating"], again["change"]) == (first["rating"], first["change"])
    assert (stored(server), puzzle_strengths(server.services.log)) == before
    assert guest.get("/puzzles")["solved"] == 0
    assert guest.get(f"/puzzles/{puzzle.id}")["solved"] is False


def test_turns_that_differ_in_nothing_that_matters_are_right(guest: Guest) -> None:
    puzzle, turn = next((each, turn) for each in PUZZLES for turn in same_as(each, each.best))
    assert solve(guest, puzzle, turn)["solved"] is True


def test_the_own_turn_is_shown_as_it_was_played(guest: Guest) -> None:
    """Not as one that comes to the same, with the worker on another zone of the territory."""
    plain = [each for each in PUZZLES if isinstance(each.likely.action, Place)]
    puzzle, turn = next((each, turn) for each in plain for turn in same_as(each, each.likely))
    told = solve(guest, puzzle, turn)
    [yours] = [each for each in told["others"] if each["yours"]]
    assert (yours["turn"], told["against"], yours["lost"]) == (str(turn), str(turn), told["lost"])
    puzzle, turn = next((each, turn) for each in PUZZLES for turn in same_as(each, each.best))
    told = solve(guest, puzzle, turn)
    assert (told["solved"], told["best"]) == (True, str(turn))


def test_differences_name_their_turn_and_where_to_look(guest: Guest) -> None:
    puzzle = next(each for each in PUZZLES if Theme.SIGHT in each.themes)
    told = solve(guest, puzzle, puzzle.likely)
    assert {each["of"] for each in told["why"]} <= {"turn", "best"}
    for each in told["why"]:
        assert each["zone"] is None or each["zone"] in each["text"]


def test_only_themes_that_were_missed_are_told(guest: Guest) -> None:
    """Who kept the worker as well is not told to save it."""
    saving = [each for each in PUZZLES if Theme.SAVE_WORKER in each.themes]
    puzzle, turn = next(
        (each, other.turn) for each in saving for other in each.others if other.turn.action is None
    )
    assert "save-worker" not in solve(guest, puzzle, turn)["themes"]
    other = next(each for each in saving if each.id != puzzle.id)
    assert "save-worker" in solve(guest, other, other.likely)["themes"]


def test_nor_at_a_table_that_begins_with_its_position(guest: Guest) -> None:
    puzzle = PUZZLES[0]
    copy = {"record": made_up(puzzle), "seat": 0, "round": len(puzzle.landscape.cards) + 1, "name": "Ann"}
    assert guest.refused("POST", "/study/play", copy) == (409, "answer_first")


def test_nor_by_the_review_of_a_game_that_comes_to_its_position(guest: Guest) -> None:
    puzzle = PUZZLES[0]
    review = {"record": made_up(puzzle), "seat": 0}
    refused = guest.http.post("/study/coach?wait=25", json=review)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "answer_first")
    assert puzzle.id in refused.json()["error"]["message"], "which one is to be answered"
    guest.post(f"/puzzles/{puzzle.id}/answer", {"turn": str(puzzle.likely)})
    assert guest.post("/study/coach?wait=25", review)["turns"]


def test_nor_by_a_bot_at_a_table_that_has_come_to_it(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = PUZZLES[0]
    copy = {"record": made_up(puzzle), "seat": 0, "round": len(puzzle.landscape.cards) + 1, "name": "Ann"}

    async def not_yet(*_arguments: object) -> None: ...

    with monkeypatch.context() as before:
        before.setattr(Puzzles, "require_answers", not_yet)
        table = guest.post("/study/play", copy)["table"]
    assert guest.refused("POST", f"/tables/{table}/seats/0/bot", {"bot": "greedy"}) == (409, "answer_first")


def made_up(puzzle: Puzzle) -> str:
    """A finished record that comes to the cards that lie in a puzzle, and its card."""
    laid = [each.number for each in puzzle.landscape.cards]
    others = [card for card in range(1, 25) if card not in (*laid, puzzle.card)]
    game = Game(("Ann",))
    cells = [f"{column}{row}" for row in (4, 5, 6, 7) for column in "defg"]
    for card, cell in zip((*laid, puzzle.card, *others), cells, strict=False):
        game = game.turn_up(card).play(0, Turn.parse(f"{cell}N"))
    return write_record(game)


def test_how_many_found_it_is_told_with_the_answer(server: Serving) -> None:
    puzzle = PUZZLES[5]
    for number, turn in enumerate((puzzle.likely, puzzle.best, puzzle.best), start=1):
        told = solve(server.guest(), puzzle, turn)
        assert told["everybody"] == {"tried": number, "solved": number - 1}


def test_nothing_of_the_solution_is_told_before_the_answer(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is told stays the same to the last byte, whatever the solution is."""
    puzzle = next(each for each in PUZZLES if isinstance(each.best.action, Place))
    paths = (f"/puzzles/{puzzle.id}", "/puzzles/today", "/puzzles")
    told = [guest.http.get(path).text for path in paths]
    PuzzleQuestion.model_validate_json(told[0], strict=True)
    for text in told:
        assert f'"{puzzle.best}"' not in text
        assert not any(f'"{other.turn}"' in text for other in puzzle.others if other.turn.action)
    best = unlisted_turn(puzzle)
    elsewhere = replace(puzzle, best=best, value=1, others=puzzle.others[:1], themes=())
    monkeypatch.setattr("limes.server.study.puzzling.find_puzzle", lambda _id: elsewhere)
    assert guest.http.get(paths[0]).text == told[0]
    monkeypatch.undo()
    assert guest.refused("POST", f"/puzzles/{puzzle.id}/why", {"turn": str(puzzle.best)}) == (
        409,
        "answer_first",
    )


def test_any_turn_is_weighed_once_the_puzzle_is_answered(guest: Guest) -> None:
    puzzle = PUZZLES[3]
    turn = unlisted_turn(puzzle)
    told = solve(guest, puzzle, turn)
    assert (told["lost"], told["against"]) == (None, str(turn))
    why = f"/puzzles/{puzzle.id}/why"
    weighed = guest.post(why, {"turn": str(turn)})
    TurnWeighed.model_validate_json(json.dumps(weighed), strict=True)
    assert weighed["lost"] >= puzzle.margin / 10
    assert weighed["why"] == told["why"]
    best = guest.post(why, {"turn": str(puzzle.best)})
    assert (best["solved"], best["lost"], best["why"]) == (True, 0.0, [])
    assert guest.post(why, {"turn": str(puzzle.likely)})["lost"] == puzzle.others[0].loss / 10


def test_what_is_no_puzzle_and_no_turn_is_refused(guest: Guest) -> None:
    assert guest.refused("GET", "/puzzles/000000") == (404, "no_puzzle")
    assert guest.refused("GET", "/puzzles/next?theme=nothing")[0] == 422
    for turn in ("a1N", "nonsense"):
        refused = guest.refused("POST", f"/puzzles/{PUZZLES[0].id}/answer", {"turn": turn})
        assert refused == (422, "illegal_turn")
    assert guest.get("/puzzles")["tried"] == 0


def test_the_next_puzzle_is_of_the_theme_at_ones_strength_and_new(guest: Guest) -> None:
    [(theme, _many)] = Counter(theme for puzzle in PUZZLES for theme in puzzle.themes).most_common(1)
    seen = []
    for _ in range(6):
        question = guest.get(f"/puzzles/next?theme={theme}")
        puzzle = find_puzzle(question["puzzle"])
        assert theme in puzzle.themes
        seen.append(puzzle.id)
        solve(guest, puzzle)
    assert len(set(seen)) == len(seen)
    own = guest.get("/puzzles")["rating"]
    next_one = guest.get("/puzzles/next")
    assert next_one["puzzle"] not in seen
    ratings = sorted(abs(first_rating(each).shown - own) for each in PUZZLES)
    assert abs(next_one["rating"] - own) <= ratings[20]
    assert guest.get(f"/puzzles/next?but={next_one['puzzle']}")["puzzle"] != next_one["puzzle"]


def test_the_puzzle_of_the_day_is_everybodys_and_another_tomorrow(server: Serving) -> None:
    ann, bob = server.guest(), server.guest()
    today = ann.get("/puzzles/today")
    assert today["solved"] is None
    solve(ann, find_puzzle(today["puzzle"]))
    assert ann.get("/puzzles")["today"] == today | {"solved": True, "all_solved": 1}
    assert bob.get("/puzzles/today") == today
    plain = sum(not str(puzzle.variants) for puzzle in PUZZLES)
    days = [later(day_at(0), number) for number in range(plain)]
    assert len({of_the_day(day).id for day in days}) == plain, "each has its day"
    assert not any(str(of_the_day(day).variants) for day in days)


def test_a_stranger_is_stored_with_the_first_answer_only(server: Serving) -> None:
    before = stored(server)
    stranger = server.guest()
    question = stranger.get("/puzzles/next")
    stranger.get(f"/puzzles/{question['puzzle']}")
    stranger.get("/puzzles")
    assert stored(server) == before
    solve(stranger, find_puzzle(question["puzzle"]))
    assert stored(server)[0] == before[0] + 1
    assert stranger.get("/puzzles")["tried"] == 1


def test_an_answer_and_its_ratings_are_written_together_or_not_at_all(
    server: Serving, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = stored(server)

    def broken(*_ratings: object, **_more: object) -> None:
        raise ArithmeticError

    monkeypatch.setattr("limes.server.puzzles.answers.rated", broken)
    turn = {"turn": str(PUZZLES[4].best)}
    assert guest.refused("POST", f"/puzzles/{PUZZLES[4].id}/answer", turn) == (500, "unexpected")
    assert stored(server) == before
    monkeypatch.undo()
    assert solve(guest, PUZZLES[4])["counted"] is True


def test_two_processes_agree(postgres: Postgres) -> None:
    """Everybody answers every puzzle twice at once, at two processes: each answer counts once."""
    database = postgres.new_database("puzzles")
    puzzles = PUZZLES[:4]
    with serving(database) as here, serving(database) as there:
        people = [here.guest() for _ in range(4)]
        for guest in people:
            guest.get("/tables")  # so that both processes know the guest
        for each in (here, there):  # a route is put together when it is first used
            each.guest().refused("POST", f"/puzzles/{puzzles[0].id}/answer", {"turn": "a1N"})
        both = [(guest, there.welcome(guest)) for guest in people]
        answers = [(guest, puzzle) for pair in both for guest in pair for puzzle in puzzles]
        random.Random(3).shuffle(answers)
        with ThreadPoolExecutor(8) as pool:
            told = list(pool.map(lambda each: solve(*each), answers))
        assert sum(bool(each["counted"]) for each in told) == len(people) * len(puzzles)
        assert stored(here) == (len(people) * len(puzzles), len(people), len(puzzles))
        with here.services.engine.begin() as connection:
            tried = connection.execute(select(PUZZLE_RATINGS.c.tried, PUZZLE_RATINGS.c.solved)).all()
        assert [tuple(row) for row in tried] == [(len(people), len(people))] * len(puzzles)
        for one, other in both:
            page = one.get("/puzzles")
            assert page == other.get("/puzzles")
            total = sum(each["change"] for each in page["history"])
            assert page["rating"] == Rating().shown + total


def test_an_address_is_limited_as_with_studies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    factor = 0.02
    monkeypatch.setattr("limes.server.limits.time", SimpleNamespace(monotonic=lambda: 0.0))
    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}", rate_factor=factor) as server:
        at_once = round(Rate.STUDY.burst * GUESTS_AN_ADDRESS * factor)
        path = f"/puzzles/{PUZZLES[0].id}"
        codes = [server.guest().http.get(path).status_code for _ in range(at_once + 1)]
        kept = int(KEPT * at_once)
        assert codes == [200] * (at_once - kept) + [429] * (1 + kept)


def test_an_address_makes_no_puzzle_harder_and_fills_no_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever keeps no cookie is a new guest each time, and everybody shares the rating of a puzzle."""
    puzzle = PUZZLES[0]
    answer = {"turn": str(unlisted_turn(puzzle))}
    monkeypatch.setattr("limes.server.limits.time", SimpleNamespace(monotonic=lambda: 0.0))
    monkeypatch.setattr(Rate.ANSWER, "burst", 0.8)  # of which some are kept for those with a cookie
    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}", rate_factor=1.0) as server:
        codes, changes, ratings = [], [], []
        for _ in range(7):
            told = server.guest().http.post(f"/puzzles/{puzzle.id}/answer", json=answer)
            codes.append(told.status_code)
            changes.append(told.json().get("change"))
            ratings.append(puzzle_strengths(server.services.log)[puzzle.id])
        assert codes == [200] * 6 + [429]
        assert all(changes[:6]), "each has an own rating"
        assert len(set(ratings)) == 3, "not one for each guest"
        assert puzzle_tries(server.services.log, puzzle.id) == (3, 0), "nor do more count as tries"
        assert stored(server)[:2] == (6, 6)
