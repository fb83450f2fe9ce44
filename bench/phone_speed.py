"""The speed of offers and bots where Chromium runs them in Pyodide, its processor slowed down four times.

`python bench/phone_speed.py web/node_modules/pyodide`, the folder of the npm package `pyodide`. Figures are
times by the clock, the best of three, so other work on the machine adds to them.
"""

import io
import sys
import zipfile
from pathlib import Path

from playwright.sync_api import Route

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests")]

from chromium import FOREIGN, chromium  # noqa: E402

PAGE = f"http://{FOREIGN}/"
SLOWER = 4
KINDS = {".mjs": "text/javascript", ".wasm": "application/wasm"}
PACKED = ("limes/*.py", "limes/rules/*.py", "limes/plain/*.py", "limes/plain/*.xz")
LOAD = """
async () => {
  const { loadPyodide } = await import("/pyodide.mjs");
  window.lines = [];
  window.python = await loadPyodide({ stdout: (line) => lines.push(line) });
  const packed = await fetch("/limes.zip");
  python.unpackArchive(await packed.arrayBuffer(), "zip");
}
"""
MEASURE = """
(slower) => {
  python.pyimport("plain_speed").measure(() => performance.now() / 1000, 3, slower);
  return lines.join("\\n");
}
"""


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("Name the folder of the npm package pyodide.")
    folder, packed = Path(sys.argv[1]), _packed()

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(PAGE)
        if not name:
            route.fulfill(body="<!doctype html><title>Limes</title>", content_type="text/html")
        elif name == "limes.zip":
            route.fulfill(body=packed)
        else:
            file = folder / name
            route.fulfill(body=file.read_bytes(), content_type=KINDS.get(file.suffix, "text/plain"))

    with chromium() as browser:
        page = browser.new_page()
        page.route("**/*", answer)
        page.goto(PAGE)
        page.evaluate(LOAD)
        slowing = page.context.new_cdp_session(page)
        slowing.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        print(f"Chromium {browser.version}, {SLOWER} times slower than this machine")
        print(page.evaluate(MEASURE, SLOWER))


def _packed() -> bytes:
    """What the page needs of the package, and the measuring itself."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for pattern in PACKED:
            for file in (ROOT / "src").glob(pattern):
                archive.write(file, file.relative_to(ROOT / "src"))
        archive.write(ROOT / "bench" / "plain_speed.py", "plain_speed.py")
    return packed.getvalue()


if __name__ == "__main__":
    main()
