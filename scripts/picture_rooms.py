"""Diagrams of the architecture: the rooms of the server by floors, and the walk of a turn through them."""

import importlib
import itertools
import tomllib
from pathlib import Path
from typing import Any

from limes.draw.palette import Palette
from limes.draw.symbols import TITLE_FONT, Sheet, num, text

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
HOLDS = {
    "process": "a running server",
    "web": "HTTP and sockets",
    "services": "all parts put together",
    "previews": "what a link looks like",
    "coaching": "reviews in the making",
    "study": "what belongs to no table",
    "tables": "live tables, bots, clocks",
    "people": "who is asking",
    "protocol": "what clients send and get",
    "settings": "what an operator sets",
    "game": "the game at a table",
    "store": "the database",
    "lines": "threads, and the queues before them",
}
WALK = (
    ("web.connections.sockets", "BoundedSocket.data_received", "frames and bytes are counted, then parsed"),
    ("web.table_socket", "_Conversation._hear", "a text comes in, is counted and decoded"),
    ("tables.turns", "Turns.lay", "has it been laid before, or undone?"),
    ("game.table", "Table.checked", "may this seat lay it now?"),
    ("store.writer", "Writer.append", "waits for the next commit"),
    ("store.log", "Log.write", "one transaction: decided, numbered, durable"),
    ("services", "Services._stored", "the batch is stored"),
    ("tables.live_tables", "LiveTables.follow", "each table continues"),
    ("game.table", "Table.apply", "the turn counts; the last one opens the round"),
    ("game.views", "event", "what everybody may see"),
    ("tables.live", "Watcher.send", "into the outbox of each socket"),
    ("tables.bot_turns", "BotTurns.attend", "bots wake up, clocks are set"),
    ("tables.turns", "Turns.lay", "acknowledged with the event's number"),
)
ROOMS = ("web", "tables", "game", "services", "store")


def floors() -> list[list[str]]:
    """The rooms from the top floor to the ground, as import-linter keeps them."""
    contracts = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    (rooms,) = (each for each in contracts if each["name"] == "The rooms of the server")
    return [[room.strip() for room in floor.split("|")] for floor in rooms["layers"]]


def rooms_svg(palette: Palette) -> str:
    """A house: a row a floor, a box a room; whoever is higher may use those below."""
    width, tall, gap, margin = 1000, 84, 12, 30
    found = floors()
    height = margin * 2 + len(found) * (tall + gap) + 40
    parts = [f'<rect width="{width}" height="{height}" fill="{palette["paper"]}"/>']
    face = f' font-family="{TITLE_FONT}"'
    for number, floor in enumerate(found):
        y = margin + number * (tall + gap)
        each = (width - 2 * margin - gap * (len(floor) - 1)) / len(floor)
        for place, room in enumerate(floor):
            x = margin + place * (each + gap)
            parts.append(
                f'<rect x="{num(x)}" y="{num(y)}" width="{num(each)}" height="{tall}" rx="12" '
                f'fill="{palette["panel"]}" stroke="{palette["rule"]}" stroke-width="2"/>'
            )
            said = HOLDS.get(room, "")
            parts.append(
                text(x + each / 2, y + (38 if said else 50), room, size=25, fill=palette["text"], extra=face)
            )
            parts.append(text(x + each / 2, y + 65, said, size=18, fill=palette["quiet"]) if said else "")
    foot = "A room may use those on the floors below it, each through its one door."
    parts.append(text(width / 2, height - 30, foot, size=20, fill=palette["quiet"]))
    return Sheet(palette).document("".join(parts), (0, 0, width, height), "The rooms of the server")


def walk_svg(palette: Palette) -> str:
    """A column a room, a row a step, an arrow from each step to the next."""
    lane, row, left, top = 150, 54, 40, 92
    width, height = left + len(ROOMS) * lane + 600, top + len(WALK) * row + 30
    face = f' font-family="{TITLE_FONT}"'
    parts = [f'<rect width="{width}" height="{height}" fill="{palette["paper"]}"/>']
    for place, room in enumerate(ROOMS):
        x = left + place * lane + lane / 2
        parts.append(text(x, 52, room, size=24, fill=palette["text"], extra=face))
        line = f'stroke="{palette["rule"]}" stroke-width="2" stroke-dasharray="2 7" stroke-linecap="round"'
        parts.append(f'<path d="M{num(x)} 70V{height - 30}" {line}/>')
    points: list[tuple[float, float]] = []
    for number, (module, function, said) in enumerate(WALK):
        _exists(module, function)
        points.append((left + ROOMS.index(module.split(".")[0]) * lane + lane / 2, top + number * row + 12))
        y = points[-1][1]
        x = left + len(ROOMS) * lane + 20
        named = f"{number + 1}  {function.lstrip('_').replace('._', '.')}"
        parts.append(text(x, y - 2, named, size=20, fill=palette["text"], anchor="start", weight=700))
        parts.append(text(x, y + 20, said, size=19, fill=palette["quiet"], anchor="start"))
    for (x, y), (across, down) in itertools.pairwise(points):
        parts.append(
            f'<path d="M{num(x)} {num(y)}C{num(x)} {num(y + 34)} '
            f'{num(across)} {num(down - 34)} {num(across)} {num(down)}" '
            f'fill="none" stroke="{palette["accent"]}" stroke-width="3"/>'
        )
    for number, (x, y) in enumerate(points, 1):
        parts.append(f'<circle cx="{num(x)}" cy="{num(y)}" r="15" fill="{palette["accent"]}"/>')
        parts.append(text(x, y + 6, str(number), size=17, fill=palette["badge"], weight=700))
    return Sheet(palette).document("".join(parts), (0, 0, width, height), "The walk of a turn")


def _exists(module: str, function: str) -> None:
    """A step that is no longer there must not be drawn."""
    found: Any = importlib.import_module(f"limes.server.{module}")
    for name in function.split("."):
        found = getattr(found, name)
