"""The game in words of one language: professions, terrains, bands, and why a worker earns points."""

from collections.abc import Callable
from typing import Protocol

from limes.rules.board import Terrain, Territory
from limes.rules.geometry import Zone
from limes.rules.picture import Picture
from limes.rules.scorable import Scorable
from limes.rules.scoring import Profession, Score, WorkerScore, band

Label = Callable[[Zone], str]


class Language(Protocol):
    """What translates: a catalogue, or the module `gettext` for the language of the process."""

    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, one: str, many: str, count: int, /) -> str: ...


def labels(table: Scorable) -> Label:
    """How the zones of a table are named."""
    return table.label if isinstance(table, Picture) else str


class Words:
    """Says the game in one language."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def profession(self, value: Profession) -> str:
        _ = self._language.gettext
        return {
            Profession.FARMER: _("farmer"),
            Profession.FISHERMAN: _("fisherman"),
            Profession.WOODCUTTER: _("woodcutter"),
            Profession.WATCHMAN: _("watchman"),
        }[value]

    def terrain(self, value: Terrain) -> str:
        _ = self._language.gettext
        return {
            Terrain.FIELD: _("field"),
            Terrain.WATER: _("water"),
            Terrain.FOREST: _("forest"),
            Terrain.ROCK: _("rock"),
        }[value]

    def variant(self, name: str) -> str:
        _ = self._language.gettext
        return {"diagonal": _("diagonal"), "ferryman": _("ferryman")}[name]

    def solo_band(self, total: int) -> str:
        """What the rulebook says of a solo score."""
        _ = self._language.gettext
        return (
            _("capable of improvement"),
            _("OK"),
            _("good"),
            _("very good"),
            _("excellent"),
        )[band(total)]

    def points(self, count: int) -> str:
        return self._language.ngettext("{count} point", "{count} points", count).format(count=count)

    def reason(self, worker: WorkerScore, label: Label) -> str:
        """Why a worker earns its points, with the places that count."""
        _, ngettext = self._language.gettext, self._language.ngettext
        if not worker.scored:
            return _("another worker is scored in this territory")
        count = worker.points
        said = {
            Profession.FARMER: ngettext("{count} zone of field", "{count} zones of field", count),
            Profession.FISHERMAN: ngettext("{count} hut on the shore", "{count} huts on the shore", count),
            Profession.WOODCUTTER: ngettext(
                "{count} adjacent territory", "{count} adjacent territories", count
            ),
            Profession.WATCHMAN: ngettext(
                "{count} forest zone in sight", "{count} forest zones in sight", count
            ),
        }[worker.profession].format(count=count)
        places = self._places(worker, label)
        return _("{reason}: {places}").format(reason=said, places=places) if places else said

    def tie(self, ahead: str, behind: str, total: int, decided: tuple[int, int, int] | None) -> str:
        """How two players with one total rank: which worker decides, and the points of both."""
        _ = self._language.gettext
        if decided is None:
            said = _(
                "Tie between {ahead} and {behind} ({points}), equal worker by worker: they share the place"
            )
            return said.format(ahead=ahead, behind=behind, points=self.points(total))
        said = _(
            "Tie between {ahead} and {behind} ({points}): comparing workers from the best down, "
            "number {number} decides, {more} to {fewer}"
        )
        number, more, fewer = decided
        return said.format(
            ahead=ahead, behind=behind, points=self.points(total), number=number, more=more, fewer=fewer
        )

    def score_lines(self, score: Score, label: Label) -> list[str]:
        """A line a worker in columns, then the total."""
        _ = self._language.gettext
        zones = [label(worker.zone) for worker in score.workers]
        names = [self.profession(worker.profession) for worker in score.workers]
        zone_width = max(map(len, zones), default=0)
        name_width = max(map(len, names), default=0)
        lines = [
            f"{zone:<{zone_width}}  {name:<{name_width}}  {worker.points:>2}  {self.reason(worker, label)}"
            for zone, name, worker in zip(zones, names, score.workers, strict=True)
        ]
        return [*lines, _("total {points}").format(points=score.total)]

    def _places(self, worker: WorkerScore, label: Label) -> str:
        if worker.profession is Profession.WOODCUTTER:
            return ", ".join(self._territory(territory, label) for territory in worker.territories)
        return " ".join(label(zone) for zone in worker.zones)

    def _territory(self, territory: Territory, label: Label) -> str:
        """A territory by its terrain and its first zone."""
        return f"{self.terrain(territory.terrain)} {label(territory.zones[0])}"
