"""All bots on all deals, on several cores."""

import signal
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context

from limes.arena.deal import Result, Setting, play_deal


def run_deals(
    bots: list[str],
    setting: Setting,
    deals: int,
    *,
    jobs: int = 1,
    known: Iterable[Result] = (),
    tell: Callable[[Result], None] = lambda result: None,
) -> dict[str, list[Result]]:
    """The results of every bot on the deals that all of them have finished, in the order of the deals.

    `known` results are not played again, `tell` hears of each new one. Ctrl-C ends the play and gives what
    is there.
    """
    found = {(result.bot, result.deal): result for result in known}
    left = [(bot, deal) for deal in range(deals) for bot in bots if (bot, deal) not in found]
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_leave_interrupts_alone)
    try:
        running: set[Future[Result]] = set()
        waiting = iter(left)
        while True:
            while len(running) < 2 * jobs and (task := next(waiting, None)):
                running.add(pool.submit(play_deal, task[0], setting, task[1]))
            if not running:
                break
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                result = future.result()
                found[result.bot, result.deal] = result
                tell(result)
    except KeyboardInterrupt:
        pass
    finally:
        _stop(pool)
    complete = [deal for deal in range(deals) if all((bot, deal) in found for bot in bots)]
    return {bot: [found[bot, deal] for deal in complete] for bot in bots}


def _leave_interrupts_alone() -> None:
    """Ctrl-C reaches every process of the terminal; only the one that prints the report acts on it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _stop(pool: ProcessPoolExecutor) -> None:
    """End the pool without waiting for deals that nobody will count."""
    for process in list((pool._processes or {}).values()):
        process.terminate()
    pool.shutdown(wait=True, cancel_futures=True)
