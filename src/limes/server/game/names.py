"""Names that people choose: none that cannot be seen, none that only looks like somebody else's.

Stored tables keep the names they have; only new ones are checked.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from limes.rules import LimesError

BOT_MARK = " (bot)"
# What is drawn as nothing or as a blank although its category says that it is a letter, a mark or a symbol.
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159")
_UNSEEN_RANGES = ((0x180B, 0x180F), (0xFE00, 0xFE0E), (0x1BCA0, 0x1BCA3), (0xE0000, 0xE0FFF))
_AS_PICTURE = "\ufe0f"  # follows a symbol that a phone shows as a picture
_PICTURES = ("So", "Sm", "Po")
_CONTROLS = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
# What may stand in any word: figures, marks, and the letters of East Asia, which are mixed with any other.
_BESIDE_ANY = {"DIGIT", "FEMININE", "MASCULINE", "MODIFIER"} | {
    "BOPOMOFO",
    "CJK",
    "HANGUL",
    "HIRAGANA",
    "IDEOGRAPHIC",
    "KATAKANA",
    "KATAKANA-HIRAGANA",
}
_OF_THESE = "abcdefghijklmnopqrstuvwyz"
_SMALL_CAPITALS = "".join(unicodedata.lookup(f"LATIN LETTER SMALL CAPITAL {letter}") for letter in _OF_THESE)
# Letters of other alphabets, rare Latin ones, digits and marks, as they look in Latin, in small letters.
_LOOKS_LIKE = str.maketrans(
    "авекмнорстухіјѕԁһԛԝѵьӏαβεζηικμνορτυχγϲ01|ı"
    "ɑɡƅɩⲁⲃⲉⲓⲕⲙⲛⲟⲣⲥⲧⲩⲭօսոհցյլ"
    "ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ"
    "ᎪᏴᏏᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᎾᏢᎡᏚᎢᏙᎳᏃ"
    "’‘ʼ`‐‑–—−"
    "ǀꞁ∣⏐│❘⎪¦○◯ᴑꬽɵ58"
    "ꞵꭓꭇꞃꬲðг〇𐐬ǃ꞉⁄" + _SMALL_CAPITALS,
    "abekmhopctyxijsdhqwvblabezhikmnoptuxyc" + "olli"
    "agbiabeikmnopctyxounhgjl"
    "abcdefghijklmnoprstuvwxyz"
    "abbcdeghijklmoprstvwz"
    "''''-----"
    "llllllllooooosb"
    "bxrredroo!:/" + _OF_THESE,
)
_WITH_A_MARK = re.compile("LATIN SMALL LETTER ([A-Z]) WITH .*")  # that is part of it: a hook, a bar, a tail
_PAIRS = (("rn", "m"), ("vv", "w"), ("VV", "W"))  # drawn like one letter
_BRACKETS = {"Ps": "(", "Pe": ")"}
_LIKE_A_COMMA = "\u201a"  # an opening bracket by its category
# Anywhere: some letters after it are hardly seen. Of ornate brackets, the one drawn first is a closing one.
_LIKE_A_BOT = re.compile(r"[()][bб]ot[()]")


def check_name(name: str, others: Iterable[str] = ()) -> None:
    """`LimesError` says what is wrong with a name that somebody chooses among these `others`."""
    _check_letters(name)
    _check_readings(name, _by_readings(others))


def check_names(people: Iterable[str], bots: Iterable[str]) -> None:
    """The same for people who sit down together, each chosen among those before."""
    taken = _by_readings(bots)
    for name in people:
        _check_letters(name)
        _check_readings(name, taken)
        taken |= _by_readings([name])


def _check_letters(name: str) -> None:
    before = ""
    for letter in name:
        if _is_unseen(letter, before):
            raise LimesError(
                "a player's name has only visible characters, not U+{code}",
                code=f"{ord(letter):04X}",
            )
        before = letter
    if any(len(_alphabets(word)) > 1 for word in name.split()):
        raise LimesError("each word of a player's name must keep to one alphabet, unlike {name!r}", name=name)
    if _LIKE_A_BOT.search(looks_like(name).replace(" ", "")):
        raise LimesError("names ending in {mark} are reserved for bots", mark=BOT_MARK.strip())


def _check_readings(name: str, taken: dict[str, str]) -> None:
    for reading in _readings(name) & taken.keys():
        raise LimesError(
            "somebody at the table is already called {name!r}; choose another name", name=taken[reading]
        )


def _by_readings(names: Iterable[str]) -> dict[str, str]:
    """Each as it may be read, a bot's also without its mark."""
    return {
        reading: name
        for name in names
        for reading in _readings(name) | _readings(name.removesuffix(BOT_MARK))
    }


def looks_like(name: str) -> str:
    """The same text for names that a reader could take for each other."""
    composed = unicodedata.normalize("NFKC", name)
    for pair, letter in _PAIRS:
        composed = composed.replace(pair, letter)
    plain = unicodedata.normalize("NFKD", composed.casefold())
    return " ".join("".join(map(_read, plain)).translate(_LOOKS_LIKE).split())


def _readings(name: str) -> set[str]:
    """In most fonts a large I looks like a small l."""
    return {looks_like(name), looks_like(unicodedata.normalize("NFKC", name).replace("I", "l"))}


@lru_cache(maxsize=4096)
def _read(letter: str) -> str:
    """What a quick reader sees of it: no mark, a letter without its hook, any bracket as a round one."""
    category = unicodedata.category(letter)
    if category in ("Mn", "Me", "Cf") or letter in _UNSEEN:
        return ""
    if marked := _WITH_A_MARK.fullmatch(unicodedata.name(letter, "")):
        return marked[1].lower()
    return "," if letter == _LIKE_A_COMMA else _BRACKETS.get(category, letter)


def _is_unseen(letter: str, before: str) -> bool:
    category = unicodedata.category(letter)
    if category in _CONTROLS or letter in _UNSEEN or (category == "Zs" and letter != " "):
        return True
    if letter == _AS_PICTURE:
        return not before or unicodedata.category(before) not in _PICTURES
    if category.startswith("M") and before in ("", " "):
        return True  # a mark on nothing
    return any(first <= ord(letter) <= last for first, last in _UNSEEN_RANGES)


def _alphabets(word: str) -> set[str]:
    plain = unicodedata.normalize("NFKC", word)
    letters = [letter for letter in plain if letter.isalpha() or letter.isdecimal()]
    return {unicodedata.name(letter, "").partition(" ")[0] for letter in letters} - _BESIDE_ANY
