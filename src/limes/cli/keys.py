"""`limes keys`: the key that signs a server's cookies, changed while the server runs."""

from argparse import Namespace
from gettext import gettext as _

from limes.cli.operator import opened_log


def run(options: Namespace) -> None:
    with opened_log(options.database) as log:
        from limes.server.store import forget_keys, rotate_keys  # noqa: PLC0415

        if options.action == "rotate":
            rotate_keys(log)
            print(_("from now on, a new key signs the cookies"))
        else:
            print(_("old keys forgotten: {count}").format(count=forget_keys(log)))
