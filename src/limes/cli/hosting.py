"""The commands for those who host: a server, a site, the database, tables, bans and keys."""

import argparse
from gettext import gettext as _
from typing import TypeAlias

from limes.cli.options import Commands, add_command, add_database, add_language

LOG_LEVELS = ("debug", "info", "warning", "error")
Actions: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def add_hosting(commands: Commands) -> None:
    _add_serve(commands)
    _add_site(commands)
    _add_db(commands)
    _add_tables(commands)
    _add_bans(commands)
    _add_keys(commands)


def _add_serve(commands: Commands) -> None:
    serve = add_command(commands, "serve", _("host tables for people and bots"))
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
    add_database(serve)


def _add_site(commands: Commands) -> None:
    site = add_command(commands, "site", _("write the game as a folder for any web host"))
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
    database = add_command(commands, "db", _("maintain the server's database"))
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
    tables = add_command(commands, "tables", _("manage the tables of a server"))
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
    action.add_argument("--largest", action="store_true", help=_("those with the most events first"))
    action.add_argument("--most", type=int, default=100, metavar="N", help=_("at most this many"))


def _add_bans(commands: Commands) -> None:
    bans = add_command(commands, "bans", _("ban people from a server"))
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
    keys = add_command(commands, "keys", _("change the key that signs a server's cookies"))
    actions = keys.add_subparsers(metavar=_("ACTION"), required=True, dest="action")
    _add_action(actions, "rotate", _("sign with a new key; nobody is signed out"))
    _add_action(
        actions,
        "forget",
        _("forget the older keys; anyone who has not been back since then becomes a new guest"),
    )


def _add_action(actions: Actions, name: str, summary: str) -> argparse.ArgumentParser:
    action = actions.add_parser(name, help=summary)
    add_language(action, default=argparse.SUPPRESS)
    add_database(action)
    return action
