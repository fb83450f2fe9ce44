"""One deal played by one bot, and what came of it."""

import time
from dataclasses import asdict, dataclass

from limes.bots import Budget, View, make_bot
from limes.rules import ROUNDS, STANDARD, Deck, Landscape, Profession, Variants, shuffled
from limes.rules.landscape import BASIC


@dataclass(frozen=True)
class Setting:
    """What all bots of an arena share."""

    seed: int
    budget: Budget
    deck: Deck = STANDARD
    variants: Variants = BASIC

    def as_json(self) -> dict[str, object]:
        return {
            "seed": self.seed,
            **asdict(self.budget),
            "deck": list(self.deck.faces),
            "variants": str(self.variants).split(),
        }


@dataclass(frozen=True)
class Result:
    """The end of one deal: the points of the single workers, best first, and the time that the turns took."""

    bot: str
    deal: int
    total: int
    workers: tuple[int, ...]
    professions: dict[str, int]
    seconds: float
    worst_seconds: float

    @property
    def rank(self) -> tuple[int, tuple[int, ...]]:
        """What is compared to see who wins: the total, then the best worker, and so on."""
        return self.total, tuple(points for points in self.workers if points)


def deal_order(setting: Setting, number: int) -> tuple[int, ...]:
    """The cards of a deal, the same for every bot."""
    return shuffled(setting.deck, f"arena {setting.seed} {number}")[:ROUNDS]


def play_deal(name: str, setting: Setting, number: int) -> Result:
    """Let a bot play a deal; it sees each card only when it is turned up."""
    bot = make_bot(name, seed=setting.seed * 1_000_003 + number)
    landscape = Landscape(setting.deck, setting.variants)
    times = []
    for card in deal_order(setting, number):
        start = time.perf_counter()
        turn = bot.choose(View(landscape, card), setting.budget)
        times.append(time.perf_counter() - start)
        landscape = landscape.play(card, turn)
    score = landscape.score()
    professions = {profession.value: 0 for profession in Profession}
    for worker in score.workers:
        professions[worker.profession.value] += worker.points
    return Result(name, number, score.total, score.best_first, professions, sum(times), max(times))
