"""Puzzles without a server: the same questions and answers, kept in the browser."""

from typing import Any

from browser.storage import Storage
from browser.test_desk import Page

from limes.puzzles import Theme, find_puzzle, load_puzzles
from limes.server.protocol.puzzles import PuzzleQuestion, PuzzleSolution, PuzzlesPage, TurnWeighed

PUZZLES = load_puzzles()


def answer(page: Page, puzzle: str, turn: object) -> Any:
    told = page.ask("POST", f"/puzzles/{puzzle}/answer", {"turn": str(turn)})
    PuzzleSolution.model_validate(told)
    return told


def test_puzzles_are_solved_and_kept_without_a_server() -> None:
    storage = Storage()
    page = Page(storage)
    question = page.ask("GET", "/puzzles/next?theme=hut&but=")
    PuzzleQuestion.model_validate(question)
    puzzle = find_puzzle(question["puzzle"])
    assert Theme.HUT in puzzle.themes
    why = f"/puzzles/{puzzle.id}/why"
    assert page.ask("POST", why, {"turn": str(puzzle.best)})["error"]["code"] == "answer_first"
    told = answer(page, puzzle.id, puzzle.best)
    assert (told["solved"], told["counted"], told["rating"], told["streak"]) == (True, True, None, 1)
    assert told["why"], "the coach's words need no core"
    other_tab = Page(storage, "de")
    assert answer(other_tab, puzzle.id, puzzle.likely)["counted"] is False
    weighed = other_tab.ask("POST", why, {"turn": str(puzzle.likely)})
    TurnWeighed.model_validate(weighed)
    assert weighed["lost"] == puzzle.others[0].loss / 10
    assert weighed["why"] != told["why"], "in another language"
    figures = other_tab.ask("GET", "/puzzles")
    PuzzlesPage.model_validate(figures)
    assert (figures["tried"], figures["solved"], figures["rating"]) == (1, 1, None)
    assert page.ask("GET", f"/puzzles/{puzzle.id}")["solved"] is True
    assert page.ask("GET", "/puzzles/000000")["error"]["code"] == "no_puzzle"


def test_answers_that_cannot_be_read_hide_no_others() -> None:
    storage = Storage()
    page = Page(storage)
    answer(page, PUZZLES[0].id, PUZZLES[0].best)
    good = storage.answers[PUZZLES[0].id]
    for name, broken in (("at", "x"), ("turn", 5), ("solved", "no"), ("puzzle", None), ("at", None)):
        storage.answers[f"{name} {broken}"] = good | {name: broken}
    figures = Page(storage).ask("GET", "/puzzles")
    PuzzlesPage.model_validate(figures)
    assert (figures["tried"], figures["solved"]) == (1, 1)


def test_a_turn_that_nobody_can_weigh_here_is_explained_all_the_same() -> None:
    page = Page(Storage())
    puzzle = PUZZLES[0]
    turns = (each.turn for each in puzzle.landscape.turns(puzzle.card))
    turn = next(each for each in turns if puzzle.loss_of(each) is None)
    assert answer(page, puzzle.id, turn)["lost"] is None
    told = page.ask("POST", f"/puzzles/{puzzle.id}/why", {"turn": str(turn)})
    assert (told["solved"], told["lost"]) == (False, None)
    assert told["why"]


def test_puzzles_are_harder_for_who_solves_them() -> None:
    """Than for who misses them: fewer of the levels of the bots find them."""
    found_by = []
    for solves in (True, False):
        page = Page(Storage())
        for _ in range(6):
            puzzle = find_puzzle(page.ask("GET", "/puzzles/next")["puzzle"])
            answer(page, puzzle.id, puzzle.best if solves else puzzle.likely)
        found_by.append(find_puzzle(page.ask("GET", "/puzzles/next")["puzzle"]).found_by)
    assert found_by[0] < found_by[1]
