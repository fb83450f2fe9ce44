"""How soon the study board's coach says something: seconds to the first values and to finer ones, over HTTP.

python bench/study_speed.py [--positions N]     new positions with 1 to 14 cards, one after the other
"""

import argparse
import http.client
import json
import statistics
import sys
import time
from contextlib import closing
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "tests")]

from attacks_on_studies import position  # noqa: E402
from postgres import free_port  # noqa: E402
from server_processes import Serve, new_database  # noqa: E402

FINER = 4000  # playouts
WANTED = 0.3  # seconds
LAID = range(1, 15)


def waits(port: int, question: dict[str, object]) -> tuple[float, float]:
    """Seconds to the first line, and to the line with so many playouts or the last."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    with closing(connection):
        start = time.perf_counter()
        connection.request("POST", "/api/study/values", json.dumps(question), {"content-type": "application/json"})
        answer = connection.getresponse()
        lines = (json.loads(line) for line in answer)
        first = next(lines)
        told = time.perf_counter() - start
        while first["more"] and first["playouts"] < FINER:
            first = next(lines)
        return told, time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=42)
    number = parser.parse_args().positions
    with new_database(False) as (database, _):
        server = Serve(database, port := free_port())
        try:
            server.wait_until_ready()
            found = [waits(port, position(f"{each}", LAID[each % len(LAID)])) for each in range(number)]
        finally:
            server.stop()
    first, finer = ([each[index] for each in found] for index in (0, 1))
    print(f"first values: {statistics.median(first):.2f} s, slowest {max(first):.2f} s (wanted: {WANTED})")
    print(f"{FINER} playouts or all: {statistics.median(finer):.2f} s, slowest {max(finer):.2f} s")


if __name__ == "__main__":
    main()
