"""What the pages of the days tell: before one's own attempt is over, neither cards nor results of others."""

import json
from typing import Any

from limes.server.calendar import days_of, end_of, later, month_of, week_of
from limes.server.days.attempts import FIRST_DAY, NAMELESS, Days
from limes.server.game import PROFESSIONS, views
from limes.server.people import Caller
from limes.server.store import Ranked, Standing, best, distribution, players, result_of, row_of, standings
from limes.server.tables import LiveTables

AHEAD = 7  # days whose commitments are shown
LINES = 20  # of a board
Json = views.Json


class DayPages:
    def __init__(self, tables: LiveTables, days: Days) -> None:
        self._tables = tables
        self._days = days

    async def day(self, caller: Caller, day: str) -> Json:
        """A day's deal as the caller may see it now."""
        self._days.require(day)
        own = await self._standing(caller, day)
        over = self._days.is_over(day)
        page: Json = {
            "day": day,
            "ends": end_of(day),
            "over": over,
            "commitment": self._days.deal(day).commitment,
            "players": await self._read(players, day),
            "state": "finished" if own else await self._state(caller, day),
            "table": own.table_id if own and await self._exists(own.table_id) else None,
            "cards": None,
            "nonce": None,
            "yours": None,
            "board": None,
            "bots": [],
        }
        if page["state"] == "running":
            page["table"] = self._days.table_of(caller, day)
        if over:
            deal = self._days.deal(day)
            page |= {"cards": deal.cards, "nonce": deal.nonce}
        if own or over:
            page["bots"] = [each._asdict() for each in await self._days.bots(day)]
            if page["players"] or page["bots"]:  # where they have begun, they go on
                self._days.measure(day)
            page["board"] = await self._board(caller, day, own)
        if own:
            page["yours"] = await self._yours(own, page["board"]["distribution"])
        return page

    async def coming(self) -> Json:
        """The commitments of today and the week ahead."""
        today = self._days.today()
        days = [later(today, number) for number in range(AHEAD + 1)]
        return {
            "today": today,
            "days": [{"day": day, "commitment": self._days.deal(day).commitment} for day in days],
        }

    async def periods(self, caller: Caller, day: str) -> Json:
        """The week and the month of a day; of running ones only one's own until today's deal is played."""
        self._days.require(day)
        today = self._days.today()
        played = await self._standing(caller, today) is not None
        pages = {}
        for name, period in (("week", week_of(day)), ("month", month_of(day))):
            own = await self._standing(caller, period)
            visible = played or self._days.is_over(days_of(period)[-1])
            pages[name] = {
                "period": period,
                "points": own.points if own else None,
                "board": await self._board(caller, period, own) if visible else None,
            }
        return pages

    async def calendar(self, caller: Caller) -> Json:
        """Every day that the caller has finished, the newest first."""
        own = await self._tables.read(standings, self._tables.log, caller.guest)
        days = [each for each in own if len(each.board) == len(FIRST_DAY)]
        return {
            "today": self._days.today(),
            "days": [{"day": each.board, "points": each.points, "table": each.table_id} for each in days],
        }

    async def _standing(self, caller: Caller, board: str) -> Standing | None:
        rows = await self._tables.read(standings, self._tables.log, caller.guest, [board])
        return rows[0] if rows else None

    async def _exists(self, table_id: str) -> bool:
        return await self._tables.read(row_of, self._tables.log, table_id) is not None

    async def _state(self, caller: Caller, day: str) -> str:
        begun = await self._tables.read(row_of, self._tables.log, self._days.table_of(caller, day))
        return "running" if begun and not begun.closed and not self._days.is_over(day) else "new"

    async def _board(self, caller: Caller, board: str, own: Standing | None) -> Json:
        counted = await self._read(distribution, board)
        lines = await self._tables.read(best, self._tables.log, board, LINES)
        return {
            "players": sum(guests for _points, guests in counted),
            "place": _place(counted, own.points) if own else None,
            "distribution": counted,
            "best": [_line(line, counted, caller) for line in lines],
        }

    async def _yours(self, own: Standing, counted: list[tuple[int, int]]) -> Json:
        others = sum(guests for _points, guests in counted) - 1
        below = sum(guests for points, guests in counted if points < own.points)
        earned = await self._tables.read(result_of, self._tables.log, own.table_id, 0)
        return {
            "points": own.points,
            "place": _place(counted, own.points),
            "better_than": below / others if others else None,
            "earned": {name: getattr(earned, name) for name in PROFESSIONS} if earned else None,
        }

    async def _read(self, call: Any, board: str) -> Any:
        return await self._tables.read(call, self._tables.log, board)


def _place(counted: list[tuple[int, int]], points: int) -> int:
    return 1 + sum(guests for more, guests in counted if more > points)


def _line(line: Ranked, counted: list[tuple[int, int]], caller: Caller) -> Json:
    name = json.loads(line.setup)["seats"][0].get("name", NAMELESS) if line.setup else NAMELESS
    return {
        "name": None if name == NAMELESS else name,
        "points": line.points,
        "place": _place(counted, line.points),
        "table": line.table_id if line.setup else None,
        "yours": line.guest == caller.guest,
    }
