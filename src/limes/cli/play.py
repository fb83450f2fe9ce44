"""`limes play`: a solo game in the terminal, turn by turn in notation, with previews and a live score."""

import datetime
from argparse import Namespace
from gettext import gettext as _
from pathlib import Path

from limes.cli import saves, words
from limes.cli.source import given_deck, variants
from limes.cli.table import Quit, TurnPrompt
from limes.cli.terminal import Terminal
from limes.rules import ROUNDS, STANDARD, Game, LimesError, shuffled
from limes.rules.game import check_player


def run(options: Namespace) -> None:
    terminal = Terminal()
    save = _begin(options, terminal)
    try:
        game = _play(save, terminal, help_on=not options.no_help)
    except (Quit, KeyboardInterrupt):
        _say_how_to_go_on(save.path, terminal)
        return
    _finish(saves.Save(save.path, game), terminal)


def _play(save: saves.Save, terminal: Terminal, help_on: bool) -> Game:
    """All rounds that are left; the record is stored after every turn."""
    game = save.game
    order = shuffled(game.deck, game.id)
    while not game.finished:
        if game.round_complete:
            turned_up = {round_.card for round_ in game.rounds}
            game = game.turn_up(next(card for card in order if card not in turned_up))
        prompt = TurnPrompt(terminal, game.landscapes[0], game.rounds[-1].card, len(game.rounds), help_on)
        game = game.play(0, prompt.ask())
        saves.store(save.path, game)
    return game


def _begin(options: Namespace, terminal: Terminal) -> saves.Save:
    if options.file:
        return _resumed(saves.load(Path(options.file)))
    if not (options.new or options.game or options.save):
        unfinished = _unfinished()
        if unfinished and _wants(unfinished, terminal):
            return unfinished
    game_id = options.game or saves.new_id()
    name = options.name or _("You")
    check_player(name)
    game = Game(
        players=(name,),
        deck=given_deck(options) or STANDARD,
        variants=variants(options),
        id=game_id,
        date=datetime.date.today().isoformat(),
    )
    path = Path(options.save) if options.save else saves.default_path(game_id)
    if path.exists():
        raise LimesError(
            "{name} exists already; go on with it by {command}", name=path, command=f"limes play {path}"
        )
    return saves.Save(path, game)


def _resumed(save: saves.Save) -> saves.Save:
    if len(save.game.players) > 1:
        raise LimesError(
            "{name} is a game of {players} players; only solo games go on here",
            name=save.path,
            players=len(save.game.players),
        )
    if save.game.finished:
        raise LimesError(
            "the game in {name} is finished; see it with {command}",
            name=save.path,
            command=f"limes replay {save.path}",
        )
    return save


def _unfinished() -> saves.Save | None:
    for save in saves.all_saves():
        if len(save.game.players) == 1 and not save.game.finished:
            return save
    return None


def _wants(save: saves.Save, terminal: Terminal) -> bool:
    question = _("Go on with game {game}, begun {date}, round {round} of {rounds}? [Y/n] ").format(
        game=save.game.id, date=save.game.date, round=len(save.game.rounds) + 1, rounds=ROUNDS
    )
    answer = terminal.ask(question)
    return answer is not None and not answer.lower().startswith("n")


def _say_how_to_go_on(path: Path, terminal: Terminal) -> None:
    if path.exists():
        terminal.say(_("The game is kept. Go on with it by: limes play {file}").format(file=path))
    else:
        terminal.say(_("No turn was made, so nothing is kept."))


def _finish(save: saves.Save, terminal: Terminal) -> None:
    landscape = save.game.landscapes[0]
    score = landscape.score()
    terminal.say()
    terminal.landscape(landscape, score=score)
    for line in words.score_lines(score, str):
        terminal.say(line)
    terminal.say()
    said = _("{points}: {band}.").format(points=words.points(score.total), band=words.solo_band(score.total))
    terminal.say(said)
    best = _best_before(save)
    if best is not None:
        terminal.say(
            _("A new personal best, {before} before.").format(before=best)
            if score.total > best
            else _("Your best so far: {best}.").format(best=best)
        )
    terminal.say(_("The record: {file}").format(file=save.path))
    terminal.say(_("A friend can play the same cards: limes play --game {game}").format(game=save.game.id))


def _best_before(finished: saves.Save) -> int | None:
    """The best finished solo game under the same deck and variants, this one aside."""
    totals = [
        save.game.landscapes[0].total
        for save in saves.all_saves()
        if save.game.finished
        and len(save.game.players) == 1
        and save.path.resolve() != finished.path.resolve()
        and (save.game.deck, save.game.variants) == (finished.game.deck, finished.game.variants)
    ]
    return max(totals, default=None)
