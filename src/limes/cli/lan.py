"""What `limes serve --lan` shows the people in the room: the address, and the same as a code to scan."""

from gettext import gettext as _

import segno
from rich.text import Text

from limes.cli.terminal import Terminal

BORDER = 2  # modules of light around the code; readers want some
HALVES = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}  # drawn in light


def invite(terminal: Terminal, address: str, *, here: str, others: list[str]) -> None:
    """Say how to come in: from the room, from this machine, from other networks that it is in."""
    if terminal.unicode:  # the code is made of half blocks
        terminal.console.print(Text(qr_code(address), style="bright_white on black"))
    terminal.say(_("Limes is open to everybody on this network: {address}").format(address=address))
    terminal.say(
        _("Scan the code with a phone or type the address. On this computer: {here}").format(here=here)
    )
    if others:
        terminal.say(_("If there is no answer, try: {addresses}").format(addresses=", ".join(others)))
    terminal.say(_("Press Ctrl-C to stop."))


def qr_code(text: str) -> str:
    """Light modules are drawn and dark ones left out, two rows a line."""
    matrix = segno.make(text, micro=False).matrix_iter(border=BORDER)
    rows = [[bool(module) for module in row] for row in matrix]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    return "\n".join(
        "".join(HALVES[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )
