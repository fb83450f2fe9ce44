"""How far from the best possible? A penalised hindsight optimum; the best found, so no proven bound."""

from collections.abc import Sequence

from limes.bots.beam import Beam
from limes.bots.learned import learned
from limes.bots.par import check_order
from limes.bots.weights import tuned
from limes.rules import ROUNDS, Deck, Variants


def penalised_total(deck: Deck, variants: Variants, order: Sequence[int], width: int) -> float:
    """The best total in hindsight, less what hindsight is worth: what each card brings beyond the mean.

    The true maximum of this, averaged over deals, is no less than what any player can average, whatever the
    evaluation, and equals the best player's average if the evaluation is perfect. A beam finds less.
    The evaluation is the network.
    """
    check_order(deck, order)
    beam = Beam(tuned(), deck, variants, order, width, penalised=True, network=learned())
    for _ in range(ROUNDS):
        beam.advance(0.0)
    return beam.penalised_total
