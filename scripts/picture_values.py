"""Work out what some pictures of the docs show, and keep it in docs/pictures/values.json: half a minute.

Drawing (`make pictures`) reads the file, so that a picture changes only when its values are worked out anew.
"""

import json
from pathlib import Path
from typing import Any

from limes.bots import Budget, View, make_bot
from limes.bots.learned import learned
from limes.bots.search import Search
from limes.bots.weights import tuned
from limes.coach import Effort, review
from limes.core import State
from limes.rules import STANDARD, Game, Turn, shuffled, write_record

FILE = Path(__file__).parents[1] / "docs" / "pictures" / "values.json"
DEAL = "a picture that moves"
POSITION = 4  # the round whose turn is thought about
SHOWN = 7
WIDE, NEAR = 60, 6  # as the expert: turns that are looked at, replies judged with each card


def played(bot: str, playouts: int) -> Game:
    """A solo game of a bot on the deal."""
    player = make_bot(bot, seed=1)
    game = Game(players=(bot.capitalize(),))
    for card in shuffled(STANDARD, DEAL)[:16]:
        turn = player.choose(View(game.landscapes[0], card), Budget(playouts=playouts))
        game = game.turn_up(card).play(0, turn)
    return game


def coached(game: Game) -> dict[str, Any]:
    """The coach's sum, in tenths of a point."""
    found = review(game, seat=0, effort=Effort(seconds=600))
    turns = [{"round": each.round, "luck": each.luck, "lost": each.lost} for each in found.turns]
    return {"record": write_record(game), "start": found.start, "turns": turns, "end": found.end}


def thought(game: Game) -> dict[str, Any]:
    """What tables, network and a look one card ahead make of the turns in one position."""
    before = game.history()[POSITION - 1][0]
    card = game.rounds[POSITION - 1].card
    state = State.from_landscape(before)
    search, network = Search(tuned(), 1, learned()), learned()
    by_tables = search.turns_by_tables(state, card)

    def after(turn: Turn, number: int, state: State) -> State:
        following = state.copy()
        following.play(number, str(turn))
        return following

    def reply(state: State, number: int) -> float:
        best = search.turns_by_tables(state, number)[:NEAR]
        return max(network.outlook(after(turn, number, state))[0] for turn, _ in best)

    tables = {str(turn): value for turn, value in by_tables[:WIDE]}
    judged = {turn: network.outlook(after(Turn.parse(turn), card, state))[0] for turn in tables}
    ahead = {}
    for turn in sorted(judged, key=lambda each: -judged[each])[: WIDE // 2]:
        following = after(Turn.parse(turn), card, state)
        ahead[turn] = sum(reply(following, number) for number in following.unseen) / len(following.unseen)
    chosen = make_bot("expert", seed=1).choose(View(before, card), Budget(playouts=20_000))
    return {
        "landscape": str(before),
        "card": card,
        "turns": len(by_tables),
        "looked_at": [len(by_tables), len(judged), len(ahead)],
        "tables": _best(tables),
        "network": _best(judged),
        "ahead": _best(ahead),
        "chosen": str(chosen),
    }


def _best(values: dict[str, float]) -> list[tuple[str, float]]:
    first = sorted(values.items(), key=lambda each: -each[1])[:SHOWN]
    return [(turn, round(value, 1)) for turn, value in first]


def main() -> None:
    game = played("expert", 3000)
    values = {
        "game": write_record(game),
        "sum": coached(played("expert:player", 1)),
        "thinking": thought(game),
    }
    FILE.write_text(json.dumps(values, indent=1) + "\n", encoding="utf-8")
    print(FILE.name)


if __name__ == "__main__":
    main()
