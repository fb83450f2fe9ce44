"""Bots of one's own: what may be a bot, and how it is found by name."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from limes.bots import BOTS, Budget, View, admit, bot_label, bot_maker, find_bot, importing, make_bot
from limes.rules import Landscape, LimesError, Turn

VIEW = View(Landscape(), 17)
BUDGET = Budget(playouts=1)
FILE = """
from beside import TURN

class Cautious:
    def choose(self, view, budget):
        return TURN

class Seeded:
    def __init__(self, seed):
        self.seed = seed

    def choose(self, view, budget):
        return "d4" + "NESW"[self.seed % 4]

def simple(view):
    return "d4S"

NUMBER = 3

class Other:
    pass
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with bots that one stands in; what was imported from it is forgotten afterwards."""
    (tmp_path / "my_bots.py").write_text(FILE)
    (tmp_path / "beside.py").write_text("TURN = 'd4E+ne'\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path.copy())
    monkeypatch.setattr(sys, "modules", sys.modules.copy())
    importing._imported.cache_clear()
    yield tmp_path
    importing._imported.cache_clear()


def chosen(name: str, seed: int = 0) -> str:
    return str(find_bot(name)(seed).choose(VIEW, BUDGET))


@pytest.mark.parametrize("place", ["my_bots", "my_bots.py", "./my_bots.py", "{folder}/my_bots.py"])
def test_a_bot_is_found_in_a_module_or_a_file(folder: Path, place: str) -> None:
    place = place.format(folder=folder)
    assert chosen(f"{place}:Cautious") == "d4E+ne"
    assert chosen(f"{place}:simple") == "d4S"
    assert [chosen(f"{place}:Seeded", seed) for seed in (0, 3)] == ["d4N", "d4W"]


def test_our_own_bots_are_found_by_the_same_function() -> None:
    assert find_bot("greedy")(1).choose(VIEW, BUDGET) == make_bot("greedy").choose(VIEW, BUDGET)


def test_objects_classes_and_functions_are_bots() -> None:
    class Corner:
        def choose(self, view: View, budget: Budget) -> Turn:
            return Turn.parse("d4N")

    class Named(Corner):
        name = "named"

    def with_budget(view: View, budget: Budget) -> str:
        return f"d4{'NE'[budget == BUDGET]}"

    for entrant, label, turn in (
        (Corner, "Corner", "d4N"),
        (Corner(), "Corner", "d4N"),
        (Named(), "named", "d4N"),
        (with_budget, "with_budget", "d4E"),
        (lambda *given: "d4S", "<lambda>", "d4S"),
        ("greedy", "greedy", str(make_bot("greedy").choose(VIEW, BUDGET))),
    ):
        assert bot_label(entrant) == label
        assert str(bot_maker(entrant)(1).choose(VIEW, BUDGET)) == turn


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("wizard", "there is no bot 'wizard'; there are random, "),
        ("expert:wizard", "there is no bot 'expert:wizard'; expert has the levels "),
        ("no_such_module:Bot", "there is no module 'no_such_module', neither here nor installed"),
        ("./none.py:Bot", "there is no file none.py"),
        ("my_bots:Wizard", "my_bots has no 'Wizard'; it has my_bots:Cautious, my_bots:Seeded"),
        ("my_bots.py", "name one of the bots in my_bots.py: my_bots.py:Cautious, my_bots.py:Seeded"),
        ("my_bots:NUMBER", "my_bots:NUMBER is not a bot: it has no method choose(view, budget)"),
        ("my_bots:Other", "my_bots:Other is not a bot: it has no method choose(view, budget)"),
        ("beside:Bot", "there is no bot in beside"),
        ("broken.py:Bot", "broken.py cannot be imported: broken.py, line 2: ZeroDivisionError: division by"),
        ("wrong.py:Bot", "wrong.py cannot be imported: wrong.py, line 1: SyntaxError: "),
        ("lacking:Bot", "lacking cannot be imported: lacking.py, line 1: ModuleNotFoundError: No module"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(folder: Path, name: str, said: str) -> None:
    (folder / "broken.py").write_text("x = 1\nx / 0\n")
    (folder / "wrong.py").write_text("def\n")
    (folder / "lacking.py").write_text("import no_such_module\n")
    with pytest.raises(LimesError) as error:
        find_bot(name)
    assert str(error.value).startswith(said)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("found", [None, "d4X", 17])
def test_what_is_no_turn_is_refused_with_the_name_of_the_bot(found: object) -> None:
    def lost(_view: View) -> object:
        return found

    with pytest.raises(LimesError, match=rf"^lost chose {found!r}, which is not a turn$"):
        bot_maker(lost)(0).choose(VIEW, BUDGET)


def test_bots_of_installed_packages_are_found_by_their_names(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(folder)
    package = folder / "careful_bots-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: careful-bots\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text(
        "[limes.bots]\ncareful = my_bots:Cautious\nbroken = my_bots:Nothing\n"
    )
    assert chosen("careful") == "d4E+ne"
    with pytest.raises(LimesError, match=r", broken, careful$"):
        find_bot("wizard")
    with pytest.raises(LimesError, match=r"^my_bots:Nothing cannot be imported: .*AttributeError"):
        find_bot("broken")


def test_strangers_can_name_only_the_bots_that_were_admitted(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("limes.bots.names.BOTS", known := BOTS.copy())
    monkeypatch.setattr("limes.bots.own.BOTS", known)
    monkeypatch.setattr("limes.bots.own._ADMITTED", {})
    for name in ("cautious", "my_bots:Cautious", "./my_bots.py:Cautious"):
        with pytest.raises(LimesError, match="there is no bot"):
            make_bot(name)
    assert "my_bots" not in sys.modules
    assert admit("./my_bots.py:Cautious") == "cautious"
    assert str(make_bot("cautious", 1).choose(VIEW, BUDGET)) == "d4E+ne"
    assert admit("greedy") == "greedy"
    assert admit("./my_bots.py:Cautious") == "cautious"
    (folder / "more.py").write_text("class Expert:\n    def choose(self, view): return 'd4N'\n")
    with pytest.raises(LimesError, match=r"more:Expert cannot play as 'expert': that is another bot"):
        admit("more:Expert")
