"""Landscapes that a page writes in letters are drawn; a page about the rules shows the drawing alone."""

from base64 import b64encode
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

from limes.draw import DAY, NIGHT, Palette, landscape_svg
from limes.rules import Picture

FORM = "limes-picture"
ABOUT_RULES = "learn/rules/"  # its readers want to see the landscape, not how to type it


class Drawn(SphinxTransform):
    """Puts drawings for the day and the night after each picture in letters; Furo shows one of them."""

    default_priority = 210

    def apply(self, **_kwargs: Any) -> None:
        for block in list(self.document.findall(nodes.literal_block)):
            if block.get("language") != FORM:
                continue
            drawings = _drawings(block.astext())
            index = block.parent.index(block) + 1
            block.parent.insert(index, drawings)
            if self.env.docname.startswith(ABOUT_RULES):
                block.parent.remove(block)


def _drawings(text: str) -> list[nodes.Node]:
    picture = Picture.parse(text)
    said = "; ".join(" ".join(line.split()) for line in text.strip().splitlines())
    return [
        nodes.image(uri=_drawn(picture, palette), alt=said, classes=["drawn", when])
        for palette, when in ((DAY, "only-light"), (NIGHT, "only-dark"))
    ]


def _drawn(picture: Picture, palette: Palette) -> str:
    """With what counts for the worker, if there is one only."""
    focus = picture.workers[0] if len(picture.workers) == 1 else None
    svg = landscape_svg(picture, score=picture.score(), focus=focus, palette=palette, coordinates=False)
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_transform(Drawn)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
