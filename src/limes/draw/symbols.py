"""The drawings in `symbols/` and the sheet of those that one picture uses."""

import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files

from limes.draw.checking import check_colors
from limes.draw.palette import Palette

FONT = "'Alegreya Sans', 'Source Sans 3', 'Segoe UI', 'Noto Sans', sans-serif"
TITLE_FONT = "Cinzel, 'Palatino Linotype', Georgia, serif"

_SVG = re.compile(r"<svg[^>]*>\s*(?:<title>.*?</title>\s*)?(.*?)\s*</svg>", re.DOTALL)
_BETWEEN_TAGS = re.compile(r">\s+<")
_VARIABLE = re.compile(r"var\(--([a-z-]+),\s*([^)]+)\)")
_OWN_ID = "\ue000"  # a private character, replaced when all else of the picture is known


@cache
def drawing(name: str) -> str:
    """What a symbol file draws, without its outer element and title."""
    text = files("limes.draw").joinpath("symbols", f"{name}.svg").read_text(encoding="utf-8")
    found = _SVG.search(text)
    assert found, f"{name}.svg is not drawn as the others are"
    return _BETWEEN_TAGS.sub("><", found[1])


def colored(markup: str, colors: Mapping[str, str]) -> str:
    """The markup with concrete colours, as not every viewer of SVG knows custom properties."""
    return _VARIABLE.sub(lambda found: colors.get(found[1], found[2]), markup)


def num(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


class Sheet:
    """Collects the definitions of one picture, with ids that no other picture on a page has."""

    def __init__(self, palette: Palette, seat: int = 0) -> None:
        check_colors(palette, seat)
        self.palette = palette
        self.seat = palette.seat(seat)
        self._colors = {**palette.colors, **self.seat.colors}
        self._definitions: dict[str, str] = {}

    def use(self, name: str, x: float, y: float, scale: float = 1.0) -> str:
        """A symbol with its origin at this point."""
        if name not in self._definitions:
            body = colored(drawing(name), self._colors)
            self._definitions[name] = f'<g id="{_OWN_ID}{name}">{body}</g>'
        if scale == 1.0:
            return f'<use href="#{_OWN_ID}{name}" x="{num(x)}" y="{num(y)}"/>'
        move = f"translate({num(x)} {num(y)}) scale({scale:g})"
        return f'<use href="#{_OWN_ID}{name}" transform="{move}"/>'

    def define(self, name: str, tag: str, attributes: str, content: str = "") -> str:
        """Keep an element for use elsewhere in the picture and return its id."""
        self._definitions[name] = f'<{tag} id="{_OWN_ID}{name}" {attributes}>{content}</{tag}>'
        return _OWN_ID + name

    def document(self, body: str, box: tuple[float, float, float, float], title: str) -> str:
        """The whole picture; the box is x, y, width, height."""
        definitions = "".join(self._definitions.values())
        view = " ".join(map(num, box))
        picture = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{num(box[2])}" '
            f'height="{num(box[3])}" role="img" font-family="{FONT}" '
            f'style="max-width:100%;height:auto;font-variant-numeric:lining-nums tabular-nums">'
            f"<title>{escape(title)}</title><defs>{definitions}</defs>{body}</svg>\n"
        )
        return _with_own_ids(picture)

    def part(self, body: str) -> str:
        """A piece of a larger picture, with all that it uses."""
        return _with_own_ids(f"<g><defs>{''.join(self._definitions.values())}</defs>{body}</g>")


def _with_own_ids(picture: str) -> str:
    own = f"limes-{sha256(picture.encode()).hexdigest()[:8]}-"
    return picture.replace(_OWN_ID, own)


def text(
    x: float,
    y: float,
    said: str,
    *,
    size: float,
    fill: str,
    anchor: str = "middle",
    weight: int = 400,
    extra: str = "",
) -> str:
    """A line of text with its baseline at this height."""
    return (
        f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}" fill="{fill}" '
        f'text-anchor="{anchor}" font-weight="{weight}"{extra}>{escape(said)}</text>'
    )
