"""A picture that has a drawing for the night, NAME-night, is shown as that in the dark."""

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

DOCS = Path(__file__).parents[1]


class DayAndNight(SphinxTransform):
    """Puts the night's picture beside the day's; Furo shows one of them."""

    default_priority = 200

    def apply(self, **_kwargs: Any) -> None:
        folder = (DOCS / self.env.docname).parent
        for image in list(self.document.findall(nodes.image)):
            day = Path(image["uri"])
            night = day.with_name(f"{day.stem}-night{day.suffix}")
            if "://" in image["uri"] or not (folder / night).exists():
                continue
            other = image.deepcopy()
            other["uri"] = night.as_posix()
            image["classes"].append("only-light")
            other["classes"].append("only-dark")
            image.parent.insert(image.parent.index(image) + 1, other)


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_transform(DayAndNight)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
