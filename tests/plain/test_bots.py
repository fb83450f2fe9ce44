"""Plain bots choose what the compiled ones of the same name and seed choose."""

import pytest
from bots.playing import FEW, VARIANTS
from plain.random_games import positions

from limes.bots import LEVELS, View
from limes.bots import make_bot as compiled_bot
from limes.bots.attention import Attention as CompiledAttention
from limes.core import Random, State
from limes.plain import BOTS, make_bot
from limes.plain.attention import Attention
from limes.plain.chance import Chance
from limes.plain.levels import ALWAYS, AT_LAST, MANNERS, NEVER, Manner
from limes.rules import ROUNDS, STANDARD, Landscape, LimesError, shuffled

QUICK = 4
LONG = 64
MANY = 2**64 - 1


def agree(seeds: range) -> None:
    for seed in seeds:
        plain = {name: make_bot(name, seed) for name in BOTS}
        compiled = {name: compiled_bot(name, seed) for name in BOTS}
        for landscape, card in positions(seed):
            for name in BOTS:
                chosen = compiled[name].choose(View(landscape, card), FEW)
                assert plain[name].choose(landscape, card) == chosen, (name, seed, landscape, card)


def test_plain_bots_choose_what_compiled_ones_do() -> None:
    agree(range(QUICK))


@pytest.mark.long
@pytest.mark.parametrize("start", range(QUICK, QUICK + LONG, 8))
def test_plain_bots_choose_what_compiled_ones_do_in_a_thousand_positions(start: int) -> None:
    agree(range(start, start + 8))


@pytest.mark.parametrize("name", BOTS)
def test_a_plain_bot_plays_the_compiled_one_s_game(name: str) -> None:
    """Where a bot leads itself there are other landscapes than chance leads to."""
    variants = VARIANTS[len(name) % len(VARIANTS)]
    landscape = Landscape(STANDARD, variants)
    plain, compiled = make_bot(name, MANY), compiled_bot(name, MANY)
    for card in shuffled(STANDARD, name)[:ROUNDS]:
        turn = plain.choose(landscape, card)
        assert turn == compiled.choose(View(landscape, card), FEW)
        landscape = landscape.play(card, turn)


@pytest.mark.parametrize(
    "manner",
    [
        Manner(cells=20, facings=1, moves=ALWAYS, lines=True, room=3),
        Manner(cells=1, facings=2, moves=AT_LAST, shared=True),
        Manner(cells=3, moves=NEVER, room=50),
    ],
)
def test_any_manner_is_the_same_in_both(manner: Manner) -> None:
    plain, compiled = Attention(7, manner), CompiledAttention(7, manner)
    for landscape, card in positions(3):
        assert plain.choose(landscape, card) == compiled.choose(State.from_landscape(landscape), card)


@pytest.mark.parametrize("limit", [1, 2, 7, 1000, 3 * 2**30])
def test_chance_draws_the_core_s_numbers(limit: int) -> None:
    """With the largest limit, one number of four is drawn anew."""
    for seed in (0, 2026, MANY):
        plain, compiled = Chance(seed), Random(seed)
        assert [plain.below(limit) for _ in range(50)] == [compiled.below(limit) for _ in range(50)]


def test_every_level_that_needs_neither_network_nor_search_is_there() -> None:
    assert [name for name in BOTS if name.startswith("expert:")] == [
        f"expert:{level}" for level in LEVELS if level not in ("strong", "expert")
    ]
    assert list(MANNERS) == list(LEVELS)[: len(MANNERS)]


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(LimesError, match=r"there is no bot 'expert'; there are expert:newcomer, "):
        make_bot("expert")
