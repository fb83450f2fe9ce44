"""The grammar of the command line. Each command's own module is imported only when it runs."""

import argparse
from collections.abc import Callable
from gettext import gettext as _
from importlib import import_module
from typing import NoReturn, TypeAlias

from limes.locale import LANGUAGES
from limes.rules.message import LimesError
from limes.version import VERSION

LOG_LEVELS = ("debug", "info", "warning", "error")
SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")
Command = Callable[[argparse.Namespace], None]
Commands: TypeAlias = "argparse._SubParsersAction[Parser]"
Actions: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, like every other error of the program."""

    def error(self, message: str) -> NoReturn:
        raise LimesError(
            "{message} (see {help})", message=message.replace("\n", " "), help=f"{self.prog} --help"
        )


def build_parser() -> Parser:
    parser = Parser(
        prog="limes",
        description=_("Play, learn and study the card-laying game Limes (unofficial edition)."),
        epilog=_("For more about a command: 'limes COMMAND --help'"),
    )
    parser.add_argument(
        "--version", action="version", version=f"limes {VERSION}", help=_("print the version")
    )
    _add_language(parser, default=None)
    commands = parser.add_subparsers(metavar=_("COMMAND"), required=True, dest="command")

    _add_play(commands)
    _add_puzzle(commands)
    _add_score(commands)
    _add_turns(commands)
    _add_perft(commands)
    _add_replay(commands)
    _add_show(commands)
    _add_deck(commands)
    _add_arena(commands)
    _add_par(commands)
    _add_coach(commands)
    _add_stats(commands)
    _add_serve(commands)
    _add_site(commands)
    _add_db(commands)
    _add_tables(commands)
    _add_bans(commands)
    _add_keys(commands)
    _add_completion(commands)
    return parser


def _add_play(commands: Commands) -> None:
    play = _add(commands, "play", _("play in the terminal, alone or against a bot"))
    play.add_argument("file", nargs="?", metavar=_("FILE"), help=_("continue this saved game"))
    play.add_argument("--new", action="store_true", help=_("start a new game without asking"))
    play.add_argument(
        "--daily",
        action="store_true",
        help=_("play the cards of today's date, the same on every machine, and compare with the bots"),
    )
    play.add_argument("--game", metavar="ID", help=_("deal the cards of the game with this ID"))
    play.add_argument(
        "--against",
        metavar=_("BOT"),
        help=_("play against a bot such as expert, expert:novice or my_bots:Cautious, on the same cards"),
    )
    play.add_argument(
        "--time", type=float, default=1.0, metavar="T", help=_("seconds the bot may think per turn")
    )
    play.add_argument("--name", metavar=_("NAME"), help=_("your name in the game record"))
    play.add_argument("--save", metavar=_("FILE"), help=_("save the game record in this file"))
    play.add_argument(
        "--no-help", action="store_true", help=_("for purists: no points before the end of the game")
    )
    _add_rules(play)


def _add_puzzle(commands: Commands) -> None:
    puzzle = _add(commands, "puzzle", _("find the best turn: puzzles from games of the bots"))
    puzzle.add_argument(
        "--theme",
        metavar=_("THEME"),
        help=_("only puzzles of this theme; {list} lists the themes").format(list="--list"),
    )
    puzzle.add_argument("--id", metavar="ID", help=_("the puzzle with this ID"))
    puzzle.add_argument("--list", action="store_true", help=_("list the themes, and what you have solved"))


def _add_score(commands: Commands) -> None:
    score = _add(commands, "score", _("score a landscape, picture or game record and explain every point"))
    _add_source(
        score, _("a landscape, a picture, a game record, or a file with one of them; - for standard input")
    )
    _add_rules(score)
    _add_json(score)


def _add_turns(commands: Commands) -> None:
    turns = _add(commands, "turns", _("list every legal turn"))
    turns.add_argument("landscape", metavar=_("LANDSCAPE"), help=_("a landscape, or a file with one"))
    turns.add_argument("card", metavar=_("CARD"), help=_("the card's number"))
    _add_rules(turns)
    _add_json(turns)


def _add_perft(commands: Commands) -> None:
    perft = _add(commands, "perft", _("count the different sequences of turns"))
    perft.add_argument("cards", metavar=_("CARD"), nargs="+", help=_("the cards in order"))
    _add_rules(perft)
    _add_json(perft)


def _add_replay(commands: Commands) -> None:
    replay = _add(commands, "replay", _("replay a game record round by round"))
    _add_source(replay, _("a game record or its file; - for standard input"))
    replay.add_argument("--pictures", action="store_true", help=_("draw the landscapes after every round"))
    _add_rules(replay)
    _add_json(replay)


def _add_show(commands: Commands) -> None:
    show = _add(commands, "show", _("draw a landscape, picture or game record"))
    _add_source(
        show, _("a landscape, a picture, a game record, or a file with one of them; - for standard input")
    )
    show.add_argument("--svg", metavar=_("FILE"), help=_("write an SVG picture instead"))
    show.add_argument("--scored", action="store_true", help=_("show the points and where they come from"))
    show.add_argument("--focus", metavar=_("ZONE"), help=_("highlight what counts for one worker"))
    show.add_argument("--night", action="store_true", help=_("use dark colours"))
    show.add_argument(
        "--player", type=int, metavar="N", help=_("only this player of a game record, counted from 1")
    )
    _add_rules(show)


def _add_deck(commands: Commands) -> None:
    deck = _add(commands, "deck", _("show and check a deck"))
    deck.add_argument(
        "file", nargs="?", metavar=_("FILE"), help=_("a deck file (default: the standard deck)")
    )
    instead = deck.add_mutually_exclusive_group()
    instead.add_argument("--svg", metavar=_("FILE"), help=_("write an SVG picture instead"))
    deck.add_argument("--night", action="store_true", help=_("use dark colours"))
    _add_json(instead)


def _add_arena(commands: Commands) -> None:
    arena = _add(commands, "arena", _("let bots play the same deals and compare them"))
    arena.add_argument(
        "bots",
        metavar=_("BOT"),
        nargs="+",
        help=_("a bot, such as greedy or expert:novice, or one of yours, such as my_bots:Cautious"),
    )
    arena.add_argument(
        "--seats",
        type=int,
        default=1,
        metavar="N",
        help=_(
            "seat N bots at each table, where they see each other's landscapes; every group of N bots meets"
        ),
    )
    arena.add_argument("--deals", type=int, default=100, metavar="N", help=_("number of deals"))
    arena.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="S",
        help=_("which deals (the same number gives the same deals)"),
    )
    arena.add_argument("--time", type=float, default=0.1, metavar="T", help=_("seconds per turn"))
    arena.add_argument(
        "--playouts",
        type=int,
        metavar="N",
        help=_("playouts per turn instead of a time limit, for repeatable results"),
    )
    arena.add_argument("--jobs", type=int, default=1, metavar="J", help=_("number of processes"))
    arena.add_argument(
        "--ray",
        nargs="?",
        const="",
        metavar=_("ADDRESS"),
        help=_("play on the Ray cluster at this address; without an address, on all cores of this computer"),
    )
    arena.add_argument("--plot", metavar=_("FILE"), help=_("plot the distributions into this file"))
    arena.add_argument(
        "--resume",
        metavar=_("FILE"),
        help=_("save results in this file and continue from those already in it"),
    )
    _add_rules(arena)
    _add_json(arena)


def _add_par(commands: Commands) -> None:
    par = _add(commands, "par", _("find the best landscape in hindsight for a known order of cards"))
    par.add_argument("cards", metavar=_("CARD"), nargs="*", help=_("the 16 cards in order, or a game record"))
    par.add_argument("--game", metavar="ID", help=_("the cards of the game with this ID"))
    par.add_argument("--tries", type=int, metavar="N", help=_("how many landscapes to try"))
    par.add_argument("--time", type=float, metavar="T", help=_("search for at most this many seconds"))
    _add_rules(par)
    _add_json(par)


def _add_coach(commands: Commands) -> None:
    coach = _add(commands, "coach", _("review a game: luck, mistakes and better turns"))
    _add_source(coach, _("a game record or its file; - for standard input"))
    coach.add_argument("--seat", type=int, default=1, metavar="N", help=_("which player, from 1"))
    coach.add_argument(
        "--time", type=float, default=4.0, metavar="T", help=_("seconds to spend on the whole game")
    )
    _add_rules(coach)
    _add_json(coach)


def _add_stats(commands: Commands) -> None:
    stats = _add(commands, "stats", _("summarise files of game records: means, professions, luck"))
    stats.add_argument("files", metavar=_("FILE"), nargs="+", help=_("a file with one or more game records"))
    stats.add_argument("--player", metavar=_("NAME"), help=_("only games of this player"))
    stats.add_argument(
        "--since", metavar=_("DATE"), help=_("only games from this date on, such as 2026-11-06")
    )
    stats.add_argument("--until", metavar=_("DATE"), help=_("only games up to this date"))
    stats.add_argument(
        "--most", type=int, default=5, metavar="N", help=_("show the N players with the most games")
    )
    stats.add_argument(
        "--coach",
        action="store_true",
        help=_("review every game for luck and lost points, which takes a while"),
    )
    stats.add_argument(
        "--time", type=float, default=4.0, metavar="T", help=_("seconds to spend on the whole game")
    )
    stats.add_argument("--jobs", type=int, default=1, metavar="J", help=_("number of processes"))
    stats.add_argument(
        "--resume",
        metavar=_("FILE"),
        help=_("save reviews in this file and continue from those already in it"),
    )
    _add_rules(stats)
    _add_json(stats)


def _add_serve(commands: Commands) -> None:
    serve = _add(commands, "serve", _("host tables for people and bots"))
    serve.add_argument("--host", metavar=_("HOST"), help=_("the address to listen on (default: 127.0.0.1)"))
    serve.add_argument("--port", type=int, metavar="N", help=_("the port (default: 8484)"))
    serve.add_argument(
        "--origin",
        dest="origins",
        action="append",
        metavar="URL",
        help=_("another site whose pages may connect"),
    )
    serve.add_argument(
        "--bot",
        dest="bots",
        action="append",
        metavar=_("BOT"),
        help=_("another bot to play against, such as my_bots:Cautious"),
    )
    serve.add_argument(
        "--lan",
        action="store_true",
        help=_("open the server to everybody on the same network, and show the address and a code to scan"),
    )
    serve.add_argument("--open", action="store_true", help=_("open the game in the browser"))
    serve.add_argument("--log-level", metavar=_("LEVEL"), choices=LOG_LEVELS, help=", ".join(LOG_LEVELS))
    _add_database(serve)


def _add_site(commands: Commands) -> None:
    site = _add(commands, "site", _("write the game as a folder for any web host"))
    site.add_argument(
        "folder", metavar=_("FOLDER"), help=_("a new or empty folder, or one of an earlier site")
    )
    site.add_argument(
        "--server",
        metavar="URL",
        help=_(
            "where to send people for what needs a server: friends by link, the coach, the strongest bots"
        ),
    )


def _add_db(commands: Commands) -> None:
    database = _add(commands, "db", _("maintain the server's database"))
    actions = database.add_subparsers(metavar=_("ACTION"), required=True, dest="action")
    for name, summary in (
        ("upgrade", _("bring its schema up to date")),
        ("backup", _("back it up while the server runs")),
        ("restore", _("restore it from a backup")),
        ("check", _("replay every game in it")),
        ("purge", _("close idle tables and delete closed ones, according to the settings")),
    ):
        action = _add_action(actions, name, summary)
        if name == "backup":
            action.add_argument("file", metavar=_("FILE"), help=_("the file to write"))
        if name == "restore":
            action.add_argument("file", metavar=_("FILE"), help=_("the backup"))
        if name == "purge":
            action.add_argument("--dry-run", action="store_true", help=_("only show what would be done"))


def _add_tables(commands: Commands) -> None:
    tables = _add(commands, "tables", _("manage the tables of a server"))
    actions = tables.add_subparsers(metavar=_("ACTION"), required=True, dest="action")
    for name, summary in (
        ("list", _("list them, the longest idle first")),
        ("show", _("show one with its seats")),
        ("close", _("close them as they are; nobody can play there any more")),
        ("delete", _("delete them with their games")),
    ):
        action = _add_action(actions, name, summary)
        action.add_argument("--json", action="store_true", help=_("print JSON"))
        if name == "list":
            _add_filters(action)
        else:
            action.add_argument("tables", nargs=1 if name == "show" else "+", metavar=_("TABLE"))


def _add_filters(action: argparse.ArgumentParser) -> None:
    action.add_argument(
        "--state", choices=("running", "finished", "closed"), help=_("only tables in this state")
    )
    action.add_argument(
        "--untouched",
        type=float,
        metavar=_("DAYS"),
        help=_("only if nothing has happened for this many days"),
    )
    action.add_argument("--guest", metavar="ID", help=_("only tables of this guest"))
    action.add_argument("--most", type=int, default=100, metavar="N", help=_("at most this many"))


def _add_bans(commands: Commands) -> None:
    bans = _add(commands, "bans", _("ban people from a server"))
    actions = bans.add_subparsers(metavar=_("ACTION"), required=True, dest="action")
    for name, summary in (
        ("add", _("ban somebody")),
        ("list", _("list the bans")),
        ("remove", _("lift a ban")),
    ):
        action = _add_action(actions, name, summary)
        action.add_argument("--json", action="store_true", help=_("print JSON"))
        if name != "list":
            action.add_argument(
                "who",
                metavar=_("WHO"),
                help=_("an address, a network, guest:ID, or client:MARK from the logs"),
            )
        if name == "add":
            action.add_argument(
                "--days", type=float, metavar="N", help=_("for this many days (default: for good)")
            )
            action.add_argument("--reason", default="", metavar=_("TEXT"), help=_("a note for yourself"))


def _add_keys(commands: Commands) -> None:
    keys = _add(commands, "keys", _("change the key that signs a server's cookies"))
    actions = keys.add_subparsers(metavar=_("ACTION"), required=True, dest="action")
    _add_action(actions, "rotate", _("sign with a new key; nobody is signed out"))
    _add_action(
        actions,
        "forget",
        _("forget the older keys; anyone who has not been back since then becomes a new guest"),
    )


def _add_action(actions: Actions, name: str, summary: str) -> argparse.ArgumentParser:
    action = actions.add_parser(name, help=summary)
    _add_language(action, default=argparse.SUPPRESS)
    _add_database(action)
    return action


def _add_completion(commands: Commands) -> None:
    completion = _add(commands, "completion", _("print a completion script for your shell"))
    completion.add_argument("shell", metavar=_("SHELL"), choices=SHELLS, help=", ".join(SHELLS))


def _add(commands: Commands, name: str, summary: str) -> argparse.ArgumentParser:
    def load() -> Command:
        command: Command = import_module(f"limes.cli.{name}").run
        return command

    parser = commands.add_parser(name, help=summary, description=f"{summary[:1].upper()}{summary[1:]}.")
    parser.set_defaults(load=load)
    _add_language(parser, default=argparse.SUPPRESS)
    return parser


def _add_language(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=default,
        help=_("language to use (default: your system's)"),
    )


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--deck", metavar=_("FILE"), help=_("play with the deck in this file"))
    parser.add_argument(
        "--diagonal",
        action="store_true",
        help=_("variant: a card may also touch the others at just a corner"),
    )
    parser.add_argument(
        "--ferryman", action="store_true", help=_("variant: fishermen ferry workers across water")
    )


def _add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database",
        metavar="URL",
        help=_("{sqlite} or {postgresql} (default: a file in your data folder)").format(
            sqlite="sqlite:///FILE", postgresql="postgresql+psycopg://..."
        ),
    )


def _add_source(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument("source", metavar=_("TEXT_OR_FILE"), help=what)


def _add_json(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--json", action="store_true", help=_("print JSON for programs"))
