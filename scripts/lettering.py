"""The outlines of the few letters in previews, from the client's fonts; written whenever the client is built.

Whatever rasterises such a picture then needs no font; `limes.draw.lettering` reads what is written here.
"""

import json
from pathlib import Path

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parents[1]
FONTS = ROOT / "web" / "node_modules" / "@fontsource"
FACES = {
    "title": ("cinzel/files/cinzel-latin-600-normal.woff", "LIMES"),
    "figures": ("alegreya-sans/files/alegreya-sans-latin-700-normal.woff", "0123456789?"),
}
LINING = ".lf"  # figures as high as capitals; what the font writes by itself goes below the line
EM = 1000


def outlines(file: str, letters: str) -> dict[str, tuple[int, str]]:
    """For each letter how far it goes to the right, and its outline around a baseline at 0, in 1/1000 em."""
    font = TTFont(FONTS / file)
    scale = EM / font["head"].unitsPerEm
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    found = {}
    for letter in letters:
        name = names[ord(letter)]
        glyph = glyphs[name + LINING if name + LINING in glyphs else name]
        pen = SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
        glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0)))
        found[letter] = (round(glyph.width * scale), pen.getCommands())
    return found


def write_outlines(target: Path) -> None:
    faces = {face: outlines(*given) for face, given in FACES.items()}
    target.write_text(json.dumps(faces, indent=1) + "\n", encoding="utf-8")
