"""Servers on real databases: SQLite files, and a PostgreSQL that runs as long as the tests do."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from postgres import Postgres
from serving import Guest, Serving, serving

NUMBERS = count(1)
DATABASES = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.remove()


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database of each kind."""
    return new_database(request, tmp_path)


@pytest.fixture(scope="module", params=DATABASES)
def shared_database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """One of each kind for all tests of a module."""
    return new_database(request, tmp_path_factory.mktemp("shared"))


def new_database(request: pytest.FixtureRequest, folder: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{folder / 'tables.sqlite'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database(f"limes{next(NUMBERS)}")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """One server for the tests of a module, on SQLite."""
    with serving(f"sqlite:///{tmp_path_factory.mktemp('server') / 'tables.sqlite'}") as running:
        yield running


@pytest.fixture
def guest(server: Serving) -> Guest:
    return server.guest()
