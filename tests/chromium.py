"""A real Chromium for a test run: found, or installed where we may."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = (
    "Chromium is needed for these tests; there is no {names} on the PATH, and neither "
    "`apt-get install -y chromium` nor `playwright install chromium` brought one"
)
# A name that is not this machine's: over plain http a browser closes there what it opens at localhost.
FOREIGN = "limes.test"
# A window that nobody looks at is drawn all the same, and nothing but the server under test is asked.
ARGUMENTS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
    f"--host-resolver-rules=MAP {FOREIGN} 127.0.0.1",
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """One browser process, without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_program(playwright), args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


def _program(playwright: Playwright) -> str:
    own = playwright.chromium.executable_path
    found = _find(own)
    if found is None and os.getuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "install", "-y", "chromium"], check=False, stdout=subprocess.DEVNULL)
        found = _find(own)
    if found is None:
        command = [sys.executable, "-m", "playwright", "install", "chromium"]
        subprocess.run(command, check=False, stdout=subprocess.DEVNULL)
        found = _find(own)
    if found is None:
        raise RuntimeError(MISSING.format(names=", ".join(NAMES[:-1]) + f" or {NAMES[-1]}"))
    return found


def _find(own: str) -> str | None:
    """A program that says its version: some systems have one that only asks to be installed."""
    candidates = [path for name in NAMES if (path := shutil.which(name))]
    if Path(own).exists():
        candidates.append(own)
    return next((path for path in candidates if _runs(path)), None)


def _runs(path: str) -> bool:
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
    return said.returncode == 0 and "Chrom" in said.stdout
