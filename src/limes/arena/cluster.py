"""Work on many machines, by Ray (`pip install 'limes[ray]'`).

A node that dies costs time, not results: what it had in hand is done again elsewhere.
"""

import os
import socket
from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeVar

from limes.rules import LimesError

Given = TypeVar("Given")
Found = TypeVar("Found")

ANSWER_WITHIN = 10  # seconds
IN_HAND = 2  # tasks for each core of the cluster: one that runs and one that waits for it


class Cluster:
    """The Ray cluster at an address or, without one, a cluster of this machine's cores alone."""

    def __init__(self, address: str | None = None) -> None:
        self._ray = _ray()
        if self._ray.is_initialized():
            return
        if address:
            _check_address(address)
        self._ray.init(
            address or "local", log_to_driver=False, logging_level="ERROR", configure_logging=False
        )

    def each(self, function: Callable[[Given], Found], given: Iterable[Given]) -> Generator[Found]:
        remote = self._ray.remote(num_cpus=1, max_retries=-1)(function)
        waiting = iter(given)
        running: list[Any] = []
        try:
            while True:
                room = max(1, IN_HAND * self.cores) - len(running)
                running += [remote.remote(task) for _, task in zip(range(room), waiting, strict=False)]
                if not running:
                    return
                done, running = self._ray.wait(running)
                yield from self._ray.get(done)
        finally:
            for task in running:
                self._ray.cancel(task, force=True)

    @property
    def cores(self) -> int:
        """How many there are at the moment; nodes may come and go."""
        return int(self._ray.cluster_resources().get("CPU", 0))

    def leave(self) -> None:
        """Let go of the cluster, or end it if it is this machine's own."""
        self._ray.shutdown()


def _check_address(address: str) -> None:
    """Ray itself tries for minutes."""
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host, int(port)), timeout=ANSWER_WITHIN).close()
    except (OSError, ValueError) as error:
        raise LimesError(
            "no Ray cluster answers at {address}: {reason}", address=address, reason=error
        ) from None


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_raylet_start_wait_time_s", "600")  # a busy machine may take its time
    try:
        import ray  # noqa: PLC0415
    except ImportError:
        raise LimesError(
            "playing on many machines needs Ray; install it with {command}",
            command="pip install 'limes[ray]'",
        ) from None
    return ray
