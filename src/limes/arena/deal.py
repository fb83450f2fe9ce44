"""One deal played by bots, each alone or all at one table, and what came of it."""

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

from limes.bots import Bot, Budget, Entrant, View, bot_label, bot_maker, bot_mark
from limes.bots.importing import failed_at
from limes.rules import ROUNDS, STANDARD, Deck, Landscape, LimesError, Profession, Turn, Variants, shuffled
from limes.rules.landscape import BASIC


@dataclass(frozen=True)
class Setting:
    """What all bots of an arena share."""

    seed: int
    budget: Budget
    deck: Deck = STANDARD
    variants: Variants = BASIC
    seats: int = 1  # at a table

    def as_json(self) -> dict[str, object]:
        return {
            "seed": self.seed,
            **asdict(self.budget),
            "deck": list(self.deck.faces),
            "variants": str(self.variants).split(),
            "seats": self.seats,
        }


class Player(NamedTuple):
    """A bot in the arena, with the name that its results have and the mark of its file."""

    label: str
    entrant: Entrant
    mark: str

    @staticmethod
    def of(entrant: Entrant, label: str | None = None) -> "Player":
        return Player(label or bot_label(entrant), entrant, bot_mark(entrant))


class Laid(NamedTuple):
    """A turn, and how long a bot took for it."""

    turn: str
    seconds: float


@dataclass(frozen=True)
class Result:
    """The result of one deal: the points of the single workers, best first, and the time the turns took."""

    bot: str
    deal: int
    total: int
    workers: tuple[int, ...]
    professions: dict[str, int]
    seconds: float
    worst_seconds: float
    opponents: tuple[str, ...] = ()
    mark: str = ""  # of the file in which somebody wrote a bot of their own
    turns: tuple[str, ...] = ()  # of every round; results of older releases have none

    @property
    def rank(self) -> tuple[int, tuple[int, ...]]:
        """What is compared to see who wins: the total, then the best worker, and so on."""
        return self.total, tuple(points for points in self.workers if points)


def deal_name(setting: Setting, number: int) -> str:
    """What the cards of a deal follow from."""
    return f"arena {setting.seed} {number}"


def deal_order(setting: Setting, number: int) -> tuple[int, ...]:
    """The cards of a deal, the same for every bot."""
    return shuffled(setting.deck, deal_name(setting, number))[:ROUNDS]


def play_deal(bot: Entrant, setting: Setting, number: int) -> Result:
    """Let a bot play a deal alone; it sees each card only when it is turned up.

    The bot is a name, an object with a method `choose`, a class of such objects, or a function of a view.
    """
    [result] = play_table([Player.of(bot)], setting, number)
    return result


def play_table(players: Sequence[Player], setting: Setting, number: int) -> tuple[Result, ...]:
    """Let bots play a deal at one table: each sees the landscapes of the others after every round."""
    bots = [bot_maker(player.entrant)(setting.seed * 1_000_003 + number) for player in players]
    landscapes = [Landscape(setting.deck, setting.variants)] * len(bots)
    laid: list[list[Laid]] = [[] for _ in bots]
    for card in deal_order(setting, number):
        shown, landscapes = landscapes, []
        for seat, bot in enumerate(bots):
            view = View(shown[seat], card, (*shown[:seat], *shown[seat + 1 :]))
            start = time.perf_counter()
            turn = _chosen(bot, view, setting.budget, players[seat].label, number)
            laid[seat].append(Laid(str(turn), time.perf_counter() - start))
            landscapes.append(_played(shown[seat], card, turn, players[seat].label, number))
    return tuple(
        _result(player, opponents_of(player, players), number, end, turns)
        for player, end, turns in zip(players, landscapes, laid, strict=True)
    )


def opponents_of(player: Player, table: Sequence[Player]) -> tuple[str, ...]:
    """The others at a table, by name: in which order they were entered changes nothing."""
    return tuple(sorted(other.label for other in table if other.label != player.label))


def _chosen(bot: Bot, view: View, budget: Budget, label: str, deal: int) -> Turn:
    try:
        return bot.choose(view, budget)
    except Exception as error:
        place = failed_at(error)
        if place is None and isinstance(error, LimesError):
            raise
        error.add_note(f"{label} chose a turn with card {view.card} of deal {deal} in: {view.landscape}")
        if place is None:
            raise
        raise LimesError(
            "deal {deal}, card {card}: {bot} failed in {file}, line {line}: {reason}",
            deal=deal,
            card=view.card,
            bot=label,
            file=place[0],
            line=place[1],
            reason=f"{type(error).__name__}: {error}",
        ) from error


def _played(landscape: Landscape, card: int, turn: Turn, label: str, deal: int) -> Landscape:
    try:
        return landscape.play(card, turn)
    except LimesError as error:
        raise LimesError(
            "deal {deal}, card {card}: {bot} chose {turn}, but {reason}",
            deal=deal,
            card=card,
            bot=label,
            turn=turn,
            reason=error.message,
        ) from None


def _result(
    player: Player, opponents: tuple[str, ...], deal: int, landscape: Landscape, laid: list[Laid]
) -> Result:
    score = landscape.score()
    times = [each.seconds for each in laid]
    professions = {profession.value: 0 for profession in Profession}
    for worker in score.workers:
        professions[worker.profession.value] += worker.points
    return Result(
        bot=player.label,
        deal=deal,
        total=score.total,
        workers=score.best_first,
        professions=professions,
        seconds=sum(times),
        worst_seconds=max(times),
        opponents=opponents,
        mark=player.mark,
        turns=tuple(each.turn for each in laid),
    )
