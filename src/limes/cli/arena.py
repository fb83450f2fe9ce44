"""`limes arena`: bots play the same deals, and the figures say which plays better."""

from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from gettext import gettext as _
from math import comb
from pathlib import Path
from typing import Any

from limes.arena import (
    Difference,
    Engine,
    Processes,
    Result,
    Setting,
    Store,
    Summary,
    compare,
    entered,
    game_of,
    run_deals,
    run_tables,
    still_true,
    summarise,
)
from limes.arena.deal import Player
from limes.arena.plot import plot
from limes.bots import Budget, bot_label, find_bot
from limes.cli import words
from limes.cli.columns import in_columns
from limes.cli.options import require_counts
from limes.cli.output import check_writable, print_json, write_file
from limes.cli.progress import progress
from limes.cli.source import given_deck, variants
from limes.cli.standings import against, differences_said, report_tables
from limes.rules import STANDARD, LimesError, Profession, write_record

MOST_SEED = 10**12  # times a million and more, it must still be a seed of a bot


def run(options: Namespace) -> None:
    players = entered(list(dict.fromkeys(map(bot_label, options.bots))))
    for player in players:
        find_bot(player.label)(0)
    require_counts(options, "deals", "jobs", "seats")
    require_counts(options, "seed", least=0, most=MOST_SEED)
    budget = (
        Budget(playouts=options.playouts) if options.playouts is not None else Budget(seconds=options.time)
    )
    deck = given_deck(options) or STANDARD
    setting = Setting(options.seed, budget, deck, variants(options), options.seats)
    bots = [player.label for player in players]
    if options.records:
        check_writable(options.records)
    if options.seats > 1:
        if options.plot:
            raise LimesError("{option} cannot be used with {other}", option="--plot", other="--seats")
        with _playing(players, setting, options) as given:
            tables = run_tables(bots, setting, options.deals, **given)
        _write_records(tables, setting, options)
        report_tables(tables, json=options.json)
        return
    with _playing(players, setting, options) as given:
        results = run_deals(bots, setting, options.deals, **given)
    alone = [(result,) for deal in zip(*results.values(), strict=True) for result in deal]
    _write_records(alone, setting, options)
    _report_deals(results, options)


def _write_records(tables: Sequence[tuple[Result, ...]], setting: Setting, options: Namespace) -> None:
    if options.records:
        write_file(options.records, "\n".join(write_record(game_of(table, setting)) for table in tables))


def _report_deals(results: dict[str, list[Result]], options: Namespace) -> None:
    if not all(results.values()):
        raise LimesError("no deal was finished by all bots")
    summaries, differences = summarise(results), compare(results)
    if options.json:
        print_json([{**each.as_json(), "against": against(each.bot, differences)} for each in summaries])
    else:
        print("\n".join(_report(summaries, differences)))
    if options.plot:
        plot(summaries, Path(options.plot))


@contextmanager
def _playing(players: list[Player], setting: Setting, options: Namespace) -> Iterator[dict[str, Any]]:
    """Where the arena plays, what it knows already, and who is told of its results: file and progress."""
    store = Store(Path(options.resume), setting) if options.resume else None
    known = [] if store is None else still_true(store.results, players)
    if options.records:
        known = [result for result in known if result.turns]  # those of older releases are played again
    labels = {player.label for player in players}
    finished = {
        (result.bot, result.opponents, result.deal)
        for result in known
        if result.deal < options.deals and labels.issuperset(result.opponents)
    }
    wanted = comb(len(players), setting.seats) * setting.seats * options.deals
    with progress(_("playing")) as show, _engine(options) as engine:

        def tell(result: Result) -> None:
            if store is not None:
                store.add(result)
            finished.add((result.bot, result.opponents, result.deal))
            show(len(finished) / wanted)

        show(len(finished) / max(wanted, 1))
        yield {"engine": engine, "known": known, "tell": tell}


@contextmanager
def _engine(options: Namespace) -> Iterator[Engine]:
    """Processes of this machine, or the cluster that was asked for."""
    if options.ray is None:
        yield Processes(options.jobs)
        return
    from limes.arena.cluster import Cluster  # noqa: PLC0415

    cluster = Cluster(options.ray)
    try:
        yield cluster
    finally:
        cluster.leave()


def _report(summaries: list[Summary], differences: list[Difference]) -> list[str]:
    deals = len(summaries[0].scores)
    rows = [
        ("", [each.bot for each in summaries]),
        (_("deals"), [str(deals)] * len(summaries)),
        (_("mean"), [f"{each.mean:.2f}" for each in summaries]),
        (_("standard error"), [f"{each.stderr:.2f}" for each in summaries]),
        (_("quartiles"), ["/".join(f"{quartile:g}" for quartile in each.quartiles) for each in summaries]),
        *(
            (words.profession(profession), [f"{each.professions[profession]:.0%}" for each in summaries])
            for profession in Profession
        ),
        (_("wins"), [f"{each.wins:g}" for each in summaries]),
        (_("ms per turn"), [f"{each.seconds_per_turn * 1000:.1f}" for each in summaries]),
        (_("ms at worst"), [f"{each.worst_seconds * 1000:.1f}" for each in summaries]),
    ]
    return in_columns(rows) + differences_said(differences)
