"""What commands print and write: JSON, and files that are replaced whole or not at all."""

import json
import os
import re
import tempfile
from contextlib import suppress
from pathlib import Path

from limes.rules import LimesError

_COMMANDING = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def print_json(value: object) -> None:
    """A terminal would obey some signs that JSON may hold as they are; they are written as numbers."""
    print(_COMMANDING.sub(_escaped, json.dumps(value, ensure_ascii=False)))


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def one_line(text: str) -> str:
    """For a terminal, which would obey what stands in the name of a file, or in a database, of others."""
    letters = " ".join(text.splitlines())
    return "".join(each if each.isprintable() or _is_blank(each) else repr(each)[1:-1] for each in letters)


def _is_blank(letter: str) -> bool:
    return letter.isspace() and letter != "\x1f"  # a unit separator


def write_file(name: str | Path, text: str) -> None:
    """Replace a file at once: after a crash it holds the old text or the new one, never a part.

    A link stays a link; a pipe or a device, which cannot be replaced, is written to.
    """
    target = Path(os.path.realpath(name))
    try:
        if os.path.lexists(target) and not target.is_file():
            target.write_text(text, encoding="utf-8")
        else:
            _replace(target, text)
    except OSError as error:
        raise _cannot_write(name, error) from None


def check_writable(name: str | Path) -> None:
    """`LimesError` if a file of this name could not be written later."""
    target = Path(os.path.realpath(name))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=target.parent, prefix=_draft_prefix(target))
    except OSError as error:
        raise _cannot_write(name, error) from None
    os.close(handle)
    Path(draft).unlink()


def _replace(target: Path, text: str) -> None:
    handle, draft = tempfile.mkstemp(dir=target.parent, prefix=_draft_prefix(target))
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(draft).chmod(_permissions(target))
        Path(draft).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(draft).unlink()
        raise
    _sync_folder(target.parent)


def _draft_prefix(target: Path) -> str:
    return f".{target.name}."


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


def _cannot_write(name: str | Path, error: OSError) -> LimesError:
    return LimesError("cannot write {name}: {reason}", name=name, reason=error.strerror)
