"""What a bot is shown, what it may cost, and that nothing else decides its turn."""

from time import thread_time

import pytest
from bots.playing import FEW, VARIANTS, play_game

from limes.arena import deal
from limes.bots import BOTS, LEVELS, Bot, Budget, View, make_bot
from limes.rules import ROUNDS, STANDARD, Landscape, LimesError, Turn, shuffled

THINKERS = ["monte-carlo", "expert", "expert:strong"]


def landscape_after(rounds: int, seed: str = "clock") -> Landscape:
    return play_game(make_bot("greedy"), STANDARD, VARIANTS[0], seed, FEW, rounds=rounds)


def test_the_cards_not_seen_are_the_deck_less_those_laid_and_the_one_at_hand() -> None:
    order = shuffled(STANDARD, "clock")
    assert View(landscape_after(5), order[5]).unseen == frozenset(order[6:])


class Noted:
    """A bot whose turns are written down."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.turns: list[str] = []

    @property
    def name(self) -> str:
        return self._bot.name

    def choose(self, view: View, budget: Budget) -> Turn:
        turn = self._bot.choose(view, budget)
        self.turns.append(str(turn))
        return turn


@pytest.mark.parametrize("name", [*BOTS, *(f"expert:{level}" for level in LEVELS)])
def test_the_order_of_the_cards_to_come_changes_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The arena knows the order. Two deals that differ from the eighth card on: the same seven turns."""
    order = shuffled(STANDARD, "hidden")
    bots: list[Noted] = []

    def noted(seed: int) -> Noted:
        bots.append(Noted(make_bot(name, seed)))
        return bots[-1]

    monkeypatch.setattr(deal, "bot_maker", lambda _name: noted)
    for cards in (order[:ROUNDS], order[:7] + order[: 6 - ROUNDS : -1]):
        monkeypatch.setattr(deal, "deal_order", lambda _setting, _number, cards=cards: cards)
        deal.play_deal(name, deal.Setting(seed=3, budget=FEW), 1)
    assert bots[0].turns[:7] == bots[1].turns[:7]
    assert bots[0].turns != bots[1].turns


@pytest.mark.parametrize("name", [*BOTS, "expert:strong"])
def test_with_playouts_a_bot_repeats_itself(name: str) -> None:
    games = {str(play_game(make_bot(name, 5), STANDARD, VARIANTS[0], "again", FEW)) for _ in range(2)}
    assert len(games) == 1


@pytest.mark.parametrize("name", THINKERS)
@pytest.mark.parametrize("seconds", [0.01, 0.1])
@pytest.mark.parametrize("rounds", [0, 1, 4, 9, 13, 14, 15])
def test_the_time_is_kept(name: str, seconds: float, rounds: int) -> None:
    """Bots go by the clock on the wall; other programs may hold them up, so only its own time counts."""
    view = View(landscape_after(rounds), shuffled(STANDARD, "clock")[rounds])
    bot, begun = make_bot(name), thread_time()
    bot.choose(view, Budget(seconds=seconds))
    assert thread_time() - begun <= 1.1 * seconds + 0.02


def test_more_play_outs_play_better() -> None:
    def mean(name: str, budget: Budget) -> float:
        games = [
            play_game(make_bot(name), STANDARD, VARIANTS[0], f"rank-{deal}", budget) for deal in range(4)
        ]
        return sum(game.total for game in games) / len(games)

    ranked = [
        mean("random", FEW),
        mean("expert:beginner", FEW),
        mean("greedy", FEW),
        mean("expert", Budget(playouts=100)),
    ]
    assert ranked == sorted(ranked)
    assert ranked[-1] - ranked[0] > ROUNDS


@pytest.mark.parametrize("name", ["", "grandmaster", "Greedy", "expert:", "expert:weak", "greedy:novice"])
def test_an_unknown_bot_is_refused_in_one_sentence(name: str) -> None:
    with pytest.raises(LimesError) as error:
        make_bot(name)
    said = str(error.value)
    assert repr(name) in said
    assert "greedy" in said or "novice" in said
    assert "\n" not in said


@pytest.mark.parametrize("seconds", [-1.0, 0.0, float("nan"), float("inf")])
def test_a_time_that_is_none_is_refused(seconds: float) -> None:
    with pytest.raises(LimesError, match="more than 0 seconds"):
        Budget(seconds=seconds)


def test_a_budget_is_time_or_playouts() -> None:
    with pytest.raises(LimesError, match="1 or more"):
        Budget(playouts=0)
    for both in ({}, {"seconds": 1.0, "playouts": 1}):
        with pytest.raises(LimesError, match="seconds or a number of playouts"):
            Budget(**both)  # type: ignore[arg-type]
