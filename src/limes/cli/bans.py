"""`limes bans`: whom an operator keeps out, also while a server runs."""

import time
from argparse import Namespace
from gettext import gettext as _
from typing import TYPE_CHECKING, Any

from limes.cli.extra import needs_server
from limes.cli.operator import moment, opened_log
from limes.cli.output import one_line, print_json
from limes.rules import LimesError

if TYPE_CHECKING:
    from limes.server.store import Ban, Log

DAY = 24 * 3600
MOST_DAYS = 36_500  # a hundred years; the calendar ends at some point


def run(options: Namespace) -> None:
    with opened_log(options.database) as log:
        ACTIONS[options.action](log, options)


def _add(log: "Log", options: Namespace) -> None:
    with needs_server():
        from limes.server.people import canonical, require_complete  # noqa: PLC0415
        from limes.server.store import Ban, add_ban  # noqa: PLC0415

    who = canonical(options.who)
    require_complete(who)
    now = time.time()
    ban = Ban(who, now, _end(now, options.days), options.reason)
    add_ban(log, ban)
    _say(options, _as_json(ban), _("{who} is banned").format(who=ban.who))


def _end(now: float, days: float | None) -> float | None:
    if days is None:
        return None
    if not (days <= MOST_DAYS and now + days * DAY > now):
        raise LimesError(
            "a ban must last more than 0 and at most {most} days, not {days:g}; "
            "without {option} it is for good",
            most=MOST_DAYS,
            days=days,
            option="--days",
        )
    return now + days * DAY


def _list(log: "Log", options: Namespace) -> None:
    from limes.server.store import read_bans  # noqa: PLC0415

    stored = [_as_json(ban) for ban in read_bans(log)]
    if options.json:
        print_json(stored)
        return
    for ban in stored:
        line = f"{ban['who']:40}  {ban['created']}  {ban['until'] or '-':25}  {ban['reason']}"
        print(one_line(line.rstrip()))


def _remove(log: "Log", options: Namespace) -> None:
    from limes.server.people import canonical, means  # noqa: PLC0415
    from limes.server.store import read_bans, remove_ban  # noqa: PLC0415

    who = canonical(options.who)
    stored = [ban.who for ban in read_bans(log) if means(ban.who, who)]
    if not stored:
        raise LimesError("{who} is not banned", who=who)
    for each in stored:
        remove_ban(log, each)
    _say(options, {"removed": who}, _("{who} is no longer banned").format(who=who))


ACTIONS = {"add": _add, "list": _list, "remove": _remove}


def _say(options: Namespace, as_json: dict[str, Any], sentence: str) -> None:
    if options.json:
        print_json(as_json)
    else:
        print(one_line(sentence))


def _as_json(ban: "Ban") -> dict[str, Any]:
    until = None if ban.until is None else moment(ban.until)
    return {"who": ban.who, "created": moment(ban.created), "until": until, "reason": ban.reason}
