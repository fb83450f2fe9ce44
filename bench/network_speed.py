"""How long the network takes for one landscape as search meets it: card laid, features listed, sum made."""

from time import process_time

from limes.bots.learned import learned
from limes.bots.weights import tuned
from limes.rules import ROUNDS, STANDARD, Variants
from limes.teaching.selfplay import SelfPlay

GAMES = 1500
FEW, MANY = 5, 45  # turns with each card that the network judges; all else is the same


def seconds(width: int) -> float:
    player = SelfPlay(tuned(), STANDARD, Variants(), 1, 0)
    player.follow(learned())
    player.greedy(50, width)
    begun = process_time()
    player.greedy(GAMES, width)
    return process_time() - begun


def main() -> None:
    # the first card has four turns, the last one is played by its points
    judged = GAMES * (ROUNDS - 2) * (MANY - FEW)
    print(f"{1e6 * (seconds(MANY) - seconds(FEW)) / judged:.2f} microseconds a landscape")


if __name__ == "__main__":
    main()
