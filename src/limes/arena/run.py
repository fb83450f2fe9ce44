"""All bots on all deals, alone or at tables, wherever the work is done."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from itertools import combinations

from limes.arena.deal import Player, Result, Setting, opponents_of, play_table
from limes.arena.engine import Engine, Here
from limes.bots import Entrant
from limes.rules import LimesError

Bots = Iterable[Entrant] | Mapping[str, Entrant]
Task = tuple[tuple[Player, ...], Setting, int]
Place = tuple[str, tuple[str, ...], int]


def run_deals(
    bots: Bots,
    setting: Setting,
    deals: int,
    *,
    engine: Engine | None = None,
    known: Iterable[Result] = (),
    tell: Callable[[Result], None] = lambda result: None,
) -> dict[str, list[Result]]:
    """The results of every bot on the deals that all of them have finished, in the order of the deals.

    Bots are names, objects with a method `choose`, classes of such objects, or functions of a view; a mapping
    names them. They play in this process unless you give another `engine`, such as `Processes(4)`. `known`
    results are not repeated; `tell` is called with each new one. Ctrl-C stops and returns the results so far.
    """
    players = entered(bots)
    alone = [(player,) for player in players]
    tables = _run(alone, setting, deals, engine=engine, known=known, tell=tell)
    complete = [found for found in tables if len(found) == len(players)]
    return {player.label: [found[seat][0] for found in complete] for seat, player in enumerate(players)}


def run_tables(
    bots: Bots,
    setting: Setting,
    deals: int,
    *,
    engine: Engine | None = None,
    known: Iterable[Result] = (),
    tell: Callable[[Result], None] = lambda result: None,
) -> list[tuple[Result, ...]]:
    """A round robin: on every deal, each group of `setting.seats` bots meets at a table.

    The results of a table are adjacent; only deals on which all tables have finished are included. The rest
    is as in `run_deals`.
    """
    players = entered(bots)
    if setting.seats < 2:
        raise LimesError("bots meet at tables with 2 or more seats, not {seats}", seats=setting.seats)
    if setting.seats > len(players):
        raise LimesError(
            "{seats} seats need at least {seats} bots, but there are only {bots}",
            bots=len(players),
            seats=setting.seats,
        )
    tables = list(combinations(players, setting.seats))
    found = _run(tables, setting, deals, engine=engine, known=known, tell=tell)
    return [table for deal in found if len(deal) == len(tables) for table in deal]


def entered(bots: Bots) -> list[Player]:
    """The bots of an arena; `LimesError` if two have the same name."""
    if isinstance(bots, Mapping):
        return [Player.of(entrant, label) for label, entrant in bots.items()]
    players = [Player.of(entrant) for entrant in bots]
    for player in players:
        if sum(other.label == player.label for other in players) > 1:
            raise LimesError("two bots are called {name!r}", name=player.label)
    return players


def still_true(results: Iterable[Result], players: Iterable[Player]) -> list[Result]:
    """The results that are still valid: those of a bot that was edited since then are left out."""
    marks = {player.label: player.mark for player in players}
    return [result for result in results if marks.get(result.bot) == result.mark]


def _run(
    tables: Sequence[tuple[Player, ...]],
    setting: Setting,
    deals: int,
    *,
    engine: Engine | None,
    known: Iterable[Result],
    tell: Callable[[Result], None],
) -> list[list[tuple[Result, ...]]]:
    """The results of the finished tables, deal by deal."""
    players = dict.fromkeys(player for table in tables for player in table)
    found = {(result.bot, result.opponents, result.deal): result for result in still_true(known, players)}

    def finished(table: tuple[Player, ...], deal: int) -> bool:
        return all(place in found for place in _places(table, deal))

    left = [(table, setting, deal) for deal in range(deals) for table in tables if not finished(table, deal)]
    try:
        with closing((engine or Here()).each(_play, left)) as played:
            for results in played:
                for result in results:
                    found[result.bot, result.opponents, result.deal] = result
                    tell(result)
    except KeyboardInterrupt:
        pass
    return [
        [tuple(found[place] for place in _places(table, deal)) for table in tables if finished(table, deal)]
        for deal in range(deals)
    ]


def _places(table: tuple[Player, ...], deal: int) -> list[Place]:
    return [(player.label, opponents_of(player, table), deal) for player in table]


def _play(task: Task) -> tuple[Result, ...]:
    return play_table(*task)
