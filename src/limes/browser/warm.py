"""Before the memory of a Python that has the game is taken: everything is imported and used once."""

from limes.browser.bridge import Bridge
from limes.locale import LANGUAGES, language_for
from limes.plain import BOTS, PlainPosition, make_bot
from limes.puzzles import load_puzzles
from limes.rules import ROUNDS, STANDARD, Variants, shuffled
from limes.rules.landscape import BASIC
from limes.server.study import puzzling

BRIDGE = Bridge()
"""What the worker talks to."""


def up() -> None:
    for language in LANGUAGES:
        language_for(language)
    bots = [make_bot(name) for name in BOTS]
    for variants in (BASIC, Variants(diagonal=True, ferryman=True)):
        position = PlainPosition.start(STANDARD, variants)
        for number, card in enumerate(shuffled(STANDARD, "warm")[:ROUNDS]):
            position.offer(card)
            turn = bots[number % len(bots)].choose(position.landscape, card)
            position = position.after(card, turn)
    puzzle = load_puzzles()[0]
    puzzling.solution(puzzle, puzzle.likely, language_for(LANGUAGES[0]))
