"""What commands print: JSON, drawings on the terminal, and files that are replaced whole or not at all."""

import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path

from limes.rules import LimesError


def print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False))


def write_file(name: str | Path, text: str) -> None:
    """Replace a file at once: after a crash it holds the old text or the new one, never a part."""
    target = Path(name)
    try:
        handle, draft = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        raise _cannot_write(target, error) from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(draft).chmod(_permissions(target))
        Path(draft).replace(target)
    except OSError as error:
        with suppress(OSError):
            Path(draft).unlink()
        raise _cannot_write(target, error) from None
    _sync_folder(target.parent)


def _permissions(target: Path) -> int:
    """Those of the file replaced, else what a new file gets."""
    with suppress(OSError):
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _sync_folder(folder: Path) -> None:
    """Make the new name durable too, where the system lets folders be flushed."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _cannot_write(target: Path, error: OSError) -> LimesError:
    return LimesError("cannot write {name}: {reason}", name=target, reason=error.strerror)
