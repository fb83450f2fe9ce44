"""The arena on one core and on more, in processes and on Ray, and what a task costs who hands it out."""

import argparse
import contextlib
import os
import time
from pathlib import Path

from limes.arena import Engine, Processes, Setting, run_deals
from limes.arena.cluster import Cluster
from limes.bots import Budget

DEALS = 12  # for each core
REPEATS = 2
SETTING = Setting(seed=1, budget=Budget(playouts=300))
TASKS = 3000


def used() -> float:
    """Seconds of the processor that this process and all that it started have used so far."""
    times, parents = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            parents[int(stat.parent.name)] = int(fields[1])
            times[int(stat.parent.name)] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    ours = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(times.get(pid, 0.0) for pid in ours)


def measured(engine: Engine, cores: int) -> tuple[float, float]:
    """Deals a second, the best of several runs, and the least time of the processor a deal takes.

    The time that the workers need to start is left out. Other programs slow the clock's figure down more.
    """
    run_deals(["greedy"], SETTING, 4 * cores, engine=engine)
    runs, deals = [], DEALS * cores
    for _ in range(REPEATS):
        start, before = time.perf_counter(), used()
        run_deals(["expert"], SETTING, deals, engine=engine)
        runs.append((deals / (time.perf_counter() - start), (used() - before) / deals))
    return max(speed for speed, _ in runs), min(cost for _, cost in runs)


def nothing(number: int) -> int:
    return number


def main() -> None:
    import ray  # noqa: PLC0415

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cores", type=int, nargs="+", default=[1, 2])
    asked = parser.parse_args()
    one, cost = measured(Processes(1), 1)
    print(f"one process: {one:.2f} deals/s, {cost:.2f} s of a core per deal", flush=True)
    for cores in asked.cores:
        if cores > 1:
            speed, cost = measured(Processes(cores), cores)
            print(f"{cores} processes: {speed / one:.2f} times, {cost:.2f} s of a core per deal", flush=True)
        ray.init("local", num_cpus=cores, log_to_driver=False)
        cluster = Cluster()
        speed, cost = measured(cluster, cores)
        print(f"Ray, {cores} cores: {speed / one:.2f} times, {cost:.2f} s of a core per deal", flush=True)
        start, before = time.perf_counter(), time.process_time()
        for _ in cluster.each(nothing, range(TASKS)):
            pass
        passed, own = time.perf_counter() - start, time.process_time() - before
        print(f"{TASKS / passed:,.0f} empty tasks/s, {1000 * own / TASKS:.2f} ms of the driver's time each")
        cluster.leave()


if __name__ == "__main__":
    main()
