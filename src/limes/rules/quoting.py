"""What people say of a turn, between signs: any text, in one line."""

import re

from limes.rules.message import Message
from limes.rules.reader import Reader

_HEXADECIMAL = re.compile(r"u\{([0-9A-Fa-f]{1,6})\}")
_LAST_SIGN = 0x10FFFF


def quoted(text: str, opening: str, closing: str) -> str:
    r"""A text between two signs: a backslash before the closing sign and itself, `\n` for a new line.

    Other signs that would end a line, and those that no file can hold, are written as their numbers.
    """
    special = re.compile(rf"[\\{re.escape(closing)}\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
    return f"{opening}{special.sub(_escape, text)}{closing}"


def read_quoted(reader: Reader, closing: str) -> str:
    """Read on after the opening sign, past the closing one."""
    signs = []
    while not reader.take(closing):
        sign = reader.peek()
        if sign in ("", "\n"):
            reader.fail(Message("expected {sign} before the end of the line", sign=closing))
        reader.offset += 1
        signs.append(_read_escape(reader, closing) if sign == "\\" else sign)
    return "".join(signs)


def _escape(found: re.Match[str]) -> str:
    sign = found[0]
    if sign == "\n":
        return r"\n"
    return f"\\{sign}" if sign.isprintable() else f"\\u{{{ord(sign):x}}}"


def _read_escape(reader: Reader, closing: str) -> str:
    for written, meant in (("\\", "\\"), (closing, closing), ("n", "\n")):
        if reader.take(written):
            return meant
    number = _HEXADECIMAL.match(reader.text, reader.offset, reader.end)
    if number is None or int(number[1], 16) > _LAST_SIGN:
        reader.expected(Message("one of {escapes} after a backslash", escapes=f"\\ n {closing} u{{1f600}}"))
    reader.offset = number.end()
    return chr(int(number[1], 16))


def harmless(text: str) -> str:
    """A text for a screen: signs that would command it, other than new lines, are replaced."""
    return re.sub("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]", "\ufffd", text)
