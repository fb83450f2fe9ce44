"""The site in the game's own colours, by day and at night."""

import json
from pathlib import Path
from typing import Any

PALETTES = Path(__file__).parents[2] / "src" / "limes" / "draw" / "palettes.json"
BODY = "'Alegreya Sans', 'Segoe UI', system-ui, sans-serif"
NIGHT_ONLY = {"color-foreground-muted": "quiet"}  # by day too pale for small letters
USES = {
    "color-background-primary": "paper",
    "color-background-secondary": "panel",
    "color-background-hover": "mat",
    "color-background-border": "rule",
    "color-background-item": "panel",
    "color-foreground-primary": "text",
    "color-foreground-secondary": "text",
    "color-foreground-muted": "trunk",
    "color-foreground-border": "rule",
    "color-brand-primary": "accent",
    "color-brand-content": "accent",
    "color-brand-visited": "accent",
    "color-sidebar-background": "panel",
    "color-sidebar-background-border": "rule",
    "color-sidebar-item-background--hover": "mat",
    "color-sidebar-search-background": "paper",
    "color-code-background": "panel",
    "color-inline-code-background": "mat",
    "color-table-header-background": "mat",
    "color-table-border": "rule",
    "color-highlight-on-target": "mat",
    "color-api-background": "panel",
    "color-api-background-hover": "mat",
    "color-api-name": "accent",
    "color-api-pre-name": "text",
}


def theme_variables() -> dict[str, Any]:
    """Furo's variables for both times of day."""
    palettes = json.loads(PALETTES.read_text(encoding="utf-8"))
    day, night = palettes["day"]["colors"], palettes["night"]["colors"]
    fonts = {"font-stack": BODY}
    return {
        "light_css_variables": fonts | {name: day[colour] for name, colour in USES.items()},
        "dark_css_variables": fonts | {name: night[colour] for name, colour in (USES | NIGHT_ONLY).items()},
    }
