"""A bot that takes an open seat and plays it: python example_bot.py http://127.0.0.1:8484 TABLE INVITATION"""

import sys
from typing import Any

import httpx


def best_turn(offer: dict[str, Any]) -> str:
    """The turn with the most points now, from the offer alone: no rules are needed here."""
    best, most = "", -1
    for placement in offer["placements"]:
        territories = dict(enumerate(offer["territories"] + placement["new"]))
        points = {number: worth for number, (_terrain, worth, _zones) in territories.items()}
        points.update(placement["points"])
        gone, home = set(placement["gone"]), {}
        for number, (_terrain, _worth, zones) in territories.items():
            if number not in gone:
                home.update(dict.fromkeys(zones.split(), number))
        manned = {home[worker] for worker in offer["workers"]}
        turns = [("", 0)]
        if offer["supply"]:
            for quarter in ("nw", "ne", "sw", "se"):
                entered = home[placement["at"][:2] + quarter]
                turns.append((f"+{quarter}", 0 if entered in manned else points[entered]))
        for action, gain in turns:
            if placement["total"] + gain > most:
                best, most = placement["at"] + action, placement["total"] + gain
    return best


def play(server: str, table: str, invitation: str, seat: int = 1) -> None:
    with httpx.Client(base_url=f"{server}/api/tables", timeout=60) as http:
        http.post(
            f"/{table}/seats/{seat}", json={"name": "Example", "invitation": invitation}
        ).raise_for_status()
        while not (seen := http.get(f"/{table}").raise_for_status().json())["result"]:
            own = seen["yours"][0]
            if own["offer"]:
                turn = {"round": own["round"], "turn": best_turn(own["offer"])}
                http.post(f"/{table}/seats/{seat}/turns", json=turn).raise_for_status()
            http.get(f"/{table}/events", params={"after": seen["last"], "wait": 20})


if __name__ == "__main__":
    play(*sys.argv[1:4])
