"""What somebody sees who goes through a game or a study: the main line, and each variation at its place."""

from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from limes.rules.annotated import AnnotatedGame
from limes.rules.landscape import Landscape
from limes.rules.study import Study
from limes.rules.tree import Node
from limes.rules.turn import Turn


class Remark(NamedTuple):
    """What is said of a seat's turn; of the whole if there is no seat."""

    seat: int | None
    name: str
    comment: str


class Step(NamedTuple):
    """The landscapes of all seats after a card; `variation` is empty in the main line, else its letter.

    `turns` are those of the seats that laid the card; None stands for one not made yet.
    """

    round: int
    variation: str
    card: int | None
    turns: tuple[tuple[int, Turn | None], ...]
    landscapes: tuple[Landscape, ...]
    remarks: tuple[Remark, ...] = ()

    @property
    def label(self) -> str:
        return f"{self.round}{self.variation}"


def game_steps(annotated: AnnotatedGame) -> Iterator[Step]:
    game = annotated.game
    history = game.history()
    letters = _letters()
    yield Step(0, "", None, (), history[0], _remarks(None, "", annotated.comment))
    for number, round_ in enumerate(game.rounds, start=1):
        notes = [annotated.note(number, seat) for seat in range(len(game.players))]
        remarks = [each for note in notes for each in _remarks(note.seat, note.name, note.comment)]
        turns = tuple(enumerate(round_.turns))
        yield Step(number, "", round_.card, turns, history[number], tuple(remarks))
        for note in notes:
            yield from _tried(number, note.seat, history[number - 1 :], note.variations, letters)


def study_steps(study: Study) -> Iterator[Step]:
    letters = _letters()
    number = len(study.start.cards)
    before = study.start
    yield Step(number, "", None, (), (before,), _remarks(None, "", study.comment))
    beside = study.children[1:]
    for node in study.line():
        number += 1
        yield _step(number, "", 0, node, (before.play(node.card, node.turn),))
        yield from _tried(number, 0, [(before,)], beside, letters)
        before = before.play(node.card, node.turn)
        beside = node.children[1:]


def _tried(
    number: int,
    seat: int,
    history: list[tuple[Landscape, ...]],
    nodes: tuple[Node, ...],
    letters: Iterator[str],
) -> Iterator[Step]:
    """The variations of a moment, step by step; the other seats go on as in the main line."""
    for first in nodes:
        letter = next(letters)
        line = [history[0]]
        beside: tuple[Node, ...] = ()
        for place, node in enumerate(first.line(), start=1):
            others = history[min(place, len(history) - 1)]
            own = line[-1][seat].play(node.card, node.turn)
            line.append((*others[:seat], own, *others[seat + 1 :]))
            yield _step(number + place - 1, letter, seat, node, line[-1])
            yield from _tried(number + place - 1, seat, [line[-2], *history[place:]], beside, letters)
            beside = node.children[1:]


def _step(number: int, letter: str, seat: int, node: Node, landscapes: tuple[Landscape, ...]) -> Step:
    remarks = _remarks(seat, node.name, node.comment)
    return Step(number, letter, node.card, ((seat, node.turn),), landscapes, remarks)


def _remarks(seat: int | None, name: str, comment: str) -> tuple[Remark, ...]:
    return (Remark(seat, name, comment),) if name or comment else ()


def _letters() -> Iterator[str]:
    """a to z, then aa, ab and so on."""
    for number in count():
        more, last = divmod(number, 26)
        yield f"{chr(96 + more) if more else ''}{chr(97 + last)}"
