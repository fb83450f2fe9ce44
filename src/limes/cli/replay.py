"""`limes replay`: a record, round by round."""

from argparse import Namespace
from gettext import gettext as _

from limes.cli import words
from limes.cli.output import print_json
from limes.cli.score import ranking_lines
from limes.cli.source import read_game
from limes.rules import Game, Landscape


def run(options: Namespace) -> None:
    game = read_game(options)
    if options.json:
        print_json(_as_json(game))
        return
    print("\n".join(_heading(game)))
    width = max(map(len, game.players))
    for number, (round_, landscapes) in enumerate(zip(game.rounds, game.history()[1:], strict=True), start=1):
        print()
        print(_("Round {round}, card {card}").format(round=number, card=round_.card))
        for name, turn, landscape in zip(game.players, round_.turns, landscapes, strict=True):
            said = _("not played yet") if turn is None else str(turn)
            print(f"  {name:<{width}}  {said:<15} {landscape.total:>3}")
        if options.pictures:
            _print_pictures(game, landscapes)
    print()
    print(_("Final score") if game.finished else _("Not finished"))
    print("\n".join(f"  {line}" for line in ranking_lines(game)))


def _heading(game: Game) -> list[str]:
    names = [words.variant(name) for name in str(game.variants).split()]
    facts = {
        _("Game"): game.id,
        _("Date"): game.date,
        _("Deck"): game.deck.name,
        _("Variants"): ", ".join(names),
        _("Players"): ", ".join(game.players),
    }
    return [_("{name}: {value}").format(name=name, value=value) for name, value in facts.items() if value]


def _as_json(game: Game) -> dict[str, object]:
    rounds = [
        {
            "round": number,
            "card": round_.card,
            "turns": [None if turn is None else str(turn) for turn in round_.turns],
            "totals": [landscape.total for landscape in landscapes],
        }
        for number, (round_, landscapes) in enumerate(
            zip(game.rounds, game.history()[1:], strict=True), start=1
        )
    ]
    return {
        "game": game.id,
        "date": game.date,
        "deck": game.deck.name,
        "variants": str(game.variants).split(),
        "players": list(game.players),
        "rounds": rounds,
        "finished": game.finished,
        "totals": [landscape.total for landscape in game.landscapes],
        "places": game.places(),
    }


def _print_pictures(game: Game, landscapes: tuple[Landscape, ...]) -> None:
    from limes.cli.terminal import Terminal  # noqa: PLC0415

    terminal = Terminal()
    for seat, (name, landscape) in enumerate(zip(game.players, landscapes, strict=True)):
        terminal.say(name)
        terminal.landscape(landscape, seat=seat)
