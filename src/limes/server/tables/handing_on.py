"""What a game hands on to its rematch: its seats, those who hold them, and its owner."""

from collections.abc import Sequence
from typing import NamedTuple

from limes.server.entries import Holding
from limes.server.game import Seat, Setup, Table


def seats_again(table: Table, asking: Sequence[int]) -> Setup:
    """The same people but for the absent, for whom a stand-in laid every card: their seats are open. Those
    who ask for the rematch are there."""
    setup = table.setup
    for number, seat in enumerate(table.seats):
        if seat.kind == "person" and number not in asking and not table.has_played(number):
            setup = setup.with_seat(number, Seat())
    return setup


class GivenUp(NamedTuple):
    """A rematch before this one: when it was made, and who held its seats in the end, or is away."""

    made: float
    holders: Sequence[Holding]


def holders_again(setup: Setup, first: Sequence[Holding], given_up: GivenUp | None) -> list[Holding]:
    """The devices of the people who sit there again.

    Devices that were ended at a rematch before stay out. Whoever played the game and left the seat of that
    rematch, perhaps to somebody else, has it again, on the first device.
    """
    people = [each for each in first if setup.seats[each.seat].kind == "person"]
    if given_up is None:
        return people
    there = {_device(each) for each in given_up.holders}
    held = [each for each in people if _device(each) in there or _since(each) > given_up.made]
    seats = {each.seat for each in held}
    earliest = {each.seat: each.since for each in sorted(people, key=_since, reverse=True)}
    return held + [each for each in people if each.seat not in seats and each.since == earliest[each.seat]]


def without_vacant(setup: Setup, holders: Sequence[Holding]) -> Setup:
    """Seats of people whom nobody can be are open: somebody gave theirs away by a link that nobody took."""
    held = {each.seat for each in holders}
    for number, seat in enumerate(setup.seats):
        if seat.kind == "person" and number not in held:
            setup = setup.with_seat(number, Seat())
    return setup


def owner_again(owner: str, holders: Sequence[Holding], asking: str) -> str:
    """The owner of the game, if at the table or the one who asks; else who has been there for longest. If
    anybody became the owner by asking first, a leaked link would do to remove everybody else."""
    guests = [each.guest for each in sorted(holders, key=_since) if each.guest]
    if owner in {asking, *guests}:
        return owner
    return guests[0] if guests else asking


def _device(holding: Holding) -> tuple[int, str | None, str | None]:
    return holding.seat, holding.guest, holding.token_hash


def _since(holding: Holding) -> float:
    return holding.since or 0.0
