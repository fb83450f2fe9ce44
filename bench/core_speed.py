"""The speed of the core, beside OpenSpiel (`pip install open_spiel`) in the same run: figures and bounds."""

import importlib
import random
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import NamedTuple

from limes.core import Random, State, random_games
from limes.rules import ROUNDS, STANDARD

REPEATS = 7
GAMES = 100_000
FACE_GAMES = 1_500
COPIES = 100_000


class Figure(NamedTuple):
    what: str
    found: float
    unit: str
    bound: float
    most: bool = False  # the bound is the most that is allowed, not the least

    def __str__(self) -> str:
        met = self.found <= self.bound if self.most else self.found >= self.bound
        sign = "<=" if self.most else ">="
        said = "" if met else "   MISSED"
        return f"{self.what:<58} {self.found:>14,.2f} {self.unit:<12} {sign} {self.bound:>10,g}{said}"


def timed(action: Callable[[], int]) -> float:
    """How many a second of what an action counts."""
    start = time.perf_counter()
    done = action()
    return done / (time.perf_counter() - start)


def core_games() -> int:
    random_games(GAMES, seed=1)
    return GAMES


def core_games_in_two_threads() -> int:
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda first: random_games(GAMES, seed=1, first=first), (0, GAMES)))
    return 2 * GAMES


def cores_got() -> float:
    """How many cores two threads were given; with fewer than 2, their ratio tells of other work."""
    start, used = time.perf_counter(), time.process_time()
    core_games_in_two_threads()
    return (time.process_time() - used) / (time.perf_counter() - start)


def face_decisions() -> int:
    """Random games driven from Python; chance takes part in the time, but only decisions count."""
    chance = random.Random(1)
    draw = chance.random
    for _ in range(FACE_GAMES):
        state = State()
        for card in chance.sample(STANDARD.numbers, ROUNDS):
            state.turn_up(card)
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
    return FACE_GAMES * ROUNDS * 2


def copies() -> int:
    state, chance = State(), Random(1)
    for card in chance.deal():
        state.play(card, state.random_turn(card, chance))
    for _ in range(COPIES):
        state.copy()
    return COPIES


def open_spiel() -> ModuleType | None:
    try:
        return importlib.import_module("pyspiel")
    except ImportError:
        return None


def spiel_games(pyspiel: ModuleType, name: str, games: int) -> tuple[int, int]:
    """Random games of OpenSpiel driven from Python: how many, and how many decisions they took."""
    draw = random.Random(1).random
    game = pyspiel.load_game(name)
    decisions = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            decisions += 1
    return games, decisions


def main() -> None:
    actions = {
        "games": core_games,
        "two": core_games_in_two_threads,
        "face": face_decisions,
        "copies": copies,
    }
    pyspiel = open_spiel()
    if pyspiel:
        peer = pyspiel
        actions["four games"] = lambda: spiel_games(peer, "connect_four", 1_500)[0]
        actions["four"] = lambda: spiel_games(peer, "connect_four", 1_500)[1]
        actions["othello"] = lambda: spiel_games(peer, "othello", 150)[1]
    best = dict.fromkeys(actions, 0.0)
    cores = 0.0
    for _ in range(REPEATS):
        cores = max(cores, cores_got())
        for name, action in actions.items():
            best[name] = max(best[name], timed(action))
    figures = [
        Figure("random games inside the core, one thread", best["games"], "games/s", 150_000),
        Figure("two threads against one", best["two"] / best["games"], "times", 1.8),
        Figure("a game driven from Python", best["face"], "decisions/s", 500_000),
        Figure("copying a state", 1e6 / best["copies"], "us", 0.2, most=True),
    ]
    if pyspiel:
        ratio = best["games"] / best["four games"]
        figures += [
            Figure("random games against OpenSpiel connect_four from Python", ratio, "times", 6),
            Figure("decisions against connect_four", best["face"] / best["four"], "times", 1),
            Figure("decisions against othello", best["face"] / best["othello"], "times", 3),
        ]
    for figure in figures:
        print(figure)
    print(f"Two threads were given {cores:.2f} cores at best; their ratio needs 2.")
    if pyspiel:
        print(
            f"OpenSpiel: connect_four {best['four games']:,.0f} games/s and {best['four']:,.0f} decisions/s, "
            f"othello {best['othello']:,.0f} decisions/s"
        )
    else:
        print(
            "OpenSpiel is not installed, so its ratios are missing: pip install open_spiel", file=sys.stderr
        )


if __name__ == "__main__":
    main()
