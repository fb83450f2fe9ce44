"""A collection in memory: games that can be filtered and turned into rows."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import overload

from limes.games.reading import Found, find_games
from limes.games.rows import Row, seat_rows, turn_rows
from limes.rules import Deck, Game, LimesError, Variants, write_record
from limes.rules.landscape import BASIC


class Games(Sequence[Game]):
    """Games from files, in order. Filters return a new collection.

    >>> games = Games([Game(("Ada",)), Game(("Ada", "Ben"))])
    >>> [len(game.players) for game in games.where(player="Ada", seats=2)]
    [2]
    """

    def __init__(self, games: Iterable[Game | Found] = ()) -> None:
        self._found = tuple(each if isinstance(each, Found) else Found(each, "", 1) for each in games)

    @classmethod
    def read(
        cls,
        *files: str | Path,
        deck: Deck | None = None,
        variants: Variants = BASIC,
        refused: Callable[[LimesError], None] | None = None,
    ) -> "Games":
        """The games of these files. A wrong record is an error or, with `refused`, reported and left out."""
        return cls(find_games(files, deck=deck, variants=variants, refused=refused))

    @overload
    def __getitem__(self, place: int) -> Game: ...
    @overload
    def __getitem__(self, place: slice) -> "Games": ...
    def __getitem__(self, place: int | slice) -> "Game | Games":
        if isinstance(place, slice):
            return Games(self._found[place])
        return self._found[place].game

    def __len__(self) -> int:
        return len(self._found)

    def __repr__(self) -> str:
        return f"<{len(self)} games>"

    def filter(self, wanted: Callable[[Game], bool]) -> "Games":
        """The games for which this is true."""
        return Games(found for found in self._found if wanted(found.game))

    def where(
        self,
        *,
        player: str | None = None,
        finished: bool | None = None,
        seats: int | None = None,
        since: str | None = None,
        until: str | None = None,
        deck: str | None = None,
        variants: Variants | None = None,
    ) -> "Games":
        """The games that meet all conditions given; dates compare as text, such as 2026-11-06."""

        def wanted(game: Game) -> bool:
            return (
                (player is None or player in game.players)
                and (finished is None or finished == game.finished)
                and (seats is None or seats == len(game.players))
                and (since is None or (game.date != "" and game.date >= since))
                and (until is None or (game.date != "" and game.date[: len(until)] <= until))
                and (deck is None or deck == game.deck.name)
                and (variants is None or variants == game.variants)
            )

        return self.filter(wanted)

    def found(self) -> Iterator[Found]:
        """The games with the files and lines where they begin."""
        return iter(self._found)

    def rows(self) -> list[Row]:
        """A row for each seat of each game, ready for `pandas.DataFrame(...)` or `polars.DataFrame(...)`."""
        return [row for found in self._found for row in seat_rows(found)]

    def turn_rows(self) -> list[Row]:
        """A row for each turn."""
        return [row for found in self._found for row in turn_rows(found)]

    def write(self, file: str | Path) -> None:
        """Write all game records into one file, one after the other."""
        text = "\n".join(write_record(game) for game in self)
        Path(file).write_text(text, encoding="utf-8", newline="\n")
