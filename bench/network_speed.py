"""How long the network takes for one landscape as search meets it: card laid, features listed, sum made."""

from time import process_time

from limes.bots.learned import learned
from limes.bots.weights import tuned
from limes.rules import ROUNDS, STANDARD, Deck, Variants
from limes.teaching.selfplay import SelfPlay

GAMES = 1500
FEW, MANY = 5, 45  # turns with each card that the network judges; all else is the same


LARGEST = Deck("largest", (*STANDARD.faces, *STANDARD.faces, *STANDARD.faces[:16]))


def seconds(width: int, deck: Deck, variants: Variants) -> float:
    player = SelfPlay(tuned(), deck, variants, 1, 0)
    player.follow(learned())
    player.greedy(50, width)
    begun = process_time()
    player.greedy(GAMES, width)
    return process_time() - begun


def main() -> None:
    # the first card has four turns, the last one is played by its points
    judged = GAMES * (ROUNDS - 2) * (MANY - FEW)
    for name, deck, variants in (
        ("standard deck", STANDARD, Variants()),
        ("64 cards, both variants", LARGEST, Variants(diagonal=True, ferryman=True)),
    ):
        spent = seconds(MANY, deck, variants) - seconds(FEW, deck, variants)
        print(f"{name}: {1e6 * spent / judged:.2f} microseconds a landscape")


if __name__ == "__main__":
    main()
