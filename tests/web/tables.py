"""Tables seeded over the API, so that a browser only plays what a test is about."""

from serving import Guest, Json

from limes.rules import ROUNDS

ROUNDS_BEFORE_THE_END = ROUNDS - 1


def play_until(guest: Guest, table: str, seats: tuple[int, ...], last: int) -> None:
    """Lay these seats' turns of all rounds up to this one, as well as one step sees."""
    for number in range(1, last + 1):
        for seat in seats:
            guest.lay(table, seat, number, greedy(guest.get(f"/tables/{table}/seats/{seat}")["offer"]))


def greedy(offer: Json) -> str:
    """The turn with the most points at once; a worker is kept for later unless he earns something."""
    best, most = "", -1
    for placement in offer["placements"]:
        territories = offer["territories"] + placement["new"]
        at = {zone: (number, points) for number, (_, points, zones) in enumerate(territories) for zone in zones.split()}
        points = {number: points for number, points in placement["points"]}
        manned = {at[zone][0] for zone in offer["workers"]}
        text, total = placement["at"], placement["total"]
        if total > most:
            best, most = text, total
        if not offer["supply"]:
            continue
        for quarter in ("nw", "ne", "sw", "se"):
            number, worth = at[text[:2] + quarter]
            earned = 0 if number in manned else points.get(number, worth)
            if earned > 1 and total + earned > most:
                best, most = f"{text}+{quarter}", total + earned
    return best
