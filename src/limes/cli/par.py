"""`limes par`: the best landscape that hindsight finds for a known order of cards."""

from argparse import Namespace
from collections.abc import Sequence
from gettext import gettext as _

from limes.bots.par import Par, find_par
from limes.bots.protocol import Budget
from limes.cli import words
from limes.cli.output import print_json
from limes.cli.progress import progress
from limes.cli.source import card_number, given_deck, read_argument, variants
from limes.rules import ROUNDS, STANDARD, Game, LimesError, parse_record, shuffled, write_record


def run(options: Namespace) -> None:
    if options.time is not None:
        Budget(seconds=options.time)
    played, order = _known_order(options)
    with progress("par") as show:
        par = find_par(
            played.deck,
            played.variants,
            order,
            tries=options.tries,
            seconds=options.time,
            progress=lambda part, _total: show(part),
        )
    par = max([par, *_played(played)], key=lambda found: found.total)
    record = _record(played, order, par)
    if options.json:
        print_json({"total": par.total, "proven": False, "cards": list(order), "record": record})
        return
    for player, landscape in zip(played.players, played.landscapes, strict=True):
        if played.rounds:
            print(f"{player}  {words.points(landscape.total)}")
    print(
        _("{points}: the best landscape found; there may be a better one.").format(
            points=words.points(par.total)
        )
    )
    print()
    print(record, end="")


def _known_order(options: Namespace) -> tuple[Game, Sequence[int]]:
    """A game that was played, or one not begun, with the cards of its rounds."""
    deck = given_deck(options)
    if len(options.cards) == 1 and not options.cards[0].isdigit():
        source = read_argument(options.cards[0])
        game = source.parsed(lambda text: parse_record(text, deck, variants(options)))
        return game, [round_.card for round_ in game.rounds]
    game = Game((_("Par"),), deck or STANDARD, variants(options), id=options.game or "")
    if options.cards and options.game:
        raise LimesError("give either the cards or {option}, not both", option="--game")
    if options.game:
        return game, shuffled(game.deck, options.game)[:ROUNDS]
    return game, [card_number(text) for text in options.cards]


def _played(game: Game) -> list[Par]:
    """What the players made of these cards: hindsight finds no less."""
    turns = [[round_.turns[seat] for round_ in game.rounds] for seat in range(len(game.players))]
    return [
        Par(landscape.total, [turn for turn in laid if turn])
        for landscape, laid in zip(game.landscapes, turns, strict=True)
        if laid and None not in laid
    ]


def _record(played: Game, order: Sequence[int], par: Par) -> str:
    game = Game((_("Par"),), played.deck, played.variants, id=played.id, date=played.date)
    for card, turn in zip(order, par.turns, strict=True):
        game = game.turn_up(card).play(0, turn)
    return write_record(game)
