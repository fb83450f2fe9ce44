"""Random games in which the core and the rules are held against each other, turn by turn."""

import random
from itertools import product

from limes.core import State
from limes.rules import STANDARD, Deck, Landscape, Turn, Variants
from limes.rules.deck import FACE_LETTERS, ROUNDS

VARIANTS = [Variants(*both) for both in product((False, True), repeat=2)]
LETTER = {"field": "f", "water": "w", "forest": "t", "rock": "r"}


def random_deck(rng: random.Random) -> Deck:
    """Any faces at all, drawn from as few letters as one, so that huge and tiny territories come up."""
    letters = rng.sample(FACE_LETTERS, rng.randint(1, len(FACE_LETTERS)))
    size = rng.choice((16, 24, 40, 63, 64))
    return Deck("random", tuple("".join(rng.choices(letters, k=4)) for _ in range(size)))


def random_landscape_turn(landscape: Landscape, card: int, rng: random.Random) -> Turn:
    """A legal turn by the rules: cell, facing and action, each at random; moves are as likely as the rest."""
    placement = rng.choice(list(landscape.placements(card)))
    actions = [action for action, _ in placement.actions()]
    moves = [action for action in actions[1:] if str(action).startswith(":")]
    action = rng.choice(moves) if moves and rng.random() < 0.5 else rng.choice(actions)
    return Turn(placement.cell, placement.facing, action)


def territories(landscape: Landscape) -> list[tuple[str, tuple[str, ...], int, int]]:
    """The rules' territories as the core reports them."""
    from limes.rules.scoring import points

    board = landscape.board
    return [
        (
            LETTER[territory.terrain],
            territory.zones,
            points(board, territory),
            sum(zone in territory.zones for zone in landscape.workers),
        )
        for territory in board.territories
    ]


def compare_game(seed: int, every_turn_in: int) -> None:
    """One random game; every legal turn is compared in one position of so many."""
    rng = random.Random(seed)
    deck = STANDARD if rng.random() < 0.25 else random_deck(rng)
    variants = VARIANTS[seed % len(VARIANTS)]
    landscape, state = Landscape(deck, variants), State(deck, variants)
    for card in rng.sample(deck.numbers, ROUNDS):
        if rng.randrange(every_turn_in) == 0:
            expected = dict(landscape.turns(card))
            found = state.turns(card)
            assert dict(found) == expected, landscape
            assert len(found) == state.count_turns(card) == len(expected), landscape
        turn = random_landscape_turn(landscape, card, rng)
        landscape = landscape.play(card, turn)
        state.play(card, str(turn))
        assert state.total == landscape.total, landscape
        assert state.workers == landscape.workers, landscape
        assert [tuple(territory) for territory in state.territories] == territories(landscape), landscape
    assert state.landscape() == landscape
    assert state.finished
