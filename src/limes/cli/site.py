"""`limes site`: the game as a folder of files that any web host serves; Python plays in the browser."""

import json
import re
from argparse import Namespace
from gettext import gettext as _
from html import escape
from importlib.resources import files
from pathlib import Path

from limes.cli.output import one_line
from limes.rules.message import LimesError

CLIENT = Path(str(files("limes"))) / "web"
DOCUMENT = "index.html"
LAST = (DOCUMENT, "sw.js")  # they name the other files, so those are there before them
ADDRESS = re.compile(r"https?://[^\s/]+(/\S*)?")
NOTES = "limes-site.json"  # which files are this site's own, so that no other is ever deleted
LEFT_OUT = (".br", ".gz")  # a host compresses by itself
BEFORE = "before"  # a server's files for pages that are still open
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)


def run(options: Namespace) -> None:
    folder = Path(options.folder)
    count = write(folder, options.server or "")
    print(one_line(_("{count} files in {folder}").format(count=count, folder=folder)))


def write(folder: Path, server: str = "") -> int:
    """Write the site; what the one before needs stays there for pages that are still open."""
    built = {path.relative_to(CLIENT).as_posix(): path for path in CLIENT.rglob("*") if _belongs(path)}
    if DOCUMENT not in built:
        raise LimesError("the pages for the browser were not built into this installation")
    if server and not ADDRESS.fullmatch(server):
        raise LimesError("the address of a server looks like {example}, not like {address!r}",
                         example="https://limes.example.org", address=server)  # fmt: skip
    if folder.exists() and not folder.is_dir():
        raise LimesError("{name} is not a folder", name=folder)
    ours = (folder / NOTES).exists() and all(_inside(folder, name) for name in built)
    if folder.is_dir() and any(folder.iterdir()) and not ours:
        raise LimesError("the folder {name} contains other files; choose an empty one", name=folder)
    last, before = _noted(folder)
    try:
        for name in sorted(built, key=lambda name: (name in LAST, name)):
            content = built[name].read_bytes()
            if name == DOCUMENT:
                content = _alone(content.decode(), server).encode()
            _replace(folder / name, content)
        kept = before if set(built) == last else last  # the same build again replaces none
        _replace(folder / NOTES, json.dumps({"now": sorted(built), "before": sorted(kept)}).encode())
        for name in before - kept - set(built):
            (folder / name).unlink(missing_ok=True)
    except OSError as error:
        raise LimesError("cannot write {name}: {reason}", name=folder, reason=error.strerror) from None
    return len(built)


def _belongs(path: Path) -> bool:
    return path.is_file() and path.suffix not in LEFT_OUT and path.parent != CLIENT / BEFORE


def _alone(document: str, server: str) -> str:
    """The document of a server, with paths that begin at its own folder, and the word that it is alone."""
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}" />\n'
        f'    <meta name="limes-alone" content="{escape(server)}" />\n    '
    )
    relative = document.replace('="/', '="./')
    return relative.replace('<meta name="viewport"', f'{head}<meta name="viewport"', 1)


def _noted(folder: Path) -> tuple[set[str], set[str]]:
    """The files of the site that is there, and of the one before it."""
    try:
        noted = json.loads((folder / NOTES).read_text("utf-8"))
        now, before = (
            {name for name in map(str, noted[which]) if _inside(folder, name)} for which in ("now", "before")
        )
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return set(), set()
    return now, before


def _inside(folder: Path, name: str) -> bool:
    """Somebody else may have written the notes or made links: what is elsewhere is not ours to touch."""
    home = folder.resolve()
    return ".." not in Path(name).parts and (folder / name).parent.resolve().is_relative_to(home)


def _replace(path: Path, content: bytes) -> None:
    """A host may read the file at any moment, so it is always a whole one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)  # if it is a link, what it leads to is not ours
    fresh.write_bytes(content)
    fresh.replace(path)
