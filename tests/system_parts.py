"""Chromium and PostgreSQL for the checks: found, or installed once before any test starts.

`make test` runs this as a step of its own; the tests themselves only look for the programs.
"""

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import sync_playwright

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
APPLICATIONS = Path("/Applications")  # where a Mac keeps its browsers
POSTGRES_FOLDERS = Path("/usr/lib/postgresql")  # where Debian keeps programs that are not on the PATH
PACKAGE_LISTS = Path("/var/lib/apt/lists")
STEP = ".venv/bin/python tests/system_parts.py"


@dataclass(frozen=True)
class Part:
    """A program of the system that the checks need: how it is found, and what brings it where."""

    name: str
    find: Callable[[], Path | None]
    debian: str
    fedora: str
    arch: str
    mac: str


def chromium() -> Path | None:
    """A browser that says its version: some systems have one that only asks to be installed."""
    return next((path for path in _browsers() if path.exists() and _says_its_version(path)), None)


def postgres() -> Path | None:
    """The folder of `initdb` and `postgres`, the newest release where there are several."""
    folders = sorted(POSTGRES_FOLDERS.glob("*/bin"), key=lambda folder: _release(folder.parent), reverse=True)
    if on_path := shutil.which("initdb"):
        folders.append(Path(on_path).resolve().parent)
    return next((folder for folder in folders if (folder / "postgres").exists()), None)


PARTS = (
    Part("Chromium", chromium, "chromium fonts-liberation", "chromium", "chromium", "--cask chromium"),
    Part("PostgreSQL", postgres, "postgresql", "postgresql-server", "postgresql", "postgresql"),
)


def found(part_name: str) -> Path:
    """Where a part is; a sentence for the person where it is not."""
    part = next(part for part in PARTS if part.name == part_name)
    path = part.find()
    if path is None:
        raise RuntimeError(f"{part_name} is needed for these tests and was not found; `{STEP}` installs it.")
    return path


def missing() -> list[Part]:
    return [part for part in PARTS if part.find() is None]


def names(parts: list[Part]) -> str:
    return " and ".join(part.name for part in parts)


def install_with_apt(parts: list[Part]) -> None:
    """One `apt-get install` for all of them, with package lists where the system has none or old ones."""
    packages = [package for part in parts for package in part.debian.split()]
    fresh = not any(PACKAGE_LISTS.glob("*_Packages*"))
    if fresh:
        _update_lists()
    print(f"Installing {names(parts)} with apt-get (usually one to two minutes) ...", flush=True)
    command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
    if _quietly(command) != 0 and not fresh:
        _update_lists()
        _quietly(command)


def install_with_playwright() -> None:
    """Playwright's own Chromium needs no rights on the machine."""
    print("Fetching Playwright's own Chromium (usually one minute) ...", flush=True)
    _quietly([sys.executable, "-m", "playwright", "install", "chromium"])


def how_to_install(parts: list[Part]) -> str:
    """The exact command for this system."""

    def packages(system: str) -> str:
        return " ".join(getattr(part, system) for part in parts)

    if platform.system() == "Darwin":
        return " && ".join(f"brew install {part.mac}" for part in parts)
    if shutil.which("apt-get"):
        return f"sudo apt-get update && sudo apt-get install -y {packages('debian')}"
    if shutil.which("dnf"):
        return f"sudo dnf install -y {packages('fedora')}"
    if shutil.which("pacman"):
        return f"sudo pacman -S --needed {packages('arch')}"
    return ""


def main() -> None:
    lacking = missing()
    if lacking and is_root() and shutil.which("apt-get"):
        install_with_apt(lacking)
        lacking = missing()
    if any(part.name == "Chromium" for part in lacking):
        install_with_playwright()
        lacking = missing()
    if lacking:
        command = how_to_install(lacking)
        advice = f"install them with:  {command}" if command else "install them with your system's packages"
        raise SystemExit(f"The checks need {names(lacking)}; {advice}")
    for part in PARTS:
        print(f"{part.name}: {part.find()}")


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _update_lists() -> None:
    print("Refreshing the package lists with apt-get (usually ten seconds) ...", flush=True)
    _quietly(["apt-get", "update", "-qq"])


def _quietly(command: list[str]) -> int:
    """The exit status; what the command says is shown only where it fails."""
    done = subprocess.run(
        command,
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
    )
    if done.returncode:
        said = "\n".join((done.stdout + done.stderr).splitlines()[-20:])
        print(f"`{' '.join(command)}` failed:\n{said}", file=sys.stderr, flush=True)
    return done.returncode


def _browsers() -> Iterator[Path]:
    """Where one may be; Playwright, which takes a moment to ask, comes last."""
    yield from (Path(path) for name in CHROMIUM if (path := shutil.which(name)))
    for name in ("Chromium", "Google Chrome"):
        yield APPLICATIONS / f"{name}.app" / "Contents" / "MacOS" / name
    with sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path)
    yield own


def _says_its_version(path: Path) -> bool:
    done = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
    return done.returncode == 0 and "Chrom" in done.stdout


def _release(folder: Path) -> int:
    return int(folder.name) if folder.name.isdigit() else 0


if __name__ == "__main__":
    main()
