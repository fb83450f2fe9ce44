"""Two turns in the same position, played on with the same cards: by how much the one is better."""

from collections.abc import Iterable
from functools import cache
from itertools import islice

from limes.coach.estimate import Estimate
from limes.coach.prospects import Prospects
from limes.core import State
from limes.lessons.player import after, best_of, ranked_turns
from limes.rules import STANDARD, Deck, LaidCard, Landscape, Move, Terrain, Turn
from limes.rules.geometry import Mask

ORDERS = 96  # of the cards to come
REPLIES = 64
SEED = 17
LIKELY = 8  # turns of a kind that the network chooses among
WIDE = 24  # turns that are looked at one card ahead
ALL_CARDS = 2 * len(STANDARD)  # to come, for somebody who has not counted


def difference(state: State, card: int, one: Turn, other: Turn) -> float:
    """By how many points the first turn is better."""
    if one == other:
        return 0.0
    states = [after(state, card, turn) for turn in (one, other)]
    (first, _), (second, _) = _estimate().worth(states, ORDERS, REPLIES, SEED, 0.0)
    return first - second


def foresight(state: State, card: int) -> Turn:
    """The best turn for somebody who looks one card ahead."""
    return _estimate().glance(state, card, WIDE, 0, None)[0][0]


def most_points(state: State, card: int) -> Turn:
    """The turn with the most points at once; of several the one that looks best."""
    totals = dict(state.turns(card))
    return max(ranked_turns(state, card), key=totals.__getitem__)


def closing(state: State, card: int) -> tuple[Turn, Turn] | None:
    """The best turn that closes a woodcutter's forest, and the best that closes none."""
    landscape = state.landscape()
    before = Prospects(landscape)
    forests = {
        zone: before.at(zone).mask
        for zone in landscape.workers
        if before.at(zone).terrain is Terrain.FOREST and before.open_sides(before.at(zone))
    }
    if not forests:
        return None
    closed: dict[tuple[str, str], bool] = {}

    def closes(turn: Turn) -> bool:
        place = turn.cell, turn.facing
        if place not in closed:
            closed[place] = _closes(landscape, card, turn, forests.values())
        return closed[place]

    stays = [turn for turn in ranked_turns(state, card) if not _leaves(turn, forests)]
    shut = best_of(state, card, islice((turn for turn in stays if closes(turn)), LIKELY))
    left = best_of(state, card, islice((turn for turn in stays if not closes(turn)), LIKELY))
    return (shut, left) if shut and left else None


def _leaves(turn: Turn, forests: Iterable[str]) -> bool:
    return isinstance(turn.action, Move) and turn.action.origin in forests


def _closes(landscape: Landscape, card: int, turn: Turn, forests: Iterable[Mask]) -> bool:
    laid = Prospects(landscape.play(card, turn._replace(action=None)))
    return any(laid.open_sides(laid.landscape.board.territory(mask & -mask)) == 0 for mask in forests)


def counted(state: State, card: int) -> tuple[Turn, Turn]:
    """What somebody plays who knows which cards are gone, and what somebody who thinks that all may come.

    Both choose with decks of about one size that hold more than one of each card, so that nothing but the
    mixture of the cards to come differs.
    """
    landscape = state.landscape()
    gone = [*(laid.number for laid in landscape.cards), card]
    left = [number for number in STANDARD.numbers if number not in gone]
    mixtures = left * round(ALL_CARDS / len(left)), [*STANDARD.numbers] * 2
    knowing, guessing = (_with_deck(landscape, gone, coming) for coming in mixtures)
    return foresight(knowing, len(gone)), foresight(guessing, len(gone))


def _with_deck(landscape: Landscape, gone: list[int], coming: list[int]) -> State:
    """The same landscape with a deck in which other cards are to come."""
    deck = Deck("lesson", tuple(STANDARD.face(number) for number in (*gone, *coming)))
    cards = tuple(
        LaidCard(number, laid.cell, laid.facing) for number, laid in enumerate(landscape.cards, start=1)
    )
    return State.from_landscape(Landscape(deck, landscape.variants, cards, landscape.workers))


@cache
def _estimate() -> Estimate:
    return Estimate()
