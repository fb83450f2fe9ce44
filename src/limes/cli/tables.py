"""`limes tables`: what an operator does with single tables, also while a server runs."""

import json
from argparse import Namespace
from gettext import gettext as _
from math import inf
from typing import TYPE_CHECKING, Any

from limes.cli.operator import moment, opened_log
from limes.cli.options import require_counts
from limes.cli.output import one_line, print_json
from limes.rules import LimesError

if TYPE_CHECKING:
    from limes.server.store import Log, TableRow

CLOSED_BY_OPERATOR = "operator"


def run(options: Namespace) -> None:
    with opened_log(options.database) as log:
        ACTIONS[options.action](log, options)


def _list(log: "Log", options: Namespace) -> None:
    from limes.server.store import survey  # noqa: PLC0415

    require_counts(options, "most")
    if options.untouched is not None and not 0 <= options.untouched < inf:
        raise LimesError(
            "{option} must be a number of days, 0 or more, not {value:g}",
            option="--untouched",
            value=options.untouched,
        )
    rows = survey(
        log,
        state=options.state,
        untouched_days=options.untouched,
        guest=options.guest,
        largest=options.largest,
        most=options.most,
    )
    shown = _as_json(log, rows)
    if options.json:
        print_json(shown)
        return
    for table in shown:
        players = ", ".join(str(seat["name"] or "-") for seat in table["seats"])
        print(one_line(f"{table['table']}  {table['state']:8}  {table['touched']}  {players}"))


def _show(log: "Log", options: Namespace) -> None:
    [shown] = _as_json(log, _rows(log, options.tables))
    seats = range(len(shown["seats"]))  # of a damaged table, nobody knows them
    for holding in log.all_holdings(shown["table"]):
        if holding.guest and holding.seat in seats:
            shown["seats"][holding.seat]["guests"].append(holding.guest)
    if options.json:
        print_json(shown)
        return
    seats = shown.pop("seats")
    for name, value in shown.items():
        print(one_line(f"{name:11} {'-' if value is None else value}"))
    for number, seat in enumerate(seats):
        shown_seat = f"seat {number:<6} {seat['kind']!s:7} {seat['name']}  {' '.join(seat['guests'])}"
        print(one_line(shown_seat.rstrip()))


def _close(log: "Log", options: Namespace) -> None:
    from limes.server.entries import Batch, Entry, Stored  # noqa: PLC0415

    rows = _rows(log, options.tables)
    outcomes = log.write(Batch([Entry(row.id, "closed", body=CLOSED_BY_OPERATOR) for row in rows]))
    closed = [row.id for row, outcome in zip(rows, outcomes, strict=True) if isinstance(outcome, Stored)]
    if options.json:
        print_json({"closed": closed})
    else:
        print(_("tables closed: {count}").format(count=len(closed)))


def _delete(log: "Log", options: Namespace) -> None:
    from limes.server.entries import Batch, Removal  # noqa: PLC0415

    ids = tuple(row.id for row in _rows(log, options.tables))
    log.write(Batch(removals=[Removal(ids)]))
    if options.json:
        print_json({"deleted": list(ids)})
    else:
        print(_("tables deleted: {count}").format(count=len(ids)))


ACTIONS = {"list": _list, "show": _show, "close": _close, "delete": _delete}


def _rows(log: "Log", ids: list[str]) -> list["TableRow"]:
    """All of them, before anything is changed; `LimesError` names one that there is not."""
    from limes.server.store import row_of  # noqa: PLC0415

    rows = []
    for table_id in ids:
        row = row_of(log, table_id)
        if row is None:
            raise LimesError("there is no table {table}", table=table_id)
        rows.append(row)
    return rows


def _as_json(log: "Log", rows: list["TableRow"]) -> list[dict[str, Any]]:
    from limes.server.entries import SEAT_CHANGES  # noqa: PLC0415
    from limes.server.game import Seat, Setup  # noqa: PLC0415

    events = log.events_of([row.id for row in rows])
    shown = []
    for row in rows:
        try:
            setup = Setup.loads(row.setup)
            for event in events[row.id]:
                if event.kind in SEAT_CHANGES and event.seat is not None:
                    setup = setup.with_seat(event.seat, Seat(**json.loads(event.body or "{}")))
            seats = setup.seats
        except (LimesError, LookupError, TypeError, ValueError, RecursionError):  # limes db check names it
            seats = ()
        shown.append(
            {
                "table": row.id,
                "state": row.state,
                "closed": row.closed,
                "created": moment(row.created),
                "touched": moment(row.touched),
                "owner": row.owner,
                "events": row.last,
                "turns_left": row.turns_left,
                "seats": [
                    {"kind": seat.kind, "name": seat.name, "bot": seat.bot, "guests": []} for seat in seats
                ],
            }
        )
    return shown
