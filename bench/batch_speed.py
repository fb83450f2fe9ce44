"""The speed of batches beside pgx, OpenSpiel and `core.State` in one run on one core: figures and bounds.

`pip install 'limes[bench]'` brings pgx, jax and OpenSpiel; what is not installed is left out. Every decision
is drawn at random from the legal ones, and that is part of the time everywhere.
"""

import os
import sys

# One core for jax as well; it reads this when it is imported.
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import importlib
import time
from collections.abc import Callable
from types import ModuleType

from core_speed import Figure, face_decisions, spiel_games, timed

from limes.core import Batch, Random

REPEATS = 7
GAMES = 4096
STEPS = 64
PGX_STEPS = 32


Steps = Callable[[], int]


def stepping(games: int, *, threads: int = 1, observe: bool = False, every: bool = False) -> Steps:
    """A run of steps in games that are spread over all rounds, so that every run is like the other."""
    batch = Batch(games, seed=1, threads=threads, observe=observe, every=every)
    chance = Random(1)
    for _ in range(100):
        batch.step(batch.random_actions(chance))

    def steps() -> int:
        for _ in range(STEPS):
            batch.step(batch.random_actions(chance))
        return STEPS * games

    return steps


def pgx_othello(games: int) -> Steps | None:
    """The same with pgx's `othello`: one compiled loop of steps with restarts."""
    try:
        jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
        restarting = importlib.import_module("pgx.experimental").auto_reset
    except ImportError:
        return None
    env = pgx.make("othello")
    step = jax.vmap(restarting(env.step, env.init))

    def one(state, key):  # type: ignore[no-untyped-def]
        key, chosen = jax.random.split(key)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(chosen, logits, axis=1)
        return step(state, actions, jax.random.split(key, games)), None

    @jax.jit
    def run(state, key):  # type: ignore[no-untyped-def]
        return jax.lax.scan(one, state, jax.random.split(key, PGX_STEPS))[0]

    kept = [jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), games))]
    keys = iter(jax.random.split(jax.random.PRNGKey(1), 1000))

    def steps() -> int:
        kept[0] = run(kept[0], next(keys))
        kept[0].rewards.block_until_ready()
        return PGX_STEPS * games

    steps()
    return steps


def open_spiel() -> ModuleType | None:
    try:
        return importlib.import_module("pyspiel")
    except ImportError:
        return None


def timed_by_cpu(action: Steps) -> float:
    """How many a second of processor time, so that other work on the machine takes little away."""
    start = time.process_time()
    return action() / (time.process_time() - start)


def measured(actions: dict[str, Steps], clock: Callable[[Steps], float]) -> dict[str, float]:
    """The best of several rounds in which each action has its turn."""
    best = dict.fromkeys(actions, 0.0)
    for _ in range(REPEATS):
        for name, action in actions.items():
            best[name] = max(best[name], clock(action))
    return best


def main() -> None:
    actions = {
        "masks": stepping(GAMES),
        "observations": stepping(GAMES, observe=True),
        "every": stepping(GAMES, every=True),
        "state": face_decisions,
    }
    othello, pyspiel = pgx_othello(GAMES), open_spiel()
    if othello:
        actions["pgx"] = othello
    if pyspiel:
        peer = pyspiel
        actions["spiel"] = lambda: spiel_games(peer, "othello", 150)[1]
    best = measured(actions, timed_by_cpu)
    threads = measured({"one": stepping(2 * GAMES), "two": stepping(2 * GAMES, threads=2)}, timed)
    figures = [
        Figure("a batch with masks", best["masks"], "decisions/s", 4_000_000),
        Figure("with masks and observations", best["observations"], "decisions/s", 500_000),
        Figure("two threads against one, 8,192 games", threads["two"] / threads["one"], "times", 1.8),
    ]
    if othello:
        figures.append(Figure("against pgx's othello", best["masks"] / best["pgx"], "times", 10))
    for figure in figures:
        print(figure)
    print(f"masks with every legal action {best['every']:,.0f} decisions/s")
    print(f"core.State driven from Python {best['state']:,.0f} decisions/s")
    print(f"8,192 games: {threads['one']:,.0f} decisions/s, in two threads {threads['two']:,.0f}")
    for name, title in (("pgx", "pgx othello"), ("spiel", "OpenSpiel othello from Python")):
        if name in best:
            print(f"{title} {best[name]:,.0f} decisions/s")
        else:
            print(f"{title} is left out: pip install 'limes[bench]'", file=sys.stderr)


if __name__ == "__main__":
    main()
