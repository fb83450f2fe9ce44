"""`limes arena`: bots play the same deals, and the figures say which plays better."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from gettext import gettext as _
from pathlib import Path

from limes.arena import (
    Difference,
    Engine,
    Processes,
    Result,
    Setting,
    Store,
    Summary,
    compare,
    run_deals,
    summarise,
)
from limes.arena.plot import plot
from limes.bots import Budget, make_bot
from limes.cli import words
from limes.cli.output import print_json
from limes.cli.progress import progress
from limes.cli.source import given_deck, variants
from limes.rules import STANDARD, LimesError, Profession


def run(options: Namespace) -> None:
    bots = list(dict.fromkeys(options.bots))
    for bot in bots:
        make_bot(bot)
    _check_counts(options)
    budget = (
        Budget(playouts=options.playouts) if options.playouts is not None else Budget(seconds=options.time)
    )
    setting = Setting(options.seed, budget, given_deck(options) or STANDARD, variants(options))
    results = _results(bots, setting, options)
    if not results[bots[0]]:
        raise LimesError("no deal was finished by all bots")
    summaries, differences = summarise(results), compare(results)
    if options.json:
        print_json([{**each.as_json(), "against": _against(each.bot, differences)} for each in summaries])
    else:
        print("\n".join(_report(summaries, differences)))
    if options.plot:
        plot(summaries, Path(options.plot))


def _check_counts(options: Namespace) -> None:
    for name in ("deals", "jobs"):
        if getattr(options, name) < 1:
            raise LimesError(
                "{option} is 1 or more, not {value}", option=f"--{name}", value=getattr(options, name)
            )


def _results(bots: list[str], setting: Setting, options: Namespace) -> dict[str, list[Result]]:
    store = Store(Path(options.resume), setting) if options.resume else None
    known = [] if store is None else store.results
    known = [result for result in known if result.bot in bots and result.deal < options.deals]
    wanted = len(bots) * options.deals
    finished = len(known)
    with progress(_("playing")) as show:

        def tell(result: Result) -> None:
            nonlocal finished
            if store is not None:
                store.add(result)
            finished += 1
            show(finished / wanted)

        show(finished / wanted)
        with _engine(options) as engine:
            return run_deals(bots, setting, options.deals, engine=engine, known=known, tell=tell)


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


def _against(bot: str, differences: list[Difference]) -> list[dict[str, object]]:
    """The paired differences in which this bot is named first."""
    return [
        {
            "bot": each.second,
            "difference": each.mean,
            "margin": each.margin,
            "wins": each.wins,
            "ties": each.ties,
            "losses": each.losses,
        }
        for each in differences
        if each.first == bot
    ]


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
        (_("ms a turn"), [f"{each.seconds_per_turn * 1000:.1f}" for each in summaries]),
        (_("ms at worst"), [f"{each.worst_seconds * 1000:.1f}" for each in summaries]),
    ]
    first = max(len(name) for name, _cells in rows)
    widths = [max(map(len, column)) for column in zip(*(cells for _name, cells in rows), strict=True)]
    lines = [
        f"{name:<{first}}  "
        + "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        for name, cells in rows
    ]
    said = _(
        "{first} - {second}: {mean:+.2f} ± {margin:.2f} points (95%), {wins} won, {ties} tied, {losses} lost"
    )
    return lines + [said.format(**vars(each)) for each in differences]
