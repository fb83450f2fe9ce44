"""`limes puzzle`: find the best turn in a position; the answer comes with values and reasons."""

import gettext
from argparse import Namespace
from gettext import gettext as _

from limes.cli import tries, words
from limes.cli.prompt import Quit, TurnPrompt
from limes.cli.terminal import Terminal
from limes.coach import say
from limes.coach.reasons import Side
from limes.coach.sentence import figure
from limes.puzzles import Puzzle, Theme, find_puzzle, load_puzzles, parse_theme, pick
from limes.rules import LimesError, Turn

EASIEST, HARDEST = 5, 0  # levels that find it
WHY = "why"


def run(options: Namespace) -> None:
    theme = parse_theme(options.theme) if options.theme is not None else None
    puzzle = _asked_for(options)
    terminal = Terminal()
    if options.list:
        _list_themes(terminal)
        return
    puzzle = puzzle or next_puzzle(theme)
    try:
        while True:
            _solve(puzzle, theme, terminal)
            puzzle = next_puzzle(theme, but=puzzle.id)
    except (Quit, KeyboardInterrupt):
        _say_figures(terminal)


def _asked_for(options: Namespace) -> Puzzle | None:
    if options.id is None:
        return None
    for name in ("theme", "list"):
        if getattr(options, name):
            raise LimesError("{option} cannot be combined with {other}", option=f"--{name}", other="--id")
    return find_puzzle(options.id)


def next_puzzle(theme: Theme | None, but: str = "") -> Puzzle:
    """One that was not tried yet, harder after each that was solved, easier after each that was not."""
    first = tries.first_tries(tries.all_tries())
    rung = EASIEST - 1
    for was_solved in first.values():
        rung = max(rung - 1, HARDEST) if was_solved else min(rung + 1, EASIEST)
    solved = [puzzle for puzzle, was_solved in first.items() if was_solved]
    return pick(theme, lambda puzzle: abs(puzzle.found_by - rung), first, solved, but)


def _solve(puzzle: Puzzle, theme: Theme | None, terminal: Terminal) -> None:
    """One puzzle; `Quit` when the person leaves."""
    terminal.say()
    terminal.say(_("Puzzle {puzzle}: one turn is best. Which?").format(puzzle=puzzle.id))
    if theme is not None:
        terminal.say(_("Theme: {themes}").format(themes=theme.label.text(_)))
    for name in str(puzzle.landscape.variants).split():
        terminal.say(_("Variant: {variant}").format(variant=words.variant(name)))
    turn = TurnPrompt(terminal, puzzle.landscape, puzzle.card, help_on=True).ask()
    tries.add(puzzle, turn)
    _say_answer(puzzle, turn, terminal)
    while True:
        typed = terminal.ask(_("Enter: the next puzzle   why TURN: another turn explained   q: leave "))
        if typed is None or typed == "q":
            raise Quit
        if not typed:
            return
        _explain(puzzle, typed.removeprefix(WHY).strip(), terminal)


def _say_answer(puzzle: Puzzle, turn: Turn, terminal: Terminal) -> None:
    """Right or wrong, the best turns with their values, and what the difference is."""
    from limes.puzzles.answering import loss_of  # noqa: PLC0415
    from limes.puzzles.themes import themes_beside  # noqa: PLC0415

    solved = puzzle.solved_by(turn)
    terminal.say()
    terminal.say(_("Right!") if solved else _("There is a better turn."))
    themes = themes_beside(puzzle, puzzle.likely if solved else turn)
    if themes:
        titles = ", ".join(theme.label.text(_) for theme in themes)
        terminal.say(_("Theme: {themes}").format(themes=titles))
    losses = {puzzle.best: 0, **{other.turn: other.loss for other in puzzle.others}}
    if puzzle.loss_of(turn) is None:
        losses[turn] = loss_of(puzzle, turn)
    terminal.say(_("Expected final score:") if puzzle.exact else _("Expected final score, estimated:"))
    width = max(len(str(each)) for each in losses)
    for each, loss in sorted(losses.items(), key=lambda each: each[1]):
        remark = _remark(puzzle, each, turn)
        terminal.say(f"  {each!s:<{width}}  {_points(puzzle.value - loss)}  {remark}".rstrip())
    worse = puzzle.likely if solved else turn
    _say_why(puzzle, worse, loss_of(puzzle, worse), terminal)


def _remark(puzzle: Puzzle, turn: Turn, answer: Turn) -> str:
    remarks = [
        _("the best turn") if turn == puzzle.best else "",
        _("your answer") if puzzle.future(turn) == puzzle.future(answer) else "",
        _("what most bots play") if turn == puzzle.likely else "",
    ]
    return ", ".join(filter(None, remarks))


def _explain(puzzle: Puzzle, typed: str, terminal: Terminal) -> None:
    """Why a turn is not the best one."""
    from limes.puzzles.answering import loss_of  # noqa: PLC0415

    try:
        turn = Turn.parse(typed)
        loss = loss_of(puzzle, turn)
    except LimesError as error:
        terminal.say(error.message.text(_))
        return
    if loss:
        _say_why(puzzle, turn, loss, terminal)
    else:
        terminal.say(_("{turn} is the best turn.").format(turn=turn))


def _say_why(puzzle: Puzzle, turn: Turn, loss: int, terminal: Terminal) -> None:
    from limes.puzzles.answering import why_not  # noqa: PLC0415

    terminal.say(
        _("{turn} instead of {best} loses {points}:").format(
            turn=turn, best=puzzle.best, points=_points(loss)
        )
    )
    width = max(len(str(turn)), len(str(puzzle.best)))
    for reason in why_not(puzzle, turn, loss):
        spoken_of = puzzle.best if reason.side is Side.BETTER else turn
        terminal.say(f"  {spoken_of!s:<{width}}  {say(reason.sentence, gettext)}")


def _points(tenths: int) -> str:
    """Points as this language writes them."""
    return say(figure(tenths / 10), gettext)


def _list_themes(terminal: Terminal) -> None:
    first = tries.first_tries(tries.all_tries())
    width = max(len(theme) for theme in Theme)
    for theme in Theme:
        puzzles = [puzzle for puzzle in load_puzzles() if theme in puzzle.themes]
        solved = sum(first.get(puzzle.id, False) for puzzle in puzzles)
        terminal.say(f"{theme:<{width}}  {solved:4} / {len(puzzles):4}  {theme.label.text(_)}")
    _say_figures(terminal)


def _say_figures(terminal: Terminal) -> None:
    first = tries.first_tries(tries.all_tries())
    if not first:
        return
    streak = tries.streak(first)
    said = _("Solved {solved} of {tried}.")
    if streak > 1:
        said = _("Solved {solved} of {tried}, the last {streak} in a row.")
    terminal.say(said.format(solved=sum(first.values()), tried=len(first), streak=streak))
