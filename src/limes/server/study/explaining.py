"""Landscapes as data to draw, points with their reasons, and the end of a game, in a client's language."""

from itertools import pairwise

from limes.locale.words import Label, Words, labels
from limes.rules import (
    WORKERS,
    Board,
    Game,
    Picture,
    Score,
    Territory,
    WorkerScore,
    band,
    write_record,
)
from limes.rules.scorable import Scorable
from limes.rules.scoring import BANDS, points, score, tie_breaker
from limes.server.entries import StoredTable
from limes.server.game.views import Json, proof


def drawing(table: Scorable) -> Json:
    board = table.board
    return {
        "text": str(table),
        "cards": []
        if isinstance(table, Picture)
        else [
            {
                "number": card.number,
                "cell": card.cell,
                "facing": card.facing,
                "face": table.deck.face(card.number),
            }
            for card in table.cards
        ],
        "zones": {zone: board.letter(zone) for zone in board.zones},
        "territories": [
            {"terrain": each.terrain, "points": points(board, each), "zones": list(each.zones)}
            for each in board.territories
        ],
        "workers": list(table.workers),
        "supply": max(0, WORKERS - len(table.workers)),
        "total": table.total,
    }


def scoring(table: Scorable, words: Words) -> Json:
    score = table.score()
    label = labels(table)
    numbers = {territory: number for number, territory in enumerate(table.board.territories)}
    return {
        "total": score.total,
        "best_first": list(score.best_first),
        "territories": [_territory(table.board, each, numbers, words, label) for each in numbers],
        "workers": [
            {
                "zone": worker.zone,
                "profession": worker.profession,
                "profession_name": words.profession(worker.profession),
                "territory": numbers[worker.territory],
                "points": worker.points,
                "scored": worker.scored,
                "why": _reasons(worker, numbers, words, label),
            }
            for worker in score.workers
        ],
    }


def end(game: Game, words: Words) -> Json:
    """How the players stand at the end, or as far as the game goes."""
    scores, places = game.scores(), game.places()
    ranking = sorted(range(len(places)), key=lambda seat: places[seat])
    alone = len(scores) == 1 and game.finished
    return {
        "finished": game.finished,
        "seats": [
            {
                "seat": seat,
                "name": name,
                "place": places[seat],
                "landscape": drawing(game.landscapes[seat]),
                "scoring": scoring(game.landscapes[seat], words),
            }
            for seat, name in enumerate(game.players)
        ],
        "ranking": ranking,
        "ties": [
            _tie(game, scores, pair, words)
            for pair in pairwise(ranking)
            if scores[pair[0]].total == scores[pair[1]].total
        ],
        "band": _band(scores[0].total, words) if alone else None,
    }


def table_end(game: Game, stored: StoredTable, words: Words) -> Json:
    """The end of a finished table, with what was secret until now."""
    return dict(
        **end(game, words),
        commitment=stored.commitment,
        cards=list(stored.cards),
        nonce=proof(stored),
        record=write_record(game),
    )


def _territory(
    board: Board, territory: Territory, numbers: dict[Territory, int], words: Words, label: Label
) -> Json:
    [worker] = score(board, territory.zones[:1]).workers
    return {
        "terrain": territory.terrain,
        "points": worker.points,
        "zones": list(territory.zones),
        "profession": worker.profession,
        "why": _reasons(worker, numbers, words, label),
    }


def _reasons(worker: WorkerScore, numbers: dict[Territory, int], words: Words, label: Label) -> Json:
    return {
        "zones": list(worker.zones),
        "territories": [numbers[territory] for territory in worker.territories],
        "sights": [
            {"direction": sight.direction, "zones": list(sight.zones), "tower": sight.tower}
            for sight in worker.sights
        ],
        "sentence": words.reason(worker, label),
    }


def _tie(game: Game, scores: tuple[Score, ...], pair: tuple[int, int], words: Words) -> Json:
    ahead, behind = pair
    number = tie_breaker(scores[ahead], scores[behind])
    decided = None
    if number is not None:
        decided = (number, _best(scores[ahead], number), _best(scores[behind], number))
    return {
        "ahead": ahead,
        "behind": behind,
        "worker": number,
        "points": decided[1:] if decided else None,
        "sentence": words.tie(game.players[ahead], game.players[behind], scores[ahead].total, decided),
    }


def _best(score: Score, number: int) -> int:
    """The points of the worker with this number from the best; a missing one earns nothing."""
    return dict(enumerate(score.best_first, start=1)).get(number, 0)


def _band(total: int, words: Words) -> Json:
    number = band(total)
    bounds = (0, *BANDS, None)
    return {
        "number": number,
        "name": words.solo_band(total),
        "least": bounds[number] or 0,
        "following": bounds[number + 1],
    }
