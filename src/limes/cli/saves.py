"""Where solo games are kept: one record a game in the user's data folder, replaced whole after every turn."""

import re
import secrets
from dataclasses import dataclass
from pathlib import Path

from limes.cli.output import write_file
from limes.cli.source import read_file
from limes.rules import Game, LimesError, parse_record, write_record

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that can be mistaken for another


@dataclass(frozen=True)
class Save:
    """A game and the file that keeps it."""

    path: Path
    game: Game


def new_id() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(6))


def default_path(game_id: str) -> Path:
    return _folder() / f"{game_id}.limes"


def check_id(game_id: str) -> None:
    """A game's id names its file."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", game_id):
        raise LimesError("a game ID has up to 40 letters, digits, - and _, unlike {game!r}", game=game_id)


def store(path: Path, game: Game) -> None:
    write_file(path, write_record(game))


def load(path: Path) -> Save:
    return Save(path, read_file(str(path)).parsed(parse_record))


def all_saves() -> list[Save]:
    """The games in the data folder, the newest first; files that are no records are passed over."""
    saves = []
    for path in all_paths():
        try:
            saves.append(load(path))
        except LimesError:
            continue
    return saves


def all_paths() -> list[Path]:
    """Their files, the newest first."""
    return sorted(_folder().glob("*.limes"), key=_age)


def _folder() -> Path:
    from platformdirs import user_data_path  # noqa: PLC0415

    return user_data_path("limes", appauthor=False) / "games"


def _age(path: Path) -> float:
    try:
        return -path.stat().st_mtime
    except OSError:
        return 0.0
