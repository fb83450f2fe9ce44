from typing import Any

from limes.bots.evaluation import Evaluation
from limes.bots.network import Network
from limes.rules import Deck, Variants

GROUP: int  # turns of one position
SAMPLES: int  # landscapes of one game
LENGTH: int  # room for the features of a landscape
EMPTY_ROW: int  # what fills the room that is left

class SelfPlay:
    """A source of games to learn from; the GIL is free while it plays."""

    def __init__(
        self,
        tables: Evaluation,
        deck: Deck,
        variants: Variants,
        seed: int,
        stream: int,
        width: int = 4,
        fade: float = 0.9,
        chance: float = 0.15,
        exact: float = 0.03,
    ) -> None:
        """With each card `width` turns are judged; `fade` is TD's lambda.

        `chance` is the part of turns made at random, `exact` the part of positions before the last two cards
        that are solved.
        """

    def change_game(self, deck: Deck, variants: Variants) -> None:
        """Play with this deck and these variants from now on; not while it plays."""

    def follow(self, network: Network) -> None:
        """Play by this network from now on."""

    def play(self, rows: Any, left: Any, now: Any, aim: Any, end: Any) -> float:
        """Fill the arrays with whole games, SAMPLES landscapes each; gives the mean total of these games.

        `rows` are the features, `left` the cards to come, `now` the total, `aim` what the play-outs came
        to and `end` the final total of one of them, for one turn of each position; NaN for the others.
        """

    def greedy(self, games: int, width: int) -> float:
        """The mean total of games; the network chooses among so many turns that the tables like best."""
