"""What processes use, and what a server counts itself, between two moments."""

import asyncio
import os
import re
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx

TICKS = os.sysconf("SC_CLK_TCK")
BUCKET = re.compile(r'^(\w+)_seconds_bucket\{le="([^"]+)"\} (\S+)$', re.MULTILINE)
WHOLE = re.compile(r"^(limes_\w+) (\S+)$", re.MULTILINE)
EVERY = 0.01  # seconds between two looks at the client's own clock


@dataclass(frozen=True)
class Counts:
    """The figures of `/metrics`, summed over processes: plain ones, and histograms by their bounds."""

    plain: dict[str, float] = field(default_factory=dict)
    buckets: dict[str, dict[float, float]] = field(default_factory=dict)

    def since(self, before: "Counts") -> "Counts":
        plain = {name: value - before.plain.get(name, 0) for name, value in self.plain.items()}
        buckets = {
            name: {bound: count - before.buckets.get(name, {}).get(bound, 0) for bound, count in own.items()}
            for name, own in self.buckets.items()
        }
        return Counts(plain, buckets)

    def within(self, name: str, part: float) -> float:
        """The bound of the histogram's bucket below which this part of what was counted lies, in ms."""
        own = sorted(self.buckets.get(name, {}).items())
        if not own or not own[-1][1]:
            return 0.0
        return 1000 * next(bound for bound, count in own if count >= part * own[-1][1])


def read_counts(urls: list[str]) -> Counts:
    counts = Counts()
    for url in urls:
        text = httpx.get(f"{url}/metrics", timeout=30).text
        for name, value in WHOLE.findall(text):
            counts.plain[name] = counts.plain.get(name, 0.0) + float(value)
        for name, bound, count in BUCKET.findall(text):
            own = counts.buckets.setdefault(name, {})
            own[float(bound)] = own.get(float(bound), 0.0) + float(count)
    return counts


def processor_seconds(pids: list[int]) -> float:
    """Of these processes, with their children that ended."""
    return sum(sum(map(int, _status(pid)[11:15])) for pid in pids) / TICKS


def family(pid: int) -> list[int]:
    """A process and its children."""
    children = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if int(_status(int(folder.name))[1]) == pid:
                children.append(int(folder.name))
        except OSError:  # it ended meanwhile
            continue
    return [pid, *children]


def memory(pid: int) -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


class OwnLag:
    """How late this process wakes up: the part of a measured delay that is the client's."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def watch(self) -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(EVERY)
            self.seconds.append(time.perf_counter() - before - EVERY)


def _status(pid: int) -> list[str]:
    """The fields of the process's status after its name."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
