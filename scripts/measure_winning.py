"""What playing to win gains: two experts' games, the last turns finished by one of them in both ways."""

import argparse
import random
from statistics import mean, stdev

from limes.bots import Bot, Budget, View
from limes.bots.searching import ExpertBot
from limes.bots.winning import LAST_TURNS, WinningBot
from limes.rules import ROUNDS, STANDARD, Landscape, places, shuffled

BUDGET = Budget(playouts=300)
Pair = tuple[Landscape, Landscape]


def begun(deal: int) -> tuple[Pair, list[int]]:
    """Two experts' landscapes before the last turns, and the cards not seen."""
    cards = shuffled(STANDARD, f"win-{deal}")
    one, other = Landscape(), Landscape()
    bots = ExpertBot(2 * deal), ExpertBot(2 * deal + 1)
    for card in cards[: ROUNDS - LAST_TURNS]:
        one = one.play(card, bots[0].choose(View(one, card), BUDGET))
        other = other.play(card, bots[1].choose(View(other, card), BUDGET))
    return (one, other), list(cards[ROUNDS - LAST_TURNS :])


def won(bot: Bot, pair: Pair, cards: list[int]) -> float:
    """Whether a bot wins against the expert with these last cards; half a win for a tie."""
    mine, theirs = pair
    expert = ExpertBot(1)
    for card in cards[:LAST_TURNS]:
        turn = bot.choose(View(mine, card, (theirs,)), BUDGET)
        reply = expert.choose(View(theirs, card, (mine,)), BUDGET)
        mine, theirs = mine.play(card, turn), theirs.play(card, reply)
    place, their_place = places([mine.score(), theirs.score()])
    return 0.5 if place == their_place else float(place == 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--endings", type=int, default=6, help="orders of the last cards for each deal")
    options = parser.parse_args()
    plain, gains = [], []
    for deal in range(options.first, options.first + options.deals):
        pair, cards = begun(deal)
        chance = random.Random(deal)
        orders = [chance.sample(cards, len(cards)) for _ in range(options.endings)]
        expert = mean(won(ExpertBot(2), pair, order) for order in orders)
        plain.append(expert)
        gains.append(mean(won(WinningBot(2), pair, order) for order in orders) - expert)
        if len(gains) % 10 == 0:
            error = stdev(gains) / len(gains) ** 0.5
            print(
                f"{len(gains)} deals: the expert wins {mean(plain):.3f}, "
                f"playing to win adds {mean(gains):+.4f} +- {error:.4f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
