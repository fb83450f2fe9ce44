"""Before the memory of a Python that has the game is taken: everything is imported and used once."""

from limes.browser.bridge import Bridge
from limes.locale import LANGUAGES, language_for
from limes.plain import PlainPosition
from limes.rules import ROUNDS, STANDARD, Turn, Variants, shuffled
from limes.rules.landscape import BASIC

BRIDGE = Bridge()
"""What the worker talks to."""


def up() -> None:
    for language in LANGUAGES:
        language_for(language)
    for variants in (BASIC, Variants(diagonal=True, ferryman=True)):
        position = PlainPosition.start(STANDARD, variants)
        for card in shuffled(STANDARD, "warm")[:ROUNDS]:
            position.offer(card)
            turn: Turn = next(iter(position.landscape.turns(card))).turn
            position = position.after(card, turn)
