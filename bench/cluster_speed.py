"""The arena on one core and on two, in processes and on Ray, and what a task costs who hands it out."""

import time

from limes.arena import Engine, Processes, Setting, run_deals
from limes.arena.cluster import Cluster
from limes.bots import Budget

DEALS = 24
SETTING = Setting(seed=1, budget=Budget(playouts=300))
TASKS = 3000


def deals_a_second(engine: Engine) -> float:
    """Without the time that the workers take to start."""
    run_deals(["greedy"], SETTING, 4, engine=engine)
    start = time.perf_counter()
    run_deals(["expert"], SETTING, DEALS, engine=engine)
    return DEALS / (time.perf_counter() - start)


def nothing(number: int) -> int:
    return number


def main() -> None:
    import ray  # noqa: PLC0415

    one = deals_a_second(Processes(1))
    print(f"processes: one {one:.2f} deals/s, two {deals_a_second(Processes(2)) / one:.2f} times", flush=True)
    for cores in (1, 2):
        ray.init("local", num_cpus=cores, log_to_driver=False)
        cluster = Cluster()
        print(f"Ray, {cores} cores: {deals_a_second(cluster) / one:.2f} times one process", flush=True)
        if cores == 2:
            start, used = time.perf_counter(), time.process_time()
            for _ in cluster.each(nothing, range(TASKS)):
                pass
            passed, used = time.perf_counter() - start, time.process_time() - used
            print(
                f"{TASKS / passed:,.0f} empty tasks/s, {1000 * used / TASKS:.2f} ms of the driver's time each"
            )
        cluster.leave()


if __name__ == "__main__":
    main()
