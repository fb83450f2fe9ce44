"""The server does what its OpenAPI description says, whatever it is sent."""

from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from serving import Serving

schema = schemathesis.pytest.from_fixture("described")


@pytest.fixture(scope="module")
def described(server: Serving) -> Iterator[schemathesis.BaseSchema]:
    yield schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")


@pytest.fixture(scope="module")
def token(server: Serving) -> dict[str, str]:
    """A table in its third round, and the token of its seat 0."""
    guest = server.guest()
    made = guest.make("Ann", "-")
    bob = {"name": "Bob", "invitation": made["invitation"]}
    guest.post(f"/tables/{made['table']}/seats/1", bob)
    for number, turn in ((1, "d4N+ne"), (2, "d5N")):
        for seat in (0, 1):
            guest.lay(made["table"], seat, number, turn)
    return {"table": made["table"], "token": made["tokens"]["0"]}


@schema.parametrize()
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_answers_are_as_described(case: schemathesis.Case, token: dict[str, str]) -> None:
    case.call_and_validate()
    if "table" in (case.path_parameters or {}):
        case.path_parameters["table"] = token["table"]
        case.call_and_validate(headers={"authorization": f"Bearer {token['token']}"})


def test_every_action_of_the_socket_has_its_path(server: Serving) -> None:
    paths = server.guest().http.get("/openapi.json").json()["paths"]
    assert {path.removeprefix("/api/tables") for path in paths} == {
        "",
        "/{table}",
        "/{table}/claim",
        "/{table}/events",
        "/{table}/record",
        "/{table}/rematch",
        "/{table}/seats/{seat}",
        "/{table}/seats/{seat}/bot",
        "/{table}/seats/{seat}/link",
        "/{table}/seats/{seat}/turns",
    }
