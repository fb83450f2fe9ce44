"""A bot that plays the same cards beside the person; its landscape is seen after each round."""

from gettext import gettext as _

from limes.bots import LEVELS, Budget, View, admit, make_bot
from limes.bots.importing import installed_names
from limes.cli import words
from limes.cli.prompt import Quit
from limes.cli.terminal import Terminal
from limes.rules import Game, LimesError, Turn

BOT_MARK = " (bot)"


class Opponent:
    """A bot in a seat, by the name that stands in the record."""

    def __init__(self, player: str, seconds: float) -> None:
        self.player = player
        self.budget = Budget(seconds=seconds)
        bot = player.removesuffix(BOT_MARK)
        if bot in installed_names():  # a record imports nothing but what somebody has installed as a bot
            admit(bot)
        self.bot = make_bot(bot)

    @staticmethod
    def player_name(bot: str) -> str:
        """How a bot is named in a record; `LimesError` where there is no such bot."""
        return admit(bot) + BOT_MARK

    def choose(self, game: Game, seat: int) -> Turn:
        """The bot's turn; it sees the others' landscapes only as of the round before."""
        others = tuple(land for other, land in enumerate(game.open_landscapes) if other != seat)
        return self.bot.choose(View(game.landscapes[seat], game.rounds[-1].card, others), self.budget)

    def show(self, game: Game, seat: int, card: int, terminal: Terminal, help_on: bool) -> None:
        landscape = game.landscapes[seat]
        turn = game.rounds[-1].turns[seat]
        said = _("{player} lays card {card}: {turn}").format(player=self.player, card=card, turn=turn)
        terminal.say()
        terminal.say(f"{said}   {words.points(landscape.total)}" if help_on else said)
        terminal.landscape(landscape, seat=seat, score=landscape.score() if help_on else None)


def ask_for_opponent(terminal: Terminal) -> str | None:
    """The bot that the person wants to play against, or None for a game alone; `Quit` when they leave."""
    question = _("Play alone (Enter), or against a bot ({levels}): ").format(levels=", ".join(LEVELS))
    while True:
        answer = terminal.ask(question, lambda: LEVELS)
        if answer is None or answer == "q":
            raise Quit
        if not answer:
            return None
        try:
            return admit(answer)
        except LimesError as error:
            terminal.say(error.message.text(_))
