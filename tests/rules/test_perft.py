"""Counts of sequences of turns: the tables of docs/look-up/perft.md, by the rules and by the model."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import model
import pytest
from saying import saying

from limes.rules import STANDARD, Deck, Landscape, LimesError, TurnError, Variants, perft

PAGE = Path(__file__).parents[2] / "docs" / "look-up" / "perft.md"


@dataclass(frozen=True)
class Entry:
    """A row of a table: the counts after each card of an opening."""

    deck: Deck
    cards: tuple[int, ...]
    variants: Variants
    counts: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.deck.name} {self.opening} {self.variants}".rstrip()

    @property
    def opening(self) -> str:
        return " ".join(map(str, self.cards))


def entries() -> Iterator[Entry]:
    """Every row of every table; a heading names the cards, a deck written out serves from there on."""
    deck = STANDARD
    cards: tuple[int, ...] = ()
    text = PAGE.read_text(encoding="utf-8")
    for heading, written, row in re.findall(
        r"^### Cards (.+)$|^```toml\n([^`]*)^```$|^\| (?!variants|---)(.+) \|$", text, re.MULTILINE
    ):
        if heading:
            cards = tuple(map(int, heading.split()))
        elif written:
            deck = Deck.parse(written)
        else:
            names, *counts = row.split(" | ")
            chosen = Variants(diagonal="diagonal" in names, ferryman="ferryman" in names)
            yield Entry(deck, cards, chosen, tuple(int(count.replace(",", "")) for count in counts))


ENTRIES = list(entries())


def test_the_page_has_openings_of_two_decks_under_all_variants() -> None:
    assert len({entry.deck.name for entry in ENTRIES}) == 2
    openings = {(entry.deck.name, entry.cards) for entry in ENTRIES}
    assert len(openings) >= 5
    assert len(ENTRIES) == 4 * len(openings) == len(set(map(str, ENTRIES)))
    assert all(len(entry.cards) == len(entry.counts) for entry in ENTRIES)


@pytest.mark.parametrize("entry", ENTRIES, ids=str)
def test_the_rules_count_what_the_page_says(entry: Entry) -> None:
    assert tuple(perft(entry.cards, Landscape(entry.deck, entry.variants))) == entry.counts


@pytest.mark.parametrize("entry", ENTRIES, ids=str)
def test_the_model_counts_what_the_page_says(entry: Entry) -> None:
    assert counted_by_the_model(entry, 2) == entry.counts[:2]


def test_the_model_counts_three_cards_of_one_opening() -> None:
    (entry,) = (entry for entry in ENTRIES if str(entry) == "ponds 1 2 3 ferryman")
    assert counted_by_the_model(entry, 3) == entry.counts


@pytest.mark.long
@pytest.mark.parametrize("entry", ENTRIES, ids=str)
def test_the_model_counts_every_opening_to_its_end(entry: Entry) -> None:
    assert counted_by_the_model(entry, len(entry.cards)) == entry.counts


def counted_by_the_model(entry: Entry, depth: int) -> tuple[int, ...]:
    cards, chosen = list(entry.cards[:depth]), entry.variants
    return tuple(model.perft(entry.deck.faces, cards, chosen.diagonal, chosen.ferryman))


def test_counting_goes_on_from_any_landscape() -> None:
    start = Landscape.parse("17@d4N | d4ne d4sw d4sw", variants=Variants(ferryman=True))
    one_by_one = [turn for turn, _ in start.turns(8)]
    two = sum(len(list(start.play(8, turn).turns(9))) for turn in one_by_one)
    assert list(perft([8, 9], start)) == [len(one_by_one), two]


def test_no_cards_give_no_counts() -> None:
    assert list(perft([])) == []


def test_progress_is_told_up_to_the_end() -> None:
    told: list[float] = []
    list(perft([17, 3], progress=told.append))
    assert told == [0.25, 0.5, 0.75, 1.0]


def test_a_card_that_is_not_there_cannot_be_counted() -> None:
    with pytest.raises(
        LimesError, match=saying("card 25 is not in the deck standard, which has cards 1 to 24")
    ):
        list(perft([25]))
    with pytest.raises(LimesError, match=saying("card 3 is named twice; a deck has it only once")):
        list(perft([3, 17, 3]))
    with pytest.raises(TurnError, match=saying("card 17 is already on d4")):
        list(perft([17], Landscape.parse("17@d4N")))
