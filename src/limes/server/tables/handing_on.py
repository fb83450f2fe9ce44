"""What a game hands on to its rematch: its seats, those who hold them, and its owner."""

from collections.abc import Sequence

from limes.server.entries import Holding, SeatsRead
from limes.server.game import Seat, Setup, Table


def seats_again(table: Table, asking: Sequence[int]) -> Setup:
    """The same people but for the absent, for whom a stand-in laid every card: their seats are open. Those
    who ask for the rematch are there."""
    setup = table.setup
    for number, seat in enumerate(table.seats):
        if seat.kind == "person" and number not in asking and not table.has_played(number):
            setup = setup.with_seat(number, Seat())
    return setup


def holders_again(setup: Setup, first: SeatsRead, given_up: SeatsRead | None) -> list[Holding]:
    """The devices of the people who sit there again.

    After a rematch that was given up, only those who held a seat there in the end, or are away: whoever was
    ended there may have come to the game since then, by the same link. Whoever sat down there anew does not
    count, though they hold the seat of the game, too: they may hold it by a link that leaked. Whoever played
    the game and left the seat of that rematch, perhaps to somebody else, has it again, on the first device: a
    browser, and not the link that came with it, since links end with a seat that is left.
    """
    people = [each for each in first.holders if setup.seats[each.seat].kind == "person"]
    if given_up is None:
        return people
    there = {each.device for each in given_up.holders}
    held = [each for each in people if each.device in there]
    seats = {each.seat for each in held}
    earliest = {each.seat: each for each in sorted(people, key=_browser_before_link, reverse=True)}
    return held + [each for seat, each in earliest.items() if seat not in seats]


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


def _since(holding: Holding) -> float:
    return holding.since or 0.0


def _browser_before_link(holding: Holding) -> tuple[float, bool]:
    return _since(holding), holding.guest is None
