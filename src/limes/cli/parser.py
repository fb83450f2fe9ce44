"""The grammar of the command line."""

from gettext import gettext as _

from limes.cli.hosting import add_hosting
from limes.cli.options import Commands, Parser, add_command, add_json, add_language, add_rules, add_source
from limes.version import VERSION

SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")


def build_parser() -> Parser:
    parser = Parser(
        prog="limes",
        description=_("Play, learn and study the card-laying game Limes (unofficial edition)."),
        epilog=_("For more about a command: 'limes COMMAND --help'"),
    )
    parser.add_argument(
        "--version", action="version", version=f"limes {VERSION}", help=_("print the version")
    )
    add_language(parser, default=None)
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
    add_hosting(commands)
    _add_completion(commands)
    return parser


def _add_play(commands: Commands) -> None:
    play = add_command(commands, "play", _("play in the terminal, alone or against a bot"))
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
        help=_("play against a bot such as expert, novice or my_bots:Cautious, on the same cards"),
    )
    play.add_argument(
        "--time", type=float, default=1.0, metavar="T", help=_("seconds the bot may think per turn")
    )
    play.add_argument("--name", metavar=_("NAME"), help=_("your name in the game record"))
    play.add_argument("--save", metavar=_("FILE"), help=_("save the game record in this file"))
    play.add_argument(
        "--no-help", action="store_true", help=_("for purists: no points before the end of the game")
    )
    add_rules(play)


def _add_puzzle(commands: Commands) -> None:
    puzzle = add_command(commands, "puzzle", _("find the best turn: puzzles from games of the bots"))
    puzzle.add_argument(
        "--theme",
        metavar=_("THEME"),
        help=_("only puzzles of this theme; {list} lists the themes").format(list="--list"),
    )
    puzzle.add_argument("--id", metavar="ID", help=_("the puzzle with this ID"))
    puzzle.add_argument("--list", action="store_true", help=_("list the themes, and what you have solved"))


def _add_score(commands: Commands) -> None:
    score = add_command(
        commands, "score", _("score a landscape, picture or game record and explain every point")
    )
    add_source(
        score, _("a landscape, a picture, a game record, or a file with one of them; - for standard input")
    )
    add_rules(score)
    add_json(score)


def _add_turns(commands: Commands) -> None:
    turns = add_command(commands, "turns", _("list every legal turn"))
    turns.add_argument("landscape", metavar=_("LANDSCAPE"), help=_("a landscape, or a file with one"))
    turns.add_argument("card", metavar=_("CARD"), help=_("the card's number"))
    add_rules(turns)
    add_json(turns)


def _add_perft(commands: Commands) -> None:
    perft = add_command(commands, "perft", _("count the different sequences of turns"))
    perft.add_argument("cards", metavar=_("CARD"), nargs="+", help=_("the cards in order"))
    add_rules(perft)
    add_json(perft)


def _add_replay(commands: Commands) -> None:
    replay = add_command(commands, "replay", _("replay a game record round by round"))
    add_source(replay, _("a game record or its file; - for standard input"))
    replay.add_argument("--pictures", action="store_true", help=_("draw the landscapes after every round"))
    add_rules(replay)
    add_json(replay)


def _add_show(commands: Commands) -> None:
    show = add_command(commands, "show", _("draw a landscape, picture or game record"))
    add_source(
        show, _("a landscape, a picture, a game record, or a file with one of them; - for standard input")
    )
    show.add_argument("--svg", metavar=_("FILE"), help=_("write an SVG picture instead"))
    show.add_argument("--scored", action="store_true", help=_("show the points and where they come from"))
    show.add_argument("--focus", metavar=_("ZONE"), help=_("highlight what counts for one worker"))
    show.add_argument("--night", action="store_true", help=_("use dark colours"))
    show.add_argument(
        "--player", type=int, metavar="N", help=_("only this player of a game record, counted from 1")
    )
    add_rules(show)


def _add_deck(commands: Commands) -> None:
    deck = add_command(commands, "deck", _("show and check a deck"))
    deck.add_argument(
        "file", nargs="?", metavar=_("FILE"), help=_("a deck file (default: the standard deck)")
    )
    instead = deck.add_mutually_exclusive_group()
    instead.add_argument("--svg", metavar=_("FILE"), help=_("write an SVG picture instead"))
    deck.add_argument("--night", action="store_true", help=_("use dark colours"))
    add_json(instead)


def _add_arena(commands: Commands) -> None:
    arena = add_command(commands, "arena", _("let bots play the same deals and compare them"))
    arena.add_argument(
        "bots",
        metavar=_("BOT"),
        nargs="+",
        help=_("a bot, such as greedy, expert or novice, or one of yours, such as my_bots:Cautious"),
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
    arena.add_argument(
        "--records", metavar=_("FILE"), help=_("write the records of all games into this file")
    )
    arena.add_argument("--plot", metavar=_("FILE"), help=_("plot the distributions into this file"))
    arena.add_argument(
        "--resume",
        metavar=_("FILE"),
        help=_("save results in this file and continue from those already in it"),
    )
    add_rules(arena)
    add_json(arena)


def _add_par(commands: Commands) -> None:
    par = add_command(commands, "par", _("find the best landscape in hindsight for a known order of cards"))
    par.add_argument("cards", metavar=_("CARD"), nargs="*", help=_("the 16 cards in order, or a game record"))
    par.add_argument("--game", metavar="ID", help=_("the cards of the game with this ID"))
    par.add_argument("--tries", type=int, metavar="N", help=_("how many landscapes to try"))
    par.add_argument("--time", type=float, metavar="T", help=_("search for at most this many seconds"))
    add_rules(par)
    add_json(par)


def _add_coach(commands: Commands) -> None:
    coach = add_command(commands, "coach", _("review a game: luck, mistakes and better turns"))
    add_source(coach, _("a game record or its file; - for standard input"))
    coach.add_argument("--seat", type=int, metavar="N", help=_("which player, from 1"))
    coach.add_argument(
        "--time", type=float, default=4.0, metavar="T", help=_("seconds to spend on the whole game")
    )
    coach.add_argument(
        "--annotate",
        action="store_true",
        help=_("print the game record with comments and better turns as variations, for all players"),
    )
    add_rules(coach)
    add_json(coach)


def _add_stats(commands: Commands) -> None:
    stats = add_command(commands, "stats", _("summarise files of game records: means, professions, luck"))
    stats.add_argument(
        "files",
        metavar=_("FILE"),
        nargs="*",
        help=_("a file with one or more game records; without one, your games in this terminal"),
    )
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
        "--time", type=float, default=4.0, metavar="T", help=_("seconds to spend on each landscape")
    )
    stats.add_argument("--jobs", type=int, default=1, metavar="J", help=_("number of processes"))
    stats.add_argument(
        "--resume",
        metavar=_("FILE"),
        help=_("save reviews in this file and continue from those already in it"),
    )
    add_rules(stats)
    add_json(stats)


def _add_completion(commands: Commands) -> None:
    completion = add_command(commands, "completion", _("print a completion script for your shell"))
    completion.add_argument("shell", metavar=_("SHELL"), choices=SHELLS, help=", ".join(SHELLS))
