"""Links of a page to files outside of docs/, which the site does not hold, lead to the repository."""

import os
import re
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

DOCS = Path(__file__).parents[1]
ROOT = DOCS.parent
REPOSITORY = "https://github.com/limes-game/limes/blob/main"
LINK = re.compile(r"(?<=\]\()(?P<file>\.\.?/[^)#\s]*)(?P<rest>#[^)]*)?(?=\))")


def outward(app: Sphinx, page: str, source: list[str]) -> None:
    """Write links that leave docs/ as addresses."""
    folder = (DOCS / page).parent

    def replaced(link: re.Match[str]) -> str:
        target = Path(os.path.normpath(folder / link["file"]))
        if target.is_relative_to(DOCS):
            return link[0]
        return f"{REPOSITORY}/{target.relative_to(ROOT).as_posix()}{link['rest'] or ''}"

    source[0] = LINK.sub(replaced, source[0])


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("source-read", outward)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
