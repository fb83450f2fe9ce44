"""All bots on all deals, wherever the work is done."""

from collections.abc import Callable, Iterable
from contextlib import closing

from limes.arena.deal import Result, Setting, play_deal
from limes.arena.engine import Engine, Processes

Task = tuple[str, Setting, int]


def run_deals(
    bots: list[str],
    setting: Setting,
    deals: int,
    *,
    engine: Engine | None = None,
    known: Iterable[Result] = (),
    tell: Callable[[Result], None] = lambda result: None,
) -> dict[str, list[Result]]:
    """The results of every bot on the deals that all of them have finished, in the order of the deals.

    `known` results are not played again, `tell` hears of each new one. Ctrl-C ends the play and gives what
    is there.
    """
    found = {(result.bot, result.deal): result for result in known}
    left = [(bot, setting, deal) for deal in range(deals) for bot in bots if (bot, deal) not in found]
    try:
        with closing((engine or Processes(1)).each(_play, left)) as results:
            for result in results:
                found[result.bot, result.deal] = result
                tell(result)
    except KeyboardInterrupt:
        pass
    complete = [deal for deal in range(deals) if all((bot, deal) in found for bot in bots)]
    return {bot: [found[bot, deal] for deal in complete] for bot in bots}


def _play(task: Task) -> Result:
    return play_deal(*task)
