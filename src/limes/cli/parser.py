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
        description=_("Play, learn and study the tile-laying game Limes (unofficial edition)."),
        epilog=_("'limes COMMAND --help' says more about a command."),
    )
    parser.add_argument(
        "--version", action="version", version=f"limes {VERSION}", help=_("print the version")
    )
    _add_language(parser, default=None)
    commands = parser.add_subparsers(metavar=_("COMMAND"), required=True, dest="command")

    _add_play(commands)
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
    _add_db(commands)
    _add_tables(commands)
    _add_bans(commands)
    _add_keys(commands)
    _add_completion(commands)
    return parser


def _add_play(commands: Commands) -> None:
    play = _add(commands, "play", _("play in the terminal, alone or against a bot"))
    play.add_argument("file", nargs="?", metavar=_("FILE"), help=_("go on with this saved record"))
    play.add_argument("--new", action="store_true", help=_("begin a new game without asking"))
    play.add_argument("--game", metavar="ID", help=_("deal the cards of this game id"))
    play.add_argument(
        "--against",
        metavar=_("BOT"),
        help=_("a bot plays the same cards, such as expert, expert:novice or my_bots:Cautious"),
    )
    play.add_argument(
        "--time", type=float, default=1.0, metavar="T", help=_("seconds that the bot may think")
    )
    play.add_argument("--name", metavar=_("NAME"), help=_("your name in the record"))
    play.add_argument("--save", metavar=_("FILE"), help=_("keep the record in this file"))
    play.add_argument(
        "--no-help", action="store_true", help=_("for purists: no points before the end of the game")
    )
    _add_rules(play)


def _add_score(commands: Commands) -> None:
    score = _add(commands, "score", _("points of a landscape, picture or record, with reasons"))
    _add_source(score, _("a landscape, a picture, a record, or a file with one; - for standard input"))
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
    perft.add_argument("cards", metavar=_("CARD"), nargs="+", help=_("the cards in their order"))
    _add_rules(perft)
    _add_json(perft)


def _add_replay(commands: Commands) -> None:
    replay = _add(commands, "replay", _("replay a record round by round"))
    _add_source(replay, _("a record or its file; - for standard input"))
    replay.add_argument("--pictures", action="store_true", help=_("draw the landscapes of every round"))
    _add_rules(replay)
    _add_json(replay)


def _add_show(commands: Commands) -> None:
    show = _add(commands, "show", _("draw a landscape, picture or record"))
    _add_source(show, _("a landscape, a picture, a record, or a file with one; - for standard input"))
    show.add_argument("--svg", metavar=_("FILE"), help=_("write an SVG picture instead"))
    show.add_argument("--scored", action="store_true", help=_("show the points and why"))
    show.add_argument("--focus", metavar=_("ZONE"), help=_("light up what counts for one worker"))
    show.add_argument("--night", action="store_true", help=_("dark colours"))
    show.add_argument("--player", type=int, metavar="N", help=_("one player of a record, from 1"))
    _add_rules(show)


def _add_deck(commands: Commands) -> None:
    deck = _add(commands, "deck", _("show and check a deck"))
    deck.add_argument("file", nargs="?", metavar=_("FILE"), help=_("a deck file; else the standard deck"))
    instead = deck.add_mutually_exclusive_group()
    instead.add_argument("--svg", metavar=_("FILE"), help=_("write an SVG picture instead"))
    deck.add_argument("--night", action="store_true", help=_("dark colours"))
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
        help=_("seat N bots at a table, where they see each other's landscapes; every group of N meets"),
    )
    arena.add_argument("--deals", type=int, default=100, metavar="N", help=_("how many deals"))
    arena.add_argument("--seed", type=int, default=1, metavar="S", help=_("which deals"))
    arena.add_argument("--time", type=float, default=0.1, metavar="T", help=_("seconds a turn"))
    arena.add_argument(
        "--playouts",
        type=int,
        metavar="N",
        help=_("play-outs a turn instead of a time, to get the same again"),
    )
    arena.add_argument("--jobs", type=int, default=1, metavar="J", help=_("processes at a time"))
    arena.add_argument(
        "--ray",
        nargs="?",
        const="",
        metavar=_("ADDRESS"),
        help=_("play on the Ray cluster at this address, or on all cores of this machine"),
    )
    arena.add_argument("--plot", metavar=_("FILE"), help=_("draw the distributions into this file"))
    arena.add_argument(
        "--resume", metavar=_("FILE"), help=_("keep results in this file and go on with those in it")
    )
    _add_rules(arena)
    _add_json(arena)


def _add_par(commands: Commands) -> None:
    par = _add(commands, "par", _("find the best landscape in hindsight for a known order of cards"))
    par.add_argument(
        "cards", metavar=_("CARD"), nargs="*", help=_("the 16 cards in their order, or a record")
    )
    par.add_argument("--game", metavar="ID", help=_("the cards of this game id"))
    par.add_argument("--tries", type=int, metavar="N", help=_("how many landscapes to try"))
    par.add_argument("--time", type=float, metavar="T", help=_("seconds to search at most"))
    _add_rules(par)
    _add_json(par)


