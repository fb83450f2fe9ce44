"""Where solo games are kept: one record a game in the user's data folder, replaced whole after every turn."""

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


def store(path: Path, game: Game) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LimesError("cannot write {name}: {reason}", name=path, reason=error.strerror) from None
    write_file(path, write_record(game))


def load(path: Path) -> Save:
    source = read_file(str(path))
    try:
        return Save(path, parse_record(source.text))
    except LimesError as error:
        raise source.wrong(error) from None


def all_saves() -> list[Save]:
    """The games in the data folder, the newest first; files that are no records are passed over."""
    saves = []
    for path in sorted(_folder().glob("*.limes"), key=_age):
        try:
            saves.append(load(path))
        except LimesError:
            continue
    return saves


def _folder() -> Path:
    from platformdirs import user_data_path  # noqa: PLC0415

    return user_data_path("limes", appauthor=False) / "games"


def _age(path: Path) -> float:
    try:
        return -path.stat().st_mtime
    except OSError:
        return 0.0
