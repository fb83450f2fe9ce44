"""Sentences for people that keep their parts, so that every layer above can say them in its own language."""

from collections.abc import Callable

Translate = Callable[[str], str]


class Message:
    """A sentence with named gaps. `str()` gives English; `text()` puts it through a translation first.

    >>> str(Message("{cell} touches no card", cell="d6"))
    'd6 touches no card'
    """

    __slots__ = ("template", "values")

    def __init__(self, template: str, /, **values: object) -> None:
        self.template = template
        self.values = values

    def text(self, translate: Translate) -> str:
        if not self.values:
            return translate(self.template)
        said = {
            name: value.text(translate) if isinstance(value, Message) else value
            for name, value in self.values.items()
        }
        return translate(self.template).format(**said)

    def __str__(self) -> str:
        return self.text(lambda template: template)

    def __repr__(self) -> str:
        return f"Message({str(self)!r})"


class LimesError(ValueError):
    """Input that is wrong; the message says what, where, and what would be right."""

    def __init__(self, template: str | Message, /, **values: object) -> None:
        self.message = template if isinstance(template, Message) else Message(template, **values)
        super().__init__(str(self.message))

    def __reduce__(self) -> tuple[type["LimesError"], tuple[object, ...]]:
        """Errors cross from one process to another with their parts."""
        return type(self), (self.message,)

    @property
    def reason(self) -> Message:
        """The message without its place in a text."""
        return self.message


class TurnError(LimesError):
    """A turn, or a landscape, that the rules do not allow."""


class NotationError(LimesError):
    """A text that is not in the notation: `line` and `column` (from 1) say where.

    For a one-line form, only the column is given.
    """

    def __init__(self, reason: Message, text: str, offset: int, one_line: bool = False) -> None:
        before = text[:offset]
        self._reason = reason
        self._text = text
        self._one_line = one_line
        self.offset = offset
        self.line = before.count("\n") + 1
        self.column = offset - (before.rfind("\n") + 1) + 1
        if one_line and "\n" not in text.strip():
            place = Message("column {column}: {reason}")
        else:
            place = Message("line {line}, column {column}: {reason}")
        place.values.update(line=self.line, column=self.column, reason=reason)
        super().__init__(place)

    @property
    def reason(self) -> Message:
        return self._reason

    def __reduce__(self) -> tuple[type[LimesError], tuple[object, ...]]:
        return type(self), (self._reason, self._text, self.offset, self._one_line)
