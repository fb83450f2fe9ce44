"""Examples as a reader wants them: without the empty line that ends a doctest."""

import re
from typing import Any

from sphinx.application import Sphinx

LAST_LINE = re.compile(r"(^```python\n.*?\n)\n(?=```$)", re.MULTILINE | re.DOTALL)


def trimmed(_app: Sphinx, _page: str, source: list[str]) -> None:
    source[0] = LAST_LINE.sub(r"\1", source[0])


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("source-read", trimmed)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
