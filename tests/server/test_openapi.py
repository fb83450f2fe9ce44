"""The server does what its OpenAPI description says, whatever it is sent.

Not checked: that all data of the right form are accepted, since the rules have more to say than the form.
"""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance
from serving import Serving


@pytest.fixture(scope="module")
def described(server: Serving) -> schemathesis.BaseSchema:
    return schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")


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


def test_answers_are_as_described(described: schemathesis.BaseSchema, token: dict[str, str]) -> None:
    operations = [found.ok() for found in described.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) == 55
    for operation in operations:
        check(operation, token)


def check(operation: schemathesis.APIOperation[Any, Any, Any, Any], token: dict[str, str]) -> None:
    """Right and wrong requests to one operation, at no table and at a real one."""
    modes = [schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE]
    cases = st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in modes))

    @settings(max_examples=20, suppress_health_check=list(HealthCheck))
    @given(case=cases)
    def answers_are_as_described(case: schemathesis.Case[Any]) -> None:
        if isinstance((case.query or {}).get("wait"), int | float):
            case.query["wait"] = min(case.query["wait"], 0.01)
        response = case.call()
        too_large = response.status_code == 413  # a refusal, though Schemathesis does not count it as one
        case.validate_response(
            response,
            excluded_checks=[positive_data_acceptance, *([negative_data_rejection] if too_large else [])],
        )
        if "table" in (case.path_parameters or {}):
            case.path_parameters["table"] = token["table"]
            case.call_and_validate(
                excluded_checks=[positive_data_acceptance, negative_data_rejection],
                headers={"authorization": f"Bearer {token['token']}"},
            )

    answers_are_as_described()


def test_every_action_of_the_socket_has_its_path(server: Serving) -> None:
    paths = server.guest().http.get("/openapi.json").json()["paths"]
    assert {path.removeprefix("/api") for path in paths} == {
        "/address",
        "/bots",
        "/days",
        "/days/attempt",
        "/days/mine",
        "/days/today",
        "/days/{day}",
        "/days/{day}/again",
        "/days/{day}/periods",
        "/me",
        "/me/games.csv",
        "/me/games.txt",
        "/me/puzzles.csv",
        "/preview/day/{day}.png",
        "/preview/limes.png",
        "/preview/puzzle/{puzzle}.png",
        "/preview/t/{table}.png",
        "/puzzles",
        "/puzzles/next",
        "/puzzles/today",
        "/puzzles/{puzzle}",
        "/puzzles/{puzzle}/answer",
        "/puzzles/{puzzle}/why",
        "/study/coach",
        "/study/deck",
        "/study/lessons/{lesson}",
        "/study/line",
        "/study/offer",
        "/study/play",
        "/study/record",
        "/study/score",
        "/study/values",
        "/tables",
        "/tables/{table}",
        "/tables/{table}/claim",
        "/tables/{table}/coach",
        "/tables/{table}/end",
        "/tables/{table}/events",
        "/tables/{table}/record",
        "/tables/{table}/leave",
        "/tables/{table}/rematch",
        "/tables/{table}/return",
        "/tables/{table}/seats/{seat}",
        "/tables/{table}/seats/{seat}/bot",
        "/tables/{table}/seats/{seat}/devices",
        "/tables/{table}/seats/{seat}/devices/end",
        "/tables/{table}/seats/{seat}/devices/{device}/end",
        "/tables/{table}/seats/{seat}/hint",
        "/tables/{table}/seats/{seat}/link",
        "/tables/{table}/seats/{seat}/out",
        "/tables/{table}/seats/{seat}/turns",
        "/tables/{table}/seats/{seat}/undo",
    }
