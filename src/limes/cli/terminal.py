"""The terminal as a place to draw on and to ask in."""

from collections.abc import Callable, Collection, Sequence
from itertools import zip_longest

from rich.console import Console
from rich.text import Text

from limes.draw import DAY, NIGHT
from limes.draw import terminal as drawing
from limes.rules import Cell, Deck, Score
from limes.rules.geometry import FACINGS
from limes.rules.scorable import Scorable

GAP = 3  # columns between drawings side by side


class Terminal:
    """Prints text and drawings as the terminal can show them; asks for a line."""

    def __init__(self, *, night: bool = False) -> None:
        self.palette = NIGHT if night else DAY
        self.console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
        self.unicode = self.console.encoding.startswith("utf")

    def say(self, text: str = "") -> None:
        self.console.print(text)

    def landscape(
        self,
        table: Scorable,
        *,
        seat: int = 0,
        score: Score | None = None,
        places: Collection[Cell] = (),
        draft_cell: Cell | None = None,
    ) -> None:
        self.console.print(
            drawing.landscape_text(
                table,
                unicode=self.unicode,
                palette=self.palette,
                seat=seat,
                score=score,
                places=places,
                draft_cell=draft_cell,
            )
        )

    def beside(
        self, tables: Sequence[tuple[str, Scorable]], *, seat: int = 0, drafts: Sequence[Cell] = ()
    ) -> None:
        """Landscapes with titles and the card laid last outlined, side by side where there is room."""
        drawn = [
            drawing.landscape_text(
                table, unicode=self.unicode, palette=self.palette, seat=seat, draft_cell=draft
            ).split()
            for (_title, table), draft in zip(tables, drafts, strict=True)
        ]
        titled = [[Text(title), *lines] for (title, _table), lines in zip(tables, drawn, strict=True)]
        widths = [max(line.cell_len for line in lines) for lines in titled]
        if sum(widths) + GAP * (len(widths) - 1) > self.console.width:
            for lines in titled:
                for line in lines:
                    self.console.print(line)
            return
        for row in zip_longest(*titled, fillvalue=Text()):
            padded = [_padded(line, width) for line, width in zip(row, widths, strict=True)]
            whole = Text(" " * GAP).join(padded)
            whole.rstrip()
            self.console.print(whole)

    def deck(self, deck: Deck) -> None:
        self.console.print(drawing.deck_text(deck, unicode=self.unicode, palette=self.palette))

    def facings(self, face: str) -> None:
        """A card in hand, side by side in each of its four facings."""
        cards = [drawing.card_text(face, facing=facing, unicode=self.unicode) for facing in FACINGS]
        width = max(line.cell_len for line in cards[0].split())
        rows = zip(*(card.split() for card in cards), strict=True)
        self.console.print(" ".join(facing.center(width) for facing in FACINGS).rstrip())
        for row in rows:
            self.console.print(Text(" ").join(row))

    def ask(self, prompt: str, choices: Callable[[], Collection[str]] = tuple) -> str | None:
        """A line from the person, completed from these choices; None at the end of the input."""
        complete_with(choices)
        try:
            return input(prompt).strip()
        except EOFError:
            self.say()
            return None


def _padded(line: Text, width: int) -> Text:
    padded = line.copy()
    padded.pad_right(width - line.cell_len)
    return padded


def complete_with(choices: Callable[[], Collection[str]]) -> None:
    """Let the Tab key complete what is typed, where the system has a line editor."""
    try:
        import readline  # noqa: PLC0415
    except ImportError:
        return

    def complete(text: str, state: int) -> str | None:
        found = sorted(choice for choice in choices() if choice.startswith(text))
        return found[state] if state < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
