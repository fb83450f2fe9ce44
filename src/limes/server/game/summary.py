"""A table as a list shows it: a small landscape, points and places, whom the game waits for."""

from typing import NamedTuple

from limes.rules import Landscape, places
from limes.rules.geometry import cell_column_row, zone_at
from limes.server.entries import StoredTable
from limes.server.game.table import Table
from limes.server.game.views import Json


class Summary(NamedTuple):
    """What everybody may see of a table after its event `last`."""

    created: float
    last: int
    at: float
    players: tuple[str, ...]
    people: tuple[int, ...]
    kept: list[int]
    totals: tuple[int, ...]
    places: tuple[int, ...] | None
    round: int
    waiting: tuple[int, ...]
    landscapes: tuple[Landscape, ...]
    pictures: dict[int, str]  # of the seats that were asked for

    @classmethod
    def of(cls, table: Table) -> "Summary":
        scores = [landscape.score() for landscape in table.landscapes] if table.finished else []
        return cls(
            created=table.stored.created,
            last=table.last,
            at=table.events[-1].at if table.events else table.stored.created,
            players=tuple(seat.name for seat in table.seats),
            people=tuple(number for number, seat in enumerate(table.seats) if seat.kind == "person"),
            kept=table.kept_seats,
            totals=table.totals,
            places=tuple(places(scores)) if scores else None,
            round=table.round,
            waiting=table.waiting,
            landscapes=table.landscapes,
            pictures={},
        )

    def row(
        self,
        stored: StoredTable,
        *,
        yours: list[int],
        left: list[int],
        shown: int,
        owner: bool,
        turns_left: int,
        closed: str | None,
    ) -> Json:
        """The table in somebody's list, with the landscape of the seat that is `shown`."""
        return {
            "table": stored.id,
            "created": stored.created,
            "at": self.at,
            "players": self.players,
            "people": self.people,
            "yours": yours,
            "left": left,
            "owner": owner,
            "turns_left": turns_left,
            "closed": closed,
            "day": stored.day,
            "round": self.round,
            "waiting": () if closed else self.waiting,
            "totals": self.totals,
            "places": self.places,
            "picture": self._picture(shown),
        }

    def _picture(self, seat: int) -> str:
        """Drawn once: lists are asked for again and again, and many games take a while."""
        if seat not in self.pictures:
            self.pictures[seat] = picture_of(self.landscapes[seat])
        return self.pictures[seat]


def picture_of(landscape: Landscape) -> str:
    """The zones row by row from the north, a digit after a letter for the workers there: `fwR1-tt.`."""
    if not landscape.cards:
        return ""
    columns, rows = zip(*(cell_column_row(card.cell) for card in landscape.cards), strict=True)

    def letter(column: int, row: int) -> str:
        zone = zone_at(column, row)
        return f"{landscape.board.letter(zone)}{landscape.workers.count(zone) or ''}"

    return "-".join(
        "".join(letter(column, row) for column in range(2 * min(columns), 2 * max(columns) + 2))
        for row in range(2 * min(rows), 2 * max(rows) + 2)
    )
