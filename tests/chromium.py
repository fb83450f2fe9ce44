"""A real Chromium for a test run, without a window."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright
from system_parts import found

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
    """One browser process."""
    program = found("Chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()
