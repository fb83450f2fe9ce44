"""Figures for Prometheus: what the server does, never who does it."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram


class Metrics:
    """A registry of its own, so that several servers can live in one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.turns = Counter("limes_turns", "Turns stored", registry=self.registry)
        self.commits = Counter("limes_commits", "Commits that stored them", registry=self.registry)
        self.commit_seconds = Histogram(
            "limes_commit_seconds",
            "How long a commit takes",
            registry=self.registry,
            buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10),
        )
        self.requests = Counter("limes_requests", "Requests answered", ["status"], registry=self.registry)
        self.problems = Counter(
            "limes_problems", "Requests refused, by code", ["code"], registry=self.registry
        )
        self.sockets = Gauge("limes_sockets", "Open sockets", registry=self.registry)
        self.tables = Gauge("limes_tables", "Tables in memory", registry=self.registry)
