"""Looking ahead: the replies that are kept for play-outs are those of their turn."""

import pytest

from limes.bots.learned import learned
from limes.bots.network import Network
from limes.bots.search import Search
from limes.bots.weights import tuned
from limes.core.state import State
from limes.rules import STANDARD, shuffled


@pytest.mark.parametrize("network", [None, learned()], ids=["tables", "network"])
@pytest.mark.parametrize("laid", [1, 6, 12])
def test_a_turn_is_worth_the_mean_of_the_replies_kept_with_it(network: Network | None, laid: int) -> None:
    search, state = Search(tuned(), 1, network), State()
    order = shuffled(STANDARD, "replies")
    for card in order[:laid]:
        state.play(card, str(search.greedy(state, card, 6)))
    seen = search.turns_with_replies(state, order[laid], 60)
    assert len({value for value, _ in seen}) > 20
    for value, replies in seen:
        assert len(replies) == len(STANDARD.numbers) - laid - 1
        assert sum(replies) / len(replies) == pytest.approx(value, abs=1e-4)
