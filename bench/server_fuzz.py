"""Spoiled requests and socket messages: none is answered by a 500, none hangs, none leaves a traceback.

python bench/server_fuzz.py --inputs 20000                SQLite, half requests, half socket messages
python bench/server_fuzz.py --inputs 1000000 --postgres   PostgreSQL, started for this run

Prints "withstood", or what hurt with the seed that repeats it.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from aiohttp import ClientError, ClientSession, ClientTimeout, DummyCookieJar, TCPConnector, WSMsgType
from rich.progress import track

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "tests")]

from fuzz_inputs import Inputs  # noqa: E402
from postgres import free_port  # noqa: E402
from server_processes import Serve, complaints, new_database  # noqa: E402

from limes import STANDARD, Game, shuffled  # noqa: E402
from limes.puzzles import load_puzzles  # noqa: E402
from limes.rules import write_record  # noqa: E402
from limes.server.calendar import day_at  # noqa: E402

A_ROUND = 500  # inputs of each client between two looks at the progress
CLIENTS = 8
LONGEST = 20.0  # seconds until an answer counts as none
ALLOWED = {503}  # a queue is full, and says so


def written() -> list[str]:
    """A finished game, one that two play with comments, a study and a deck, as people write them."""
    game, pair = Game(players=("Ann",)), Game(players=("Ann", "Bob"))
    for card in shuffled(STANDARD, "written")[:16]:
        game = game.turn_up(card)
        game = game.play(0, min(str(each.turn) for each in game.landscapes[0].turns(card)))
        pair = pair.turn_up(card)
        for seat in range(2):
            pair = pair.play(seat, max(str(each.turn) for each in pair.landscapes[seat].turns(card)))
    records = [write_record(each) for each in (game, pair)]
    commented = records[0].replace("\n2. ", "\n{a \\u{1f600} start}\n2. ", 1)
    head = "Study: Farms\nStart: 17@d4N | d4ne\n\n{so \\u{d83d} far}\n"
    study = f'{head}2. 3 d5E "road" (8 e4N) (3 d3N "south")\n3. 8 e4N\n'
    deck = f'name = "mine"\ncards = {json.dumps(STANDARD.faces)}\n'
    return [*records, commented, study, deck, str(game.landscapes[0]), "f w1 t r\nF w t2 r\n. . r1 f\n"]


async def known_values(http: ClientSession, url: str) -> dict[str, list[str]]:
    """Tables to play at, with what opens them."""
    known: dict[str, list[str]] = {"table": [], "token": [], "invitation": [], "day": [day_at(time.time())]}
    known["written"] = written()
    for seats in (("person",), ("person", "person"), ("person", "open"), ("person", "bot")):
        body = {
            "seats": [
                {
                    "kind": kind,
                    **({"name": "Ann"} if kind == "person" else {"bot": "greedy"} if kind == "bot" else {}),
                }
                for kind in seats
            ]
        }
        async with http.post(f"{url}/api/tables", json=body) as response:
            made = await response.json()
        known["table"].append(made["table"])
        known["token"] += list(made["tokens"].values())
        known["invitation"].append(made["invitation"])
    known["puzzle"] = [puzzle.id for puzzle in load_puzzles()[:3]]
    return known


async def ask(http: ClientSession, url: str, inputs: Inputs, count: int, hurt: list[str]) -> Counter[int]:
    statuses: Counter[int] = Counter()
    for _ in range(count):
        method, address, body, headers = inputs.request()
        began = time.monotonic()
        try:
            async with http.request(method, url + address, data=body, headers=headers) as response:
                await response.read()
                statuses[response.status] += 1
                if response.status >= 500 and response.status not in ALLOWED:
                    hurt.append(f"{response.status}: {method} {address} {body!r:.300}")
        except TimeoutError:
            hurt.append(f"no answer in {time.monotonic() - began:.0f} s: {method} {address} {body!r:.300}")
        except (ClientError, OSError, ValueError):  # refused before it was sent, or the connection was closed
            statuses[0] += 1
    return statuses


async def talk(  # noqa: PLR0917
    http: ClientSession, url: str, table: str, token: str, inputs: Inputs, count: int, hurt: list[str]
) -> Counter[int]:
    """A socket that is closed is opened again; after every message the server still answers a ping."""
    statuses: Counter[int] = Counter()
    sent = 0
    while sent < count:
        headers = {"authorization": f"Bearer {token}"}
        try:
            async with http.ws_connect(
                f"{url}/api/tables/{table}/socket", headers=headers, max_msg_size=0
            ) as socket:
                while sent < count and not socket.closed:
                    for _ in range(10):
                        sent += 1
                        message = inputs.message()
                        if isinstance(message, bytes):
                            await socket.send_bytes(message)
                        else:
                            await socket.send_str(message)
                    await socket.send_str('{"type":"ping"}')
                    async with asyncio.timeout(LONGEST):
                        async for received in socket:
                            if received.type is not WSMsgType.TEXT or '"type":"pong"' in received.data:
                                break
                statuses[socket.close_code or 0] += 1
        except TimeoutError:
            hurt.append(f"no pong in {LONGEST:.0f} s at table {table}")
        except (ClientError, OSError):
            statuses[-1] += 1
    return statuses


async def fuzz(server: Serve, total: int, seed: int) -> tuple[Counter[str], list[str]]:
    seen: Counter[str] = Counter()
    hurt: list[str] = []
    connector = TCPConnector(limit=0)
    timeout = ClientTimeout(total=LONGEST)
    async with ClientSession(connector=connector, timeout=timeout, cookie_jar=DummyCookieJar()) as http:
        async with http.get(f"{server.url}/api/openapi.json") as response:
            description = await response.json()
        known = await known_values(http, server.url)
        inputs = [Inputs(description, known, seed * 1000 + number) for number in range(2 * CLIENTS)]
        rounds = -(-total // (2 * CLIENTS * A_ROUND))
        for number in track(range(rounds), description="Inputs", disable=not sys.stderr.isatty()):
            if number % 20 == 19:  # the tables are over by and by
                known |= await known_values(http, server.url)
            asked = [ask(http, server.url, each, A_ROUND, hurt) for each in inputs[:CLIENTS]]
            talked = [
                talk(
                    http,
                    server.url,
                    known["table"][place % 2],
                    known["token"][place % 2],
                    each,
                    A_ROUND,
                    hurt,
                )
                for place, each in enumerate(inputs[CLIENTS:])
            ]
            for place, counted in enumerate(await asyncio.gather(*asked, *talked)):
                kind = "request" if place < CLIENTS else "socket closed"
                seen.update({f"{kind} {status}": count for status, count in counted.items() if status >= 0})
            if server.process.poll() is not None:
                hurt.append(f"the server ended with {server.process.returncode}")
            if hurt:
                break
    return seen, hurt


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--inputs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=int(time.time()) % 10_000)
    parser.add_argument("--postgres", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, new_database(options.postgres) as (database, _postgres):
        log = Path(folder) / "log"
        server = Serve(database, free_port(), log, LIMES_BOTS_A_GUEST="100000000", LIMES_STUDY_SECONDS="0.05")
        try:
            server.wait_until_ready()
            began = time.monotonic()
            seen, hurt = asyncio.run(fuzz(server, options.inputs, options.seed))
            seconds = time.monotonic() - began
        finally:
            server.stop()
        hurt += complaints(log)[:20]
    print(json.dumps(dict(sorted(seen.items()))))
    print(f"{options.inputs} inputs in {seconds:.0f} s, seed {options.seed}")
    print("withstood" if not hurt else "hurt:\n" + "\n".join(hurt))
    sys.exit(bool(hurt))


if __name__ == "__main__":
    main()
