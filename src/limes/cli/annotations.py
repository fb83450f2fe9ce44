"""What is said in a game record or a study, as lines for people and as values for JSON."""

from collections.abc import Iterable, Iterator, Mapping

from limes.rules import Landscape, Node
from limes.rules.quoting import harmless
from limes.rules.tree import variation_text


def comment_lines(name: str, comment: str) -> list[str]:
    """The name of a moment and what is said of it."""
    said = f"{name}: {comment}" if name and comment else name or comment
    return harmless(said).split("\n") if said else []


def variation_lines(before: Landscape, variations: Iterable[Node], cards: Mapping[int, int]) -> Iterator[str]:
    """Each variation as it is written, with the points at its end."""
    for node in variations:
        landscape = before
        for each in node.line():
            landscape = landscape.play(each.card, each.turn)
        text = variation_text(node, len(before.cards) + 1, cards)
        yield f"({harmless(text)})  {landscape.total}"


def nodes_as_json(before: Landscape, nodes: Iterable[Node]) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for node in nodes:
        landscape = before.play(node.card, node.turn)
        found.append(
            {
                "card": node.card,
                "turn": str(node.turn),
                "name": node.name,
                "comment": node.comment,
                "total": landscape.total,
                "children": nodes_as_json(landscape, node.children),
            }
        )
    return found
