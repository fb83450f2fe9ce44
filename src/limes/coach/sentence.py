"""Sentences of the coach: some with a number that decides the form of the words."""

from typing import Protocol

from limes.rules import Message


class Speech(Protocol):
    """A language: the module `gettext`, or one of its translations."""

    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, singular: str, plural: str, count: int, /) -> str: ...


class Counted:
    """A sentence in two forms, the second for numbers that take the plural; `{count}` is the number."""

    __slots__ = ("count", "plural", "singular", "values")

    def __init__(self, singular: str, plural: str, /, count: int, **values: object) -> None:
        self.singular = singular
        self.plural = plural
        self.count = count
        self.values = values


Sentence = Message | Counted


def figure(points: float, sign: str = "") -> Message:
    """Points with a tenth; languages differ in what stands between the digits."""
    whole, tenth = f"{points:{sign}.1f}".split(".")
    return Message("{whole}.{tenth}", whole=whole, tenth=tenth)


def say(sentence: Sentence, speech: Speech) -> str:
    if isinstance(sentence, Message):
        return sentence.text(speech.gettext)
    form = speech.ngettext(sentence.singular, sentence.plural, sentence.count)
    return form.format(count=sentence.count, **sentence.values)
