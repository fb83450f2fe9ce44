"""Draw the pictures of the README and the docs: `make pictures`."""

from pathlib import Path

from limes.draw import NIGHT, deck_svg, landscape_svg, scoring_svg
from limes.rules import STANDARD, Game, Landscape, shuffled

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"


def example() -> Landscape:
    """The landscape that Ada lays in the README."""
    game = Game(players=("Ada",))
    for card in shuffled(STANDARD, "an evening")[:16]:
        turns = game.landscapes[0].turns(card)
        turn, _ = max(turns, key=lambda each: (each[1], str(each[0])))
        game = game.turn_up(card).play(0, turn)
    return game.landscapes[0]


def pictures() -> dict[str, str]:
    """The text of every picture by its file name."""
    landscape = example()
    score = landscape.score()
    best = max(score.workers, key=lambda worker: worker.points)
    return {
        "scoring.svg": scoring_svg(landscape, title="Ada"),
        "scoring-night.svg": scoring_svg(landscape, title="Ada", palette=NIGHT),
        "focus.svg": landscape_svg(landscape, score=score, focus=best.zone),
        "deck.svg": deck_svg(STANDARD),
    }


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in pictures().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(f"docs/pictures/{name}")


if __name__ == "__main__":
    main()
