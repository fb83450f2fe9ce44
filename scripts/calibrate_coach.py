"""Measure the coach's figures on games of bots.

`fit` finds them and `check` tries them; `start` tries the value before the first card with less chance, as it
takes the luck of the deals off; `noise` plays on what is called a mistake.
"""

import argparse
import json
from statistics import mean, stdev
from typing import NamedTuple

from limes.arena import Engine, Processes
from limes.arena.cluster import Cluster
from limes.bots import Budget, View, make_bot
from limes.bots.learned import learned
from limes.bots.search import Search
from limes.bots.weights import tuned
from limes.coach.calibration import CALIBRATION, EXACT, Calibration
from limes.coach.effort import Effort
from limes.coach.estimate import Estimate
from limes.coach.review import Review, review, start_value
from limes.core import State
from limes.rules import ROUNDS, STANDARD, Deck, Game, Variants, shuffled
from limes.teaching.decks import any_deck, held_out_seeds
from limes.teaching.long_play import LongPlay

BOTS = ("expert", "greedy", "expert:skilled", "expert:player")
PLAYOUTS = 800
CORRECTED = ROUNDS - EXACT
MANY_ORDERS = 4000
PLAIN_ORDERS = 1000
PLAIN_WIDTH = 6  # as long play-outs judge
LONG = Effort(seconds=60.0)  # so that a busy machine changes nothing


class Kind(NamedTuple):
    """The games that are measured: one of each deal, with a held-out deck or with variants."""

    decks: int | None  # how many take turns; None: the standard deck
    variants: Variants

    def deck(self, deal: int) -> Deck:
        return STANDARD if self.decks is None else any_deck(held_out_seeds(self.decks)[deal % self.decks])


def played(bot: str, deck: Deck, variants: Variants, deal: str) -> Game:
    """A bot's solo game on a deal."""
    chooser = make_bot(bot, seed=1)
    game = Game((bot,), deck, variants, id=deal)
    for card in shuffled(deck, deal)[:ROUNDS]:
        game = game.turn_up(card)
        game = game.play(0, chooser.choose(View(game.landscapes[0], card), Budget(playouts=PLAYOUTS)))
    return game


Task = tuple[str, int, Kind, Calibration]


def reviews(engine: Engine, bot: str, deals: range, kind: Kind, calibration: Calibration) -> list[Review]:
    """The reviews of a bot's games, in the order of the deals."""
    found = dict(engine.each(reviewed, [(bot, deal, kind, calibration) for deal in deals]))
    return [found[deal] for deal in deals]


def reviewed(task: Task) -> tuple[int, Review]:
    bot, deal, kind, calibration = task
    game = played(bot, kind.deck(deal), kind.variants, f"coach-{deal}")
    return deal, review(game, 0, LONG, calibration)


def said(bot: str, found: list[Review]) -> dict[str, object]:
    luck, lost = [each.luck / 10 for each in found], [each.lost / 10 for each in found]
    return {
        "bot": bot,
        "games": len(found),
        "total": round(mean(each.total for each in found), 2),
        "luck": round(mean(luck), 2),
        "standard error": round(stdev(luck) / len(luck) ** 0.5, 2),
        "spread": round(stdev(luck), 2),
        "lost": round(mean(lost), 2),
        "luck by round": [
            round(mean(each.turns[turn].luck for each in found) / 10, 2) for turn in range(ROUNDS)
        ],
    }


def fit(engine: Engine, deals: range, kind: Kind) -> None:
    """Least squares over the bots: mean luck = gain a card + the part repaired of what was lost."""
    points = []
    for bot in BOTS:
        bare = CALIBRATION._replace(gain_a_card=0.0, gain_an_odd_card=0.0, repaired=0.0)
        found = reviews(engine, bot, deals, kind, bare)
        print(json.dumps(said(bot, found)), flush=True)
        lost = mean(sum(turn.lost for turn in each.turns[:CORRECTED]) / 10 for each in found)
        points.append((lost, mean(each.luck for each in found) / 10))
    middle_x, middle_y = mean(x for x, _ in points), mean(y for _, y in points)
    slope = sum((x - middle_x) * (y - middle_y) for x, y in points) / sum(
        (x - middle_x) ** 2 for x, _ in points
    )
    gain = (middle_y - slope * middle_x) / CORRECTED
    print(json.dumps({"gain a card": round(gain, 3), "repaired": round(slope, 3)}))


