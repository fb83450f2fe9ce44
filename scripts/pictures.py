"""Draw the pictures of the README and the docs: `make pictures`."""

import json
from pathlib import Path

from picture_figures import sum_svg, territories_svg, thinking_svg
from picture_game import game_svg
from picture_rooms import rooms_svg, walk_svg

from limes.draw import DAY, NIGHT, deck_svg, landscape_svg, scoring_svg
from limes.rules import STANDARD, Game, Landscape, parse_record, shuffled

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
    values = json.loads((FOLDER / "values.json").read_text(encoding="utf-8"))
    game = parse_record(values["game"])
    drawn = {"deck.svg": deck_svg(STANDARD)}
    for end, palette in (("", DAY), ("-night", NIGHT)):
        drawn |= {
            f"scoring{end}.svg": scoring_svg(landscape, title="Ada", palette=palette),
            f"focus{end}.svg": landscape_svg(landscape, score=score, focus=best.zone, palette=palette),
            f"game{end}.svg": game_svg(game, palette, "A game of the expert, card by card"),
            f"territories{end}.svg": territories_svg(palette),
            f"sum{end}.svg": sum_svg(values["sum"], palette),
            f"thinking{end}.svg": thinking_svg(values["thinking"], palette),
            f"rooms{end}.svg": rooms_svg(palette),
            f"walk{end}.svg": walk_svg(palette),
        }
    return drawn


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in pictures().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(f"docs/pictures/{name}")


if __name__ == "__main__":
    main()
