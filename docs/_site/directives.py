"""Pages that are made from the source: ```{commands}``` and ```{openapi}```."""

import json
from pathlib import Path
from typing import Any

from docutils import nodes
from openapi import described
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from _site.commands import commands_page
from _site.openapi_page import openapi_page


class Commands(SphinxDirective):
    """Every command and its options."""

    def run(self) -> list[nodes.Node]:
        self.env.note_reread()  # the page changes with the program, not with its own file
        return self.parse_text_to_nodes(commands_page(), allow_section_headings=True)


class OpenApi(SphinxDirective):
    """Every request of the server and the form of its data."""

    def run(self) -> list[nodes.Node]:
        self.env.note_reread()
        return self.parse_text_to_nodes(openapi_page(described()), allow_section_headings=True)


def write_description(app: Sphinx, error: Exception | None) -> None:
    """The description itself, for programs."""
    if not error and app.builder.format == "html":
        target = Path(app.outdir) / "look-up" / "openapi.json"
        target.write_text(json.dumps(described(), indent=1), encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("commands", Commands)
    app.add_directive("openapi", OpenApi)
    app.connect("build-finished", write_description)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
