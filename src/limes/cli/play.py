"""`limes play`: a game in the terminal, alone or beside a bot, turn by turn in notation."""

import datetime
import os
import shlex
from argparse import Namespace
from gettext import gettext as _
from pathlib import Path

from limes.cli import saves, words
from limes.cli.daily import compare, todays_game
from limes.cli.opponent import BOT_MARK, Opponent, ask_for_opponent
from limes.cli.output import check_writable, one_line
from limes.cli.prompt import Quit, TurnPrompt
from limes.cli.score import ranking_lines
from limes.cli.source import given_deck, variants
from limes.cli.terminal import Terminal
from limes.rules import ROUNDS, STANDARD, Game, LimesError, shuffled
from limes.rules.game import check_player

PERSON = 0


def run(options: Namespace) -> None:
    terminal = Terminal()
    try:
        save = _begin(options, terminal)
    except (Quit, KeyboardInterrupt):
        return  # nothing was begun, so there is nothing to say of it
    try:
        game = _play(save, terminal, options)
    except (Quit, KeyboardInterrupt):
        _say_how_to_go_on(save, terminal)
        return
    _finish(saves.Save(save.path, game), terminal)
    if options.daily:
        compare(game, terminal)


def _play(save: saves.Save, terminal: Terminal, options: Namespace) -> Game:
    """All rounds that are left; the record is stored after every turn."""
    game = save.game
    opponents = {seat: Opponent(game.players[seat], options.time) for seat in range(1, len(game.players))}
    order = shuffled(game.deck, game.id)
    while not game.finished:
        if game.round_complete:
            turned_up = {round_.card for round_ in game.rounds}
            game = game.turn_up(next(card for card in order if card not in turned_up))
        card = game.rounds[-1].card
        for seat in game.waiting:
            if seat == PERSON:
                turn = TurnPrompt(terminal, game.landscapes[seat], card, help_on=not options.no_help).ask()
            else:
                turn = opponents[seat].choose(game, seat)
            game = game.play(seat, turn)
            saves.store(save.path, game)
        for seat, opponent in opponents.items():
            opponent.show(game, seat, card, terminal, help_on=not options.no_help)
    return game


def _begin(options: Namespace, terminal: Terminal) -> saves.Save:
    if options.daily:
        return todays_game(options)
    if options.file is not None:
        for name in ("new", "game", "name", "save", "deck", "diagonal", "ferryman"):
            if getattr(options, name):
                raise _only_for_new_games(name)
        save = saves.load(Path(options.file))
        if options.against and Opponent.player_name(options.against) not in save.game.players:
            raise _only_for_new_games("against")  # else a bot of your own: a record holds no code
        return _resumed(save)
    name, against = options.name or _("You"), options.against
    check_player(name)
    if not (options.new or options.game or options.save or against):
        terminal.say(_("LIMES. Sixteen cards, seven workers, one landscape. For help, type ?"))
        unfinished = _unfinished()
        if unfinished and _wants(unfinished, terminal):
            return unfinished
        against = ask_for_opponent(terminal)
    game_id = saves.new_id() if options.game is None else options.game
    saves.check_id(game_id)
    players = (name, Opponent.player_name(against)) if against else (name,)
    game = Game(
        players=players,
        deck=given_deck(options) or STANDARD,
        variants=variants(options),
        id=game_id,
        date=datetime.date.today().isoformat(),
    )
    path = Path(options.save) if options.save else saves.default_path(game_id)
    if os.path.lexists(path):
        raise LimesError("{name} already exists; continue it with {command}", name=path, command=_go_on(path))
    check_writable(path)
    return saves.Save(path, game)


def _only_for_new_games(option: str) -> LimesError:
    """A saved game goes on as it began."""
    return LimesError("{option} works only for a new game", option=f"--{option}")


def _go_on(path: Path) -> str:
    return f"limes play {shlex.quote(str(path))}"


def _can_go_on(game: Game) -> bool:
    """Whether one person plays here, alone or with bots."""
    return not game.players[PERSON].endswith(BOT_MARK) and all(
        name.endswith(BOT_MARK) for name in game.players[PERSON + 1 :]
    )


def _resumed(save: saves.Save) -> saves.Save:
    if not _can_go_on(save.game):
        raise LimesError(
            "{name} is a game of several people; only a game of one person can be continued here",
            name=save.path,
        )
    if save.game.finished:
        raise LimesError(
            "the game in {name} is finished; see it with {command}",
            name=save.path,
            command=f"limes replay {shlex.quote(str(save.path))}",
        )
    return save


def _unfinished() -> saves.Save | None:
    for save in saves.all_saves():
        if _can_go_on(save.game) and not save.game.finished:
            return save
    return None


def _wants(save: saves.Save, terminal: Terminal) -> bool:
    complete = sum(round_.complete for round_ in save.game.rounds)
    question = _("Continue game {game}, round {round} of {rounds}? [Y/n] ").format(
        game=save.game.id, round=complete + 1, rounds=ROUNDS
    )
    answer = terminal.ask(question)
    if answer is None or answer == "q":
        raise Quit
    return not answer.lower().startswith("n")


def _say_how_to_go_on(save: saves.Save, terminal: Terminal) -> None:
    if os.path.lexists(save.path):
        terminal.say(
            _("The game is saved. Continue it with: {command}").format(command=one_line(_go_on(save.path)))
        )
    else:
        terminal.say(_("No turn was played, so nothing was saved."))


def _finish(save: saves.Save, terminal: Terminal) -> None:
    game = save.game
    landscape = game.landscapes[PERSON]
    score = landscape.score()
    terminal.say()
    terminal.landscape(landscape, score=score)
    for line in words.score_lines(score, str):
        terminal.say(line)
    terminal.say()
    if len(game.players) > 1:
        for line in ranking_lines(game):
            terminal.say(line)
    else:
        _say_band_and_best(save, score.total, terminal)
    terminal.say(_("Game record: {file}").format(file=one_line(str(save.path))))
    terminal.say(_("To play the same cards, a friend can type: {command}").format(command=_same_cards(game)))


def _same_cards(game: Game) -> str:
    """The command that deals the cards of this game again."""
    options = [f"--{name}" for name in str(game.variants).split()]
    if game.deck != STANDARD:
        options.append(_("--deck FILE"))
    return " ".join(["limes play --game", game.id, *options])


def _say_band_and_best(save: saves.Save, total: int, terminal: Terminal) -> None:
    terminal.say(_("{points}: {band}.").format(points=words.points(total), band=words.solo_band(total)))
    best = _best_before(save)
    if best is not None:
        terminal.say(
            _("A new personal best! Previous best: {before}.").format(before=best)
            if total > best
            else _("Your personal best: {best}.").format(best=best)
        )


def _best_before(finished: saves.Save) -> int | None:
    """The best finished solo game under the same deck and variants, this one aside."""
    totals = [
        save.game.landscapes[PERSON].total
        for save in saves.all_saves()
        if save.game.finished
        and len(save.game.players) == 1
        and save.path.resolve() != finished.path.resolve()
        and (save.game.deck, save.game.variants) == (finished.game.deck, finished.game.variants)
    ]
    return max(totals, default=None)
