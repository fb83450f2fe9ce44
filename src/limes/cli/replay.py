"""`limes replay`: a record or a study, round by round, with what is said and what else was tried."""

from argparse import Namespace
from collections.abc import Iterable, Sequence
from gettext import gettext as _

from limes.cli import words
from limes.cli.annotations import comment_lines, nodes_as_json, variation_lines
from limes.cli.output import print_json
from limes.cli.score import ranking_lines
from limes.cli.source import read_annotated
from limes.rules import AnnotatedGame, Game, Landscape, Study, Variants


def run(options: Namespace) -> None:
    given = read_annotated(options)
    if options.json:
        print_json(_study_as_json(given) if isinstance(given, Study) else _as_json(given))
    elif isinstance(given, Study):
        _show_study(given, options.pictures)
    else:
        _show_game(given, options.pictures)


def _show_game(annotated: AnnotatedGame, pictures: bool) -> None:
    game = annotated.game
    print("\n".join(_heading(game)))
    _print_comment(annotated.comment)
    width = max(map(len, game.players))
    cards = {number: round_.card for number, round_ in enumerate(game.rounds, start=1)}
    history = game.history()
    for number, round_ in enumerate(game.rounds, start=1):
        print()
        print(_("Round {round}, card {card}").format(round=number, card=round_.card))
        for seat, (name, turn) in enumerate(zip(game.players, round_.turns, strict=True)):
            said = _("not played yet") if turn is None else str(turn)
            print(f"  {name:<{width}}  {said:<15} {history[number][seat].total:>3}")
            note = annotated.note(number, seat)
            lines = comment_lines(note.name, note.comment)
            lines += variation_lines(history[number - 1][seat], note.variations, cards)
            _print_below(lines, width + 4)
        if pictures:
            _print_pictures(game.players, history[number])
    print()
    print(_("Final score") if game.finished else _("Not finished"))
    print("\n".join(f"  {line}" for line in ranking_lines(game)))


def _show_study(study: Study, pictures: bool) -> None:
    deck, variants = study.start.deck, study.start.variants
    facts = {_("A study"): study.name, _("Deck"): deck.name, _("Variants"): _variant_names(variants)}
    print(
        "\n".join(_facts({**facts, _("Starting landscape"): str(study.start) if study.start.cards else ""}))
    )
    _print_comment(study.comment)
    before = study.start
    cards = dict(enumerate((node.card for node in study.line()), start=len(before.cards) + 1))
    beside = study.children[1:]
    for node in study.line():
        landscape = before.play(node.card, node.turn)
        print()
        print(_("Round {round}, card {card}").format(round=len(landscape.cards), card=node.card))
        print(f"  {node.turn!s:<15} {landscape.total:>3}")
        lines = comment_lines(node.name, node.comment)
        _print_below([*lines, *variation_lines(before, beside, cards)], 2)
        if pictures:
            _print_pictures([""], (landscape,))
        before, beside = landscape, node.children[1:]
    print()
    print(words.points(before.total))


def _print_comment(comment: str) -> None:
    if comment:
        print()
        _print_below(comment_lines("", comment), 0)


def _print_below(lines: Iterable[str], indent: int) -> None:
    for line in lines:
        print(f"{'':{indent}}{line}".rstrip())


def _heading(game: Game) -> list[str]:
    return _facts(
        {
            _("Game"): game.id,
            _("Date"): game.date,
            _("Deck"): game.deck.name,
            _("Variants"): _variant_names(game.variants),
            _("Players"): ", ".join(game.players),
        }
    )


def _facts(facts: dict[str, str]) -> list[str]:
    return [_("{name}: {value}").format(name=name, value=value) for name, value in facts.items() if value]


def _variant_names(variants: Variants) -> str:
    return ", ".join(words.variant(name) for name in str(variants).split())


def _as_json(annotated: AnnotatedGame) -> dict[str, object]:
    """What is said of the game is there where something is said."""
    game = annotated.game
    history = game.history()
    rounds: list[dict[str, object]] = []
    for number, round_ in enumerate(game.rounds, start=1):
        notes = [annotated.note(number, seat) for seat in range(len(game.players))]
        said = [
            {
                "seat": note.seat,
                "name": note.name,
                "comment": note.comment,
                "variations": nodes_as_json(history[number - 1][note.seat], note.variations),
            }
            for note in notes
            if note in annotated.notes
        ]
        rounds.append(
            {
                "round": number,
                "card": round_.card,
                "turns": [None if turn is None else str(turn) for turn in round_.turns],
                "totals": [landscape.total for landscape in history[number]],
            }
            | ({"notes": said} if said else {})
        )
    return {
        "game": game.id,
        "date": game.date,
        "deck": game.deck.name,
        "variants": str(game.variants).split(),
        "players": list(game.players),
        **({"comment": annotated.comment} if annotated.comment else {}),
        "rounds": rounds,
        "finished": game.finished,
        "totals": [landscape.total for landscape in game.landscapes],
        "places": game.places(),
    }


def _study_as_json(study: Study) -> dict[str, object]:
    return {
        "study": study.name,
        "deck": study.start.deck.name,
        "variants": str(study.start.variants).split(),
        "start": str(study.start),
        "comment": study.comment,
        "children": nodes_as_json(study.start, study.children),
        "total": study.landscape.total,
    }


def _print_pictures(names: Sequence[str], landscapes: Sequence[Landscape]) -> None:
    from limes.cli.terminal import Terminal  # noqa: PLC0415

    terminal = Terminal()
    for seat, (name, landscape) in enumerate(zip(names, landscapes, strict=True)):
        if name:
            terminal.say(name)
        terminal.landscape(landscape, seat=seat)
