"""Figures for Prometheus: what the server does, never who does it."""

import asyncio
import gc
import time
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
EVERY = 0.05  # seconds between two looks at how late the event loop is


class Metrics:
    """A registry of its own, so that several servers can live in one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.turns = Counter("limes_turns", "Turns stored", registry=self.registry)
        self.commits = Counter("limes_commits", "Commits that stored them", registry=self.registry)
        self.queue_seconds = self._seconds("queue", "How long the first turn of a commit waited for it")
        self.commit_seconds = self._seconds("commit", "How long a commit takes")
        self.loop_lag_seconds = self._seconds("loop_lag", "How late the event loop comes to what is due")
        self.collection_seconds = self._seconds("collection", "How long a look for unused cycles takes")
        self.requests = Counter("limes_requests", "Requests answered", ["status"], registry=self.registry)
        self.problems = Counter(
            "limes_problems", "Requests refused, by code", ["code"], registry=self.registry
        )
        self.sockets = Gauge("limes_sockets", "Open sockets", registry=self.registry)
        self.tables = Gauge("limes_tables", "Tables in memory", registry=self.registry)

    def _seconds(self, name: str, words: str) -> Histogram:
        return Histogram(f"limes_{name}_seconds", words, registry=self.registry, buckets=SECONDS)


class Pauses:
    """Watches what stops everybody at once: a busy event loop, and the collector of unused cycles."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._began = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def watch(self) -> None:
        gc.callbacks.append(self._collected)
        self._look_again()

    def stop(self) -> None:
        gc.callbacks.remove(self._collected)
        if self._timer:
            self._timer.cancel()

    def _look_again(self) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time() + EVERY
        self._timer = loop.call_at(due, self._look, due)

    def _look(self, due: float) -> None:
        late = asyncio.get_running_loop().time() - due
        self._metrics.loop_lag_seconds.observe(max(0.0, late))
        self._look_again()

    def _collected(self, phase: str, _details: dict[str, Any]) -> None:
        now = time.perf_counter()
        if phase == "start":
            self._began = now
        else:
            self._metrics.collection_seconds.observe(now - self._began)