def _add_coach(commands: Commands) -> None:
    coach = _add(commands, "coach", _("review a game: luck, mistakes, and what was better"))
    _add_source(coach, _("a record or its file; - for standard input"))
    coach.add_argument("--seat", type=int, default=1, metavar="N", help=_("which player, from 1"))
    coach.add_argument(
        "--time", type=float, default=4.0, metavar="T", help=_("seconds to think about the whole game")
    )
    _add_rules(coach)
    _add_json(coach)


def _add_stats(commands: Commands) -> None:
    stats = _add(commands, "stats", _("add up files of many records: means, professions, luck"))
    stats.add_argument("files", metavar=_("FILE"), nargs="+", help=_("a file of one or more records"))
    stats.add_argument("--player", metavar=_("NAME"), help=_("only games of this player"))
    stats.add_argument("--since", metavar=_("DATE"), help=_("only games from this date on, as 2026-11-06"))
    stats.add_argument("--until", metavar=_("DATE"), help=_("only games up to this date"))
    stats.add_argument(
        "--most", type=int, default=5, metavar="N", help=_("show the N players with the most games")
    )
    stats.add_argument(
        "--coach", action="store_true", help=_("review every game for luck and losses, which takes a while")
    )
    stats.add_argument(
        "--time", type=float, default=4.0, metavar="T", help=_("seconds to think about the whole game")
    )
    stats.add_argument("--jobs", type=int, default=1, metavar="J", help=_("processes at a time"))
    stats.add_argument(
        "--resume", metavar=_("FILE"), help=_("keep reviews in this file and go on with those in it")
    )
    _add_rules(stats)
    _add_json(stats)


def _add_serve(commands: Commands) -> None:
    serve = _add(commands, "serve", _("serve tables for people and bots over the network"))
    serve.add_argument(
        "--host", metavar=_("HOST"), help=_("the address to listen on, 127.0.0.1 if not given")
    )
    serve.add_argument("--port", type=int, metavar="N", help=_("the port, 8484 if not given"))
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
        help=_("for everybody in the same network: listen there, show the address and a code to scan"),
    )
    serve.add_argument("--open", action="store_true", help=_("open the game in the browser"))
    serve.add_argument("--log-level", metavar=_("LEVEL"), choices=LOG_LEVELS, help=", ".join(LOG_LEVELS))
    _add_database(serve)


def _add_db(commands: Commands) -> None:
    database = _add(commands, "db", _("look after the server's database"))
    actions = database.add_subparsers(metavar=_("ACTION"), required=True, dest="action")
    for name, summary in (
        ("upgrade", _("bring its tables up to date")),
        ("backup", _("copy it while the server runs")),
        ("restore", _("restore it from a backup")),
        ("check", _("replay every game in it")),
        ("purge", _("close idle tables and delete closed ones, as the settings say")),
    ):
        action = _add_action(actions, name, summary)
        if name == "backup":
            action.add_argument("file", metavar=_("FILE"), help=_("the copy"))
        if name == "restore":
            action.add_argument("file", metavar=_("FILE"), help=_("the backup"))
        if name == "purge":
            action.add_argument("--dry-run", action="store_true", help=_("only say what would be done"))


def _add_tables(commands: Commands) -> None:
    tables = _add(commands, "tables", _("look after the tables of a server"))
    actions = tables.add_subparsers(metavar=_("ACTION"), required=True, dest="action")
    for name, summary in (
        ("list", _("list them, those untouched longest first")),
        ("show", _("show one with its seats")),
        ("close", _("end them as they are; nobody can lay there any more")),
        ("delete", _("delete them with their games")),
    ):
        action = _add_action(actions, name, summary)
        action.add_argument("--json", action="store_true", help=_("print JSON"))
        if name == "list":
            _add_filters(action)
        else:
            action.add_argument("tables", nargs=1 if name == "show" else "+", metavar=_("TABLE"))


def _add_filters(action: argparse.ArgumentParser) -> None:
    action.add_argument("--state", choices=("running", "finished", "closed"), help=_("only such tables"))
    action.add_argument(
        "--untouched", type=float, metavar=_("DAYS"), help=_("only if nothing happened for so many days")
    )
    action.add_argument("--guest", metavar="ID", help=_("only tables of this guest"))
    action.add_argument("--most", type=int, default=100, metavar="N", help=_("at most so many"))


def _add_bans(commands: Commands) -> None:
    bans = _add(commands, "bans", _("ban somebody from a server"))
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
                "--days", type=float, metavar="N", help=_("for so many days; for good if not given")
            )
            action.add_argument("--reason", default="", metavar=_("TEXT"), help=_("a note for yourself"))


def _add_keys(commands: Commands) -> None:
    keys = _add(commands, "keys", _("change the key that signs a server's cookies"))
    actions = keys.add_subparsers(metavar=_("ACTION"), required=True, dest="action")
    _add_action(actions, "rotate", _("sign with a new one; nobody is signed out"))
    _add_action(actions, "forget", _("forget the older ones; whoever has not been back since is a new guest"))


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
        help=_("speak this language, else that of the system"),
    )


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--deck", metavar=_("FILE"), help=_("play with the deck of this file"))
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
        help=_("{sqlite} or {postgresql}, else a file in your data folder").format(
            sqlite="sqlite:///FILE", postgresql="postgresql+psycopg://..."
        ),
    )


def _add_source(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument("source", metavar=_("TEXT_OR_FILE"), help=what)


def _add_json(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--json", action="store_true", help=_("print JSON for programs"))
