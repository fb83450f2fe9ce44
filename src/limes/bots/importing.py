"""Where bots of one's own come from: modules, files, and packages that are installed."""

import importlib
import importlib.util
import sys
import traceback
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from limes.rules import LimesError

GROUP = "limes.bots"
OURS = Path(__file__).parents[1]


def installed_names() -> list[str]:
    """The bots of packages that are installed, which name them as entry points of `limes.bots`."""
    return sorted(_entry_points())


def installed(name: str) -> Any:
    """The bot of this name; `LimesError` if its package is broken."""
    point = _entry_points()[name]
    try:
        return point.load()
    except Exception as error:
        raise _cannot_import(point.value, error) from error


def import_named(place: str, name: str, is_bot: Callable[[object], bool]) -> Any:
    """A bot of a module or of a file; where it has none of this name, the error says which it has."""
    module = _from_file(Path(place)) if place.endswith(".py") else _from_module(place)
    if name and hasattr(module, name):
        return getattr(module, name)
    there = [key for key, value in vars(module).items() if is_bot(value) and not key.startswith("_")]
    if not there:
        raise LimesError("there is no bot in {place}", place=place)
    named = ", ".join(f"{place}:{each}" for each in there)
    if not name:
        raise LimesError("name one of the bots in {place}: {names}", place=place, names=named)
    raise LimesError("{place} has no {name!r}; it has {names}", name=name, place=place, names=named)


def source_mark(value: object) -> str:
    """Changes with the file that a bot was written in; empty where there is none."""
    module = sys.modules.get(getattr(value, "__module__", None) or type(value).__module__)
    file = getattr(module, "__file__", None)
    if file is None or not Path(file).is_file():
        return ""
    return sha256(Path(file).read_bytes()).hexdigest()[:12]


def failed_at(error: BaseException) -> tuple[str, int] | None:
    """The file and the line in which code of somebody else failed; None where only ours was running."""
    frames = traceback.extract_tb(error.__traceback__)
    files = [frame.filename for frame in frames if not _is_ours(Path(frame.filename))]
    if not files:
        return None
    last = [frame for frame in frames if frame.filename == files[0]][-1]
    return Path(last.filename).name, last.lineno or 0


def _is_ours(file: Path) -> bool:
    return file.suffix == ".pyx" or file.is_relative_to(OURS)  # compiled code names its source


def _entry_points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def _from_module(name: str) -> ModuleType:
    _look_in(Path.cwd())
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name == name.partition(".")[0] or error.name == name:
            raise LimesError("there is no module {name!r}, neither here nor installed", name=name) from None
        raise _cannot_import(name, error) from error
    except Exception as error:
        raise _cannot_import(name, error) from error


def _from_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise LimesError("there is no file {name}", name=path)
    _look_in(path.resolve().parent)
    return _imported(path.resolve(), str(path))


@cache
def _imported(path: Path, name: str) -> ModuleType:
    """Under a name of its own, so that a file `random.py` hides no other module."""
    own_name = f"limes_bots_in_{path.stem}_{sha256(str(path).encode()).hexdigest()[:8]}"
    spec = importlib.util.spec_from_file_location(own_name, path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[own_name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[own_name]
        raise _cannot_import(name, error) from error
    return module


def _look_in(folder: Path) -> None:
    """Modules beside a bot can be imported, as Python does for a script; what is installed comes first."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _cannot_import(place: str, error: Exception) -> LimesError:
    if isinstance(error, SyntaxError):
        file, line, reason = error.filename or place, error.lineno, error.msg
    else:
        last = traceback.extract_tb(error.__traceback__)[-1]
        file, line, reason = last.filename, last.lineno, str(error)
    return LimesError(
        "{place} cannot be imported: {file}, line {line}: {reason}",
        place=place,
        file=Path(file).name,
        line=line,
        reason=f"{type(error).__name__}: {reason}",
    )
