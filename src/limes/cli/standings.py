"""`limes arena --seats`: what came of a round robin at tables, and how pairs of bots did."""

from gettext import gettext as _

from limes.arena import Difference, Result, Standing, meetings, standings
from limes.cli.columns import in_columns
from limes.cli.output import print_json
from limes.rules import LimesError


def report_tables(tables: list[tuple[Result, ...]], *, json: bool) -> None:
    if not tables:
        raise LimesError("no deal was finished by all bots")
    found, differences = standings(tables), meetings(tables)
    if json:
        print_json([{**each.as_json(), "against": against(each.bot, differences)} for each in found])
        return
    lines = in_columns(_rows(found)) + differences_said(differences)
    print("\n".join(lines))
    if found[0].rating is None:
        print(_("Ratings need openskill: {command}").format(command="pip install 'limes[ratings]'"))


def _rows(found: list[Standing]) -> list[tuple[str, list[str]]]:
    rows = [
        ("", [each.bot for each in found]),
        (_("tables"), [str(each.tables) for each in found]),
        (_("mean"), [f"{each.mean:.2f}" for each in found]),
        (_("standard error"), [f"{each.stderr:.2f}" for each in found]),
        (_("wins"), [f"{each.wins:g}" for each in found]),
        (_("share of wins"), [f"{each.win_share:.1%}" for each in found]),
        (_("standard error"), [f"{each.win_stderr:.1%}" for each in found]),
    ]
    rated = [each.rating for each in found if each.rating]
    if rated:
        rows += [
            (_("rating"), [f"{each.mean:.1f}" for each in rated]),
            (_("standard error"), [f"{each.error:.1f}" for each in rated]),
        ]
    return rows


def against(bot: str, differences: list[Difference]) -> list[dict[str, object]]:
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


def differences_said(differences: list[Difference]) -> list[str]:
    said = _(
        "{first} – {second}: {mean:+.2f} ± {margin:.2f} points (95%), {wins} won, {ties} tied, {losses} lost"
    )
    return [said.format(**vars(each)) for each in differences]
