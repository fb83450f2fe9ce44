"""The game in words: professions, terrains, bands, and a sentence for the reason of every worker's points."""

from collections.abc import Callable
from gettext import gettext as _
from gettext import ngettext

from limes.rules import Landscape, Picture, Profession, Score, Terrain, Territory, WorkerScore, Zone, band

Label = Callable[[Zone], str]


def labels(table: Landscape | Picture) -> Label:
    """How the zones of a table are named."""
    return table.label if isinstance(table, Picture) else str


def profession(value: Profession) -> str:
    return {
        Profession.FARMER: _("farmer"),
        Profession.FISHERMAN: _("fisherman"),
        Profession.WOODCUTTER: _("woodcutter"),
        Profession.WATCHMAN: _("watchman"),
    }[value]


def terrain(value: Terrain) -> str:
    return {
        Terrain.FIELD: _("field"),
        Terrain.WATER: _("water"),
        Terrain.FOREST: _("forest"),
        Terrain.ROCK: _("rock"),
    }[value]


def variant(name: str) -> str:
    return {"diagonal": _("diagonal"), "ferryman": _("ferryman")}[name]


def solo_band(total: int) -> str:
    """What the rulebook says of a solo score."""
    return (
        _("capable of improvement"),
        _("OK"),
        _("good"),
        _("very good"),
        _("excellent"),
    )[band(total)]


def points(count: int) -> str:
    return ngettext("{count} point", "{count} points", count).format(count=count)


def reason(worker: WorkerScore, label: Label) -> str:
    """Why a worker earns its points, with the places that count."""
    if not worker.scored:
        return _("another worker is scored in this territory")
    count = worker.points
    said = {
        Profession.FARMER: ngettext("{count} zone of field", "{count} zones of field", count),
        Profession.FISHERMAN: ngettext("{count} hut on the shore", "{count} huts on the shore", count),
        Profession.WOODCUTTER: ngettext(
            "{count} bordering territory", "{count} bordering territories", count
        ),
        Profession.WATCHMAN: ngettext("{count} forest zone in sight", "{count} forest zones in sight", count),
    }[worker.profession].format(count=count)
    places = _places(worker, label)
    return _("{reason}: {places}").format(reason=said, places=places) if places else said


def score_lines(score: Score, label: Label) -> list[str]:
    """A line a worker in columns, then the total."""
    zones = [label(worker.zone) for worker in score.workers]
    names = [profession(worker.profession) for worker in score.workers]
    zone_width = max(map(len, zones), default=0)
    name_width = max(map(len, names), default=0)
    lines = [
        f"{zone:<{zone_width}}  {name:<{name_width}}  {worker.points:>2}  {reason(worker, label)}"
        for zone, name, worker in zip(zones, names, score.workers, strict=True)
    ]
    return [*lines, _("total {points}").format(points=score.total)]


def _places(worker: WorkerScore, label: Label) -> str:
    if worker.profession is Profession.WOODCUTTER:
        return ", ".join(_territory(territory, label) for territory in worker.territories)
    return " ".join(label(zone) for zone in worker.zones)


def _territory(territory: Territory, label: Label) -> str:
    """A territory by its terrain and its first zone."""
    return f"{terrain(territory.terrain)} {label(territory.zones[0])}"
