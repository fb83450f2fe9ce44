"""How Sphinx builds the documentation (`make docs`). What is our own about it stands in `_site`."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "scripts")]

from _site.colours import theme_variables  # noqa: E402

from limes.version import VERSION  # noqa: E402

project = "Limes"
author = "the Limes contributors"
project_copyright = author
version = release = VERSION
language = "en"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "_site.directives",
    "_site.examples",
    "_site.fonts",
    "_site.landscapes",
    "_site.links",
    "_site.pictures",
    "_site.stubs",
]
exclude_patterns = ["_site", "**/__pycache__"]
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_block", "colon_fence", "deflist"]
suppress_warnings = ["misc.highlighting_failure"]
highlight_language = "none"
toc_object_entries_show_parents = "hide"

autodoc_class_signature = "mixed"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autodoc_use_type_comments = False
autodoc_use_legacy_class_based = (
    True  # Sphinx 9.0's new way drops classes whose signature only an event knows
)
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
default_role = "py:obj"  # what docstrings name in backticks

html_theme = "furo"
html_title = "Limes"
html_static_path = ["_site/static"]
html_css_files = ["limes.css"]
html_js_files = [("limes.js", {"defer": "defer"})]
html_copy_source = False
html_show_sphinx = False
html_last_updated_fmt = ""
html_favicon = "../web/public/icon.svg"
html_logo = "../web/public/icon.svg"
html_theme_options = theme_variables() | {
    "source_repository": "https://github.com/limes-game/limes",
    "source_branch": "main",
    "source_directory": "docs/",
    "top_of_page_buttons": [],
}
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
