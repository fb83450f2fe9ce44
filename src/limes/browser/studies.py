"""Studies asked by a page, answered by `limes.server.study`."""

from gettext import NullTranslations

from limes.plain import PlainPosition
from limes.rules import STANDARD, Deck, Landscape, LimesError, Variants, parse_study
from limes.rules.deck import DeckDraft
from limes.rules.scorable import parse_table
from limes.server import problems
from limes.server.game.views import Json, dumps
from limes.server.problems import Problem
from limes.server.study import (
    checked,
    lesson_puzzles,
    main_line,
    offered,
    painted,
    read_record,
    replayed,
    scored,
)

MOST_SEATS = 64
LESSONS = "/study/lessons/"
CODES = {
    "/study/score": "bad_landscape",
    "/study/record": "bad_record",
    "/study/line": "bad_study",
    "/study/offer": "bad_landscape",
}


def study(method: str, path: str, asked: Json, language: NullTranslations) -> str:
    if method == "GET" and path.startswith(LESSONS):
        return dumps(lesson_puzzles(path.removeprefix(LESSONS)))
    try:
        return _studied(method, path, asked, language)
    except Problem:
        raise
    except LimesError as error:
        raise problems.refused(error, CODES.get(path, "bad_deck")) from None


def _studied(method: str, path: str, asked: Json, language: NullTranslations) -> str:
    match method, path:
        case "POST", "/study/score":
            if "zones" in asked:
                return dumps(scored(painted(asked["zones"], asked.get("workers", ())), language))
            return dumps(scored(parse_table(asked["text"], _deck(asked), _variants(asked)), language))
        case "POST", "/study/record" | "/study/line":
            return dumps(_told(path, asked, language))
        case "GET", "/study/deck":
            return dumps(checked(STANDARD.name, STANDARD.faces, language.gettext))
        case "POST", "/study/deck":
            draft = DeckDraft.parse(asked["text"]) if "text" in asked else None
            name = draft.name if draft else asked.get("name", "unnamed")
            return dumps(checked(name, draft.faces if draft else asked["cards"], language.gettext))
        case "POST", "/study/offer":
            landscape = Landscape.parse(asked.get("landscape", "|"), _deck(asked), _variants(asked))
            turns = [(each["card"], each["turn"]) for each in asked.get("turns", ())]
            return offered(landscape, turns, asked["card"], PlainPosition)
    raise problems.needs_server()


def _told(path: str, asked: Json, language: NullTranslations) -> Json:
    """A game or a study, step by step."""
    if path == "/study/line":
        return main_line(parse_study(asked["text"]))
    beside = _deck(asked) if asked.get("deck") else None
    return replayed(read_record(asked["text"], MOST_SEATS, beside), language)


def _deck(asked: Json) -> Deck:
    deck = asked.get("deck")
    return Deck(deck["name"], tuple(deck["cards"])) if deck else STANDARD


def _variants(asked: Json) -> Variants:
    return Variants(**dict.fromkeys(asked.get("variants", ()), True))
