"""Games as rows of plain values, for pandas, polars or a CSV file."""

from collections.abc import Iterator, Sequence

from limes.games.reading import Found
from limes.rules import Profession

Row = dict[str, str | int | float | bool | None]


def seat_rows(found: Found) -> list[Row]:
    """A row for each seat of a game: the player, points by profession, the place, the share of the win."""
    game = found.game
    places: Sequence[int | None] = game.places() if game.finished else [None] * len(game.players)
    winners = places.count(1)
    rows = []
    for seat, (player, score, place) in enumerate(zip(game.players, game.scores(), places, strict=True)):
        by_profession = dict.fromkeys(map(str, Profession), 0)
        for worker in score.workers:
            by_profession[worker.profession] += worker.points
        rows.append(
            {
                **_game_row(found),
                "seats": len(game.players),
                "seat": seat,
                "player": player,
                "rounds": sum(round_.turns[seat] is not None for round_ in game.rounds),
                "finished": game.finished,
                "total": score.total,
                "place": place,
                "win": None if place is None else (1 / winners if place == 1 else 0.0),
                **by_profession,
                "workers": len(game.landscapes[seat].workers),
            }
        )
    return rows


def turn_rows(found: Found) -> Iterator[Row]:
    """A row for each turn of a game, with the total after it."""
    game = found.game
    for number, (round_, after) in enumerate(zip(game.rounds, game.history()[1:], strict=True), start=1):
        for seat, turn in enumerate(round_.turns):
            if turn is not None:
                yield {
                    **_game_row(found),
                    "seat": seat,
                    "player": game.players[seat],
                    "round": number,
                    "card": round_.card,
                    "turn": str(turn),
                    "cell": turn.cell,
                    "facing": turn.facing,
                    "action": "stay" if turn.action is None else type(turn.action).__name__.lower(),
                    "total": after[seat].total,
                }


def _game_row(found: Found) -> Row:
    game = found.game
    return {
        "file": found.file,
        "line": found.line,
        "game": game.id,
        "date": game.date,
        "deck": game.deck.name,
        "diagonal": game.variants.diagonal,
        "ferryman": game.variants.ferryman,
    }
