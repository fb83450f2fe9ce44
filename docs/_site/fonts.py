"""The client's own type, copied into the site, so that no page asks another host for it."""

import shutil
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

FONTS = Path(__file__).parents[2] / "web" / "node_modules" / "@fontsource"
FACES = (
    ("Alegreya Sans", "alegreya-sans", 400),
    ("Alegreya Sans", "alegreya-sans", 700),
    ("Cinzel", "cinzel", 500),
)
SUBSETS = {
    "latin-ext": "U+0100-02FF, U+1E00-1EFF, U+20A0-20CF",
    "latin": "U+0000-00FF, U+2000-206F, U+2122, U+2212",
}


def copy_fonts(app: Sphinx, error: Exception | None) -> None:
    """The files of all faces beside a style sheet that names them."""
    if error or app.builder.format != "html":
        return
    folder = Path(app.outdir) / "_static" / "fonts"
    folder.mkdir(parents=True, exist_ok=True)
    rules = []
    for family, package, weight in FACES:
        for subset, characters in SUBSETS.items():
            file = FONTS / package / "files" / f"{package}-{subset}-{weight}-normal.woff2"
            shutil.copy(file, folder)
            rules.append(
                f'@font-face {{ font-family: "{family}"; font-weight: {weight}; font-display: swap; '
                f'src: url("{file.name}") format("woff2"); unicode-range: {characters}; }}'
            )
    (folder / "fonts.css").write_text("\n".join(rules) + "\n", encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_css_file("fonts/fonts.css")
    app.connect("build-finished", copy_fonts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
