"""What clients ask about tables, records, decks and cards, answered in their language."""

from collections.abc import Callable, Iterable, Sequence
from gettext import NullTranslations

from limes.locale.words import Words
from limes.rules import (
    WORKERS,
    Deck,
    Game,
    Landscape,
    LimesError,
    Message,
    Picture,
    Turn,
    parse_record,
)
from limes.rules.board import EMPTY_LETTER
from limes.rules.scorable import Scorable
from limes.rules.study import Study
from limes.server.game import Position
from limes.server.game.views import Json, dumps
from limes.server.study.explaining import drawing, end, scoring

PositionOf = Callable[[Landscape], Position]


def scored(table: Scorable, language: NullTranslations) -> Json:
    """The points of a landscape or a picture, with all reasons."""
    standing = len(table.workers)
    note = Message(
        "note: there are {count} workers here, but a player has only {most}", count=standing, most=WORKERS
    )
    return {
        "form": "picture" if isinstance(table, Picture) else "landscape",
        "note": note.text(language.gettext) if standing > WORKERS else None,
        "landscape": drawing(table),
        "scoring": scoring(table, Words(language)),
    }


def painted(zones: Iterable[Iterable[str | None]], standing: Iterable[Sequence[int]]) -> Picture:
    """A painted table: rows of zones, and workers as `[column, row]` or `[column, row, count]`."""
    rows = [[letter or EMPTY_LETTER for letter in row] for row in zones]
    workers: dict[tuple[int, int], int] = {}
    for column, row, *count in standing:
        workers[column, row] = workers.get((column, row), 0) + (count[0] if count else 1)
    return Picture.painted(rows, workers)


def read_record(text: str, most: int, beside: Deck | None = None) -> Game:
    """The game of a record; its players are counted before their turns are replayed, which takes a while."""
    for line in text.split("\n"):
        if line.strip().startswith("Players:") and line.count("|") >= most:
            raise LimesError("a game record with more than {most} players is not shown here", most=most)
    return parse_record(text, beside)


def replayed(game: Game, language: NullTranslations) -> Json:
    """A record, round by round and seat by seat, and how it ends."""
    return {
        "game": game.id,
        "date": game.date,
        "deck": {"name": game.deck.name, "cards": list(game.deck.faces)},
        "variants": str(game.variants).split(),
        "players": list(game.players),
        "rounds": [
            {
                "round": number,
                "card": round_.card,
                "face": game.deck.face(round_.card),
                "seats": [
                    {"turn": None if turn is None else str(turn), "landscape": drawing(landscape)}
                    for turn, landscape in zip(round_.turns, landscapes, strict=True)
                ],
            }
            for number, (round_, landscapes) in enumerate(
                zip(game.rounds, game.history()[1:], strict=True), start=1
            )
        ],
        "end": end(game, Words(language)),
    }


def main_line(study: Study) -> Json:
    """A study from its start along its main line, and beside each step with which turns others begin."""
    landscape = study.start
    beside = study.children[1:]
    steps = []
    for number, node in enumerate(study.line(), start=len(landscape.cards) + 1):
        landscape = landscape.play(node.card, node.turn)
        steps.append(
            {
                "round": number,
                "card": node.card,
                "turn": str(node.turn),
                "name": node.name,
                "comment": node.comment,
                "landscape": drawing(landscape),
                "beside": [
                    {"card": other.card, "turn": str(other.turn), "name": other.name} for other in beside
                ],
            }
        )
        beside = node.children[1:]
    return {"name": study.name, "comment": study.comment, "start": drawing(study.start), "steps": steps}


def offered(
    landscape: Landscape, turns: Iterable[tuple[int, str]], card: int, position_of: PositionOf
) -> str:
    """All that may be done with a card after these turns, as a table offers it to a seat; JSON."""
    for number, turn in turns:
        try:
            landscape = landscape.play(number, Turn.parse(turn))
        except LimesError as error:
            raise LimesError("card {number}: {problem}", number=number, problem=error.message) from None
    landscape.check_card(card)
    return f'{{"landscape":{dumps(drawing(landscape))},"offer":{position_of(landscape).offer(card)}}}'
