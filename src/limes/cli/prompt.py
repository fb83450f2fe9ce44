"""One turn at the terminal: show the landscape and the card, take a draft, preview it, and confirm it."""

from gettext import gettext as _

from limes.cli import words
from limes.cli.terminal import Terminal
from limes.rules import ROUNDS, Landscape, LimesError, Turn

MOST_LISTED = 60


class Quit(Exception):  # noqa: N818  nothing went wrong
    """The person leaves the table."""


class TurnPrompt:
    """Asks for a turn with a card; nothing is laid before it is confirmed."""

    def __init__(self, terminal: Terminal, landscape: Landscape, card: int, help_on: bool) -> None:
        self.terminal = terminal
        self.landscape = landscape
        self.card = card
        self.help_on = help_on
        self.draft: Turn | None = None
        self._totals: dict[str, int] = {}

    def ask(self) -> Turn:
        """The confirmed turn; `Quit` when the person leaves."""
        self._show()
        while True:
            typed = self.terminal.ask(self._prompt(), self._legal)
            if typed is None or typed == "q":
                raise Quit
            if typed == "" and self.draft is not None:
                return self.draft
            self._answer(typed)

    def _answer(self, typed: str) -> None:
        command, _blank, rest = typed.partition(" ")
        if typed in ("", "?"):
            self._say_help()
        elif typed == "u":
            self.draft = None
            self._show()
        elif typed == "s":
            self._say_score()
        elif command == "t":
            self._list_turns(rest.strip())
        else:
            self._take_draft(typed)

    def _take_draft(self, typed: str) -> None:
        try:
            turn = Turn.parse(typed)
            self.landscape.play(self.card, turn)
        except LimesError as error:
            self.terminal.say(error.message.text(_))
            return
        self.draft = turn
        self._show()

    def _shown(self) -> Landscape:
        """The landscape as the draft would leave it."""
        return self.landscape if self.draft is None else self.landscape.play(self.card, self.draft)

    def _show(self) -> None:
        shown = self._shown()
        score = shown.score() if self.help_on else None
        self.terminal.say()
        self.terminal.say(self._headline(shown))
        if self.draft is None:
            self.terminal.facings(self.landscape.deck.face(self.card))
        self.terminal.landscape(
            shown,
            score=score,
            places=() if self.draft else self.landscape.places(),
            draft_cell=self.draft.cell if self.draft else None,
        )
        if self.draft is not None and self.help_on:
            self._say_score()

    def _headline(self, shown: Landscape) -> str:
        said = _("Round {round} of {rounds}   card {card}   supply {supply}").format(
            round=len(self.landscape.cards) + 1, rounds=ROUNDS, card=self.card, supply=shown.supply
        )
        if not self.help_on:
            return said
        total = _("total {points}").format(points=shown.total)
        change = f" ({shown.total - self.landscape.total:+d})" if self.draft else ""
        return f"{said}   {total}{change}"

    def _prompt(self) -> str:
        if self.draft is None:
            return _("Your turn (? for help): ")
        return _("{turn}: press Enter to lay the card, or type u to undo: ").format(turn=self.draft)

    def _say_help(self) -> None:
        self.terminal.say(
            _(
                "Lay the card beside another one; the landscape grows to 4 x 4 cards. Then, if you\n"
                "like, place a worker on that card, or move one to an adjacent territory. At the end\n"
                "  a farmer earns the zones of its field,   a fisherman the huts on its shore,\n"
                "  a woodcutter the adjacent territories,   a watchman the forest zones in sight,\n"
                "and only one worker counts in each territory."
            )
        )
        self.terminal.say()
        self.terminal.say(
            _(
                "Type a turn: the cell, the side that the card's top faces, and what a worker does.\n"
                "  d5E            lay the card on d5, its top facing east\n"
                "  d5E+sw         and place a worker on its south-western zone\n"
                "  d5E:d4ne>e4nw  and move the worker on d4ne to e4nw\n"
                "Then Enter lays the card, and another turn replaces the draft. Tab completes.\n"
                "  u  undo the draft           t [d5E]  list the legal turns (those that begin so)\n"
                "  s  score with reasons       q        leave"
            )
        )

    def _say_score(self) -> None:
        if not self.help_on:
            self.terminal.say(_("Scoring help is off; you will see your points at the end."))
            return
        for line in words.score_lines(self._shown().score(), str):
            self.terminal.say(line)

    def _list_turns(self, start: str) -> None:
        found = sorted(turn for turn in self._legal() if turn.startswith(start))
        if not found:
            self.terminal.say(_("No legal turn begins with {start}.").format(start=start))
        before = self.landscape.total
        for turn in found[:MOST_LISTED]:
            gain = f"{self._totals[turn] - before:+d}" if self.help_on else ""
            self.terminal.say(f"  {turn:<15} {gain}".rstrip())
        if len(found) > MOST_LISTED:
            more = _("  and {count} more; 't d5E' lists those that begin with d5E")
            self.terminal.say(more.format(count=len(found) - MOST_LISTED))

    def _legal(self) -> dict[str, int]:
        """The legal turns as text with the total after each, found when first asked for."""
        if not self._totals:
            self._totals = {str(turn): total for turn, total in self.landscape.turns(self.card)}
        return self._totals