def check(engine: Engine, deals: range, kind: Kind) -> None:
    for bot in BOTS:
        print(json.dumps(said(bot, reviews(engine, bot, deals, kind, CALIBRATION))), flush=True)


def start(engine: Engine, deals: range, kind: Kind) -> None:
    """The expert's mean luck over all deals: its mean beyond the start value.

    What it gains on some deals beyond plain play is added to the mean of plain play on many orders.
    """
    decks = {kind.deck(deal).faces: kind.deck(deal) for deal in deals}
    plain = {
        faces: mean(LongPlay().finals(State(deck, kind.variants), 0, PLAIN_ORDERS, 1))
        - start_value(deck, kind.variants) / 10
        for faces, deck in decks.items()
    }
    luck: dict[tuple[str, ...], list[float]] = {faces: [] for faces in decks}
    for deal, gained in engine.each(beyond_plain, [(deal, kind) for deal in deals]):
        faces = kind.deck(deal).faces
        luck[faces].append(gained + plain[faces])
    for faces, each in luck.items():
        print(json.dumps({"deck": decks[faces].name, **around(each)}), flush=True)
    print(json.dumps({"deck": "all", **around([one for each in luck.values() for one in each])}))


def beyond_plain(task: tuple[int, Kind]) -> tuple[int, float]:
    """What the expert's total on a deal is beyond that of play without a search."""
    deal, kind = task
    deck, search = kind.deck(deal), Search(tuned(), 1, learned())
    expert, plain = State(deck, kind.variants), State(deck, kind.variants)
    for card in shuffled(deck, f"coach-{deal}")[:ROUNDS]:
        expert.play(card, search.expert(expert, card, 0, PLAYOUTS))
        plain.play(card, search.greedy(plain, card, PLAIN_WIDTH))
    return deal, expert.total - plain.total


def around(luck: list[float]) -> dict[str, object]:
    error = stdev(luck) / len(luck) ** 0.5 if len(luck) > 1 else None
    return {"games": len(luck), "luck": round(mean(luck), 2), "standard error": error and round(error, 2)}


def noise(engine: Engine, deals: range, kind: Kind) -> None:
    """How many of the turns called mistakes are still worse when far more orders are played."""
    estimate = Estimate()
    for bot in BOTS:
        losses = []
        for each in reviews(engine, bot, deals, kind, CALIBRATION):
            for turn in each.turns[:CORRECTED]:
                if turn.lost:
                    states = [State.from_landscape(o.landscape) for o in (turn.played, turn.best)]
                    (here, _), (there, _) = estimate.worth(states, MANY_ORDERS, 1, 77, 0)
                    losses.append((turn.lost / 10, (1 - CALIBRATION.repaired) * (there - here)))
        report: dict[str, object] = {
            "bot": bot,
            "called mistakes a game": round(len(losses) / len(deals), 2),
        }
        if losses:
            report |= {
                "still worse": round(mean(again > 0 for _, again in losses), 3),
                "said to lose": round(mean(lost for lost, _ in losses), 2),
                "lose": round(mean(again for _, again in losses), 2),
            }
        print(json.dumps(report), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("fit", "check", "start", "noise"))
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--decks", type=int, help="so many held-out decks in turn, not the standard one")
    parser.add_argument("--ferryman", action="store_true")
    parser.add_argument("--diagonal", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--ray", nargs="?", const="", metavar="ADDRESS", help="on a Ray cluster instead")
    options = parser.parse_args()
    if options.deals < 2:
        parser.error("--deals: a spread needs at least 2 deals")
    wanted = range(options.first, options.first + options.deals)
    games = Kind(options.decks, Variants(diagonal=options.diagonal, ferryman=options.ferryman))
    engine = Processes(options.jobs) if options.ray is None else Cluster(options.ray)
    {"fit": fit, "check": check, "start": start, "noise": noise}[options.what](engine, wanted, games)
