"""The addresses at which other devices reach this machine are found, and sorted by how likely they work."""

from collections.abc import Callable

import pytest

from limes.server import network
from limes.server.network import TARGETS, home_addresses

Sources = Callable[[dict[str, str]], None]


@pytest.fixture
def sources(monkeypatch: pytest.MonkeyPatch) -> Sources:
    """Says which address packets to each of the targets would carry."""

    def say(found: dict[str, str]) -> None:
        monkeypatch.setattr(network, "_source_towards", found.get)

    return say


def test_the_usual_way_out_comes_first_and_each_address_once(sources: Sources) -> None:
    sources(dict.fromkeys(TARGETS, "192.168.1.20"))
    assert home_addresses() == ["192.168.1.20"]
    sources(dict.fromkeys(TARGETS, "192.168.1.20") | {TARGETS[3]: "10.8.0.2"})
    assert home_addresses() == ["192.168.1.20", "10.8.0.2"]


def test_a_home_network_goes_before_a_public_address_and_one_the_machine_gave_itself(
    sources: Sources,
) -> None:
    sources({TARGETS[0]: "8.8.4.4", TARGETS[1]: "169.254.7.7", TARGETS[3]: "10.0.0.5"})
    assert home_addresses() == ["10.0.0.5", "169.254.7.7", "8.8.4.4"]


def test_a_machine_without_a_network_has_none(sources: Sources) -> None:
    sources({TARGETS[0]: "127.0.0.1", TARGETS[1]: "0.0.0.0"})
    assert home_addresses() == []


def test_whatever_this_machine_has_is_no_address_of_its_own_only() -> None:
    assert not [address for address in home_addresses() if address.startswith("127.")]
