"""Tables seeded over the API, so that a browser only plays what a test is about."""

from serving import Guest, Json, Serving

NAMES = {"expert:beginner": "Tiro", "expert:player": "Marcus"}


def play_until(table: str, seats: dict[int, Guest], last: int, *, first: int = 1) -> None:
    """Lay the turns of these people's seats in all rounds up to this one, as well as one step sees."""
    for number in range(first, last + 1):
        for seat, guest in seats.items():
            guest.lay(table, seat, number, greedy(_offer(guest, table, seat, number)))


def _offer(guest: Guest, table: str, seat: int, number: int) -> Json:
    """What the seat may do in this round, as soon as the others have laid."""
    while True:
        own = guest.get(f"/tables/{table}/seats/{seat}")
        if own["round"] == number and own["offer"]:
            offer: Json = own["offer"]
            return offer
        last = guest.get(f"/tables/{table}")["last"]
        guest.get(f"/tables/{table}/events?after={last}&wait=1")


def greedy(offer: Json) -> str:
    """The turn with the most points at once; a worker is kept for later unless he earns something."""
    best, most = "", -1
    for placement in offer["placements"]:
        territories = offer["territories"] + placement["new"]
        at = {
            zone: (number, points)
            for number, (_, points, zones) in enumerate(territories)
            for zone in zones.split()
        }
        points = dict(placement["points"])
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


def finished_ranking(server: Serving, table: str) -> list[tuple[int, str, int]]:
    """Place, name and points of each seat, best first, as the server has them."""
    found = server.guest().get(f"/tables/{table}")
    seats = zip(found["result"]["seats"], found["seats"], strict=True)
    ranked = [(score["place"], NAMES.get(seat["bot"], seat["name"]), score["total"]) for score, seat in seats]
    return sorted(ranked, key=lambda each: each[0])


def turns_in_the_log(server: Serving, table: str, number: int, seat: int = 0) -> list[str]:
    """What the log holds of a seat in a round: one turn, unless something went wrong."""
    stored = server.services.log.load(table)
    assert stored
    return [str(event.turn) for event in stored[1] if event.round == number and event.seat == seat]
