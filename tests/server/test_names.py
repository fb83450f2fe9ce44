"""Names that people choose: all that can be read, none that deceives."""

import pytest
from serving import Guest, Serving

from limes.rules import LimesError
from limes.server.game import check_name


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Zoë",
        "O'Brien",
        "Jiří 2",
        "Łukasz",
        "Анна",
        "Ελένη",
        "李雷",
        "नेहा",
        "Ann ❤\ufe0f",
        "Bot",
        "Ann2",
        "さくらの花",
        "김철수",
        "Robot",
    ],
)
def test_people_of_all_countries_have_names(name: str) -> None:
    check_name(name, ["Ben", "expert:player (bot)"])


@pytest.mark.parametrize(
    "name",
    [
        "expert:player (bot)\u3164",
        "expert:player\u3164(bot)",
        "Ann\u115f",
        "\u2800",
        "An\u200bn",
        "An\u00adn",
        "Ann\u202e",
        "Ann\u00a0B",
        "Ann\ufe00",
        "Ann\ufe0f",
        "\u0301Ann",
        "Ann\U000e0041",
        "\u034fAnn",
        "Ann\ue000",
    ],
)
def test_what_cannot_be_seen_is_refused(name: str) -> None:
    with pytest.raises(LimesError, match="visible characters"):
        check_name(name)


def test_a_word_keeps_to_one_alphabet() -> None:
    with pytest.raises(LimesError, match="one alphabet"):
        check_name("\u0410nn")
    for name in ("Ann (b\ua4f3t)", "Ann (\u15afot)", "Ann (b\u0966t)"):
        with pytest.raises(LimesError, match="one alphabet"):
            check_name(name)
    check_name("Anna Анна")


@pytest.mark.parametrize(
    "name",
    [
        "greedy (bot)",
        "Ann (BOT)",
        "Ann\uff08bot\uff09",
        "Ann (b\u00f6t)",
        "Ann(bot)",
        "Ann \u2768bot\u2769",
        "Ann \ufd3ebot\ufd3f",
        "Ann [bot]",
        "Ann ( bot )",
        "Ann (bot).",
        "Ann (\u0185ot)",
        "Ann (bo\u01ab)",
        "Ann (bo\u0167)",
        "Ann (8ot)",
        "Ann (бот)",
        "Ann (\ua4d0\ua4f3\ua4d4)",
        "Ann (\u13cf\u13be\u13a2)",
        "Ann (\u0299\u1d0f\u1d1b)",
        "Ann (bot)\u02d1",
        "Ann (bot)\ua78f",
        "Ann (bot) \u1427",
        "Ann (bot)\xaa",
    ],
)
def test_nobody_is_called_like_a_bot(name: str) -> None:
    with pytest.raises(LimesError, match="bot"):
        check_name(name)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("ann", "Ann"),
        ("Ann ", "Ann"),
        ("\uff21nn", "Ann"),
        ("Ànn", "Ann"),
        ("\u0412\u041e\u0412", "BOB"),
        ("B0b", "Bob"),
        ("A1", "Al"),
        ("greedy", "greedy (bot)"),
        ("lvan", "Ivan"),
        ("IVAN", "Ivan"),
        ("BiII", "Bill"),
        ("\u0251nna", "Anna"),
        ("A\u0261nes", "Agnes"),
        ("\ua4ee\ua4e0\ua4e0\ua4ee", "ANNA"),
        ("O’Neil", "O'Neil"),
        ("Ann\u2010Lou", "Ann-Lou"),
        ("B\u1d0fb", "Bob"),
        ("Wi\u01c0\ua781", "Will"),
        ("Wi\u2223\u2502", "Will"),
        ("B\u25cb\u0243", "Bob"),
        ("B\u2c7a\u0243", "Bob"),
        ("A\u0272\u0272", "Ann"),
        ("Bo\u0253", "Bob"),
        ("\u0166om", "Tom"),
        ("Ben5", "Bens"),
        ("Bemd", "Bernd"),
        ("\ua7b4o", "Bo"),
        ("\ua7b3u", "Xu"),
        ("Ma\uab47ia", "Maria"),
        ("Ma\ua783ia", "Maria"),
        ("B\uab32n", "Ben"),
        ("\xd0an", "Dan"),
        ("B\u3007b", "Bob"),
        ("\U00010404\U0001042c", "Oo"),
        ("Jo\u01c3", "Jo!"),
        ("A\ua789B", "A:B"),
        ("A\u2044B", "A/B"),
        ("A\u201a B", "A, B"),
    ],
)
def test_nobody_looks_like_somebody_else_at_the_table(name: str, other: str) -> None:
    check_name(name.strip(), ["Cid"])
    with pytest.raises(LimesError, match="already"):
        check_name(name, [other])


@pytest.mark.parametrize(
    ("name", "other"), [("Clara", "Dara"), ("Вова", "Боба"), ("Лев", "Леб"), ("Ann", "Anna"), ("Bo", "Jo")]
)
def test_people_whose_names_are_only_similar_sit_together(name: str, other: str) -> None:
    check_name(name, [other])


def test_the_table_asks(server: Serving, guest: Guest) -> None:
    made = guest.make("Ann", "-", "bot:greedy")
    path, joining = f"/tables/{made['table']}/seats/1", {"invitation": made["invitation"]}
    for name in ("Ann\u3164", "\u0410nn", "ann", "Greedy"):
        assert server.guest().refused("POST", path, joining | {"name": name}) == (422, "bad_seat"), name
    for names in (["expert:player (bot)\u3164"], ["Ann", "Ben", "\u00c0NN"]):
        body = {"seats": [{"kind": "person", "name": name} for name in names]}
        assert guest.refused("POST", "/tables", body) == (422, "bad_table"), names
    server.guest().post(path, joining | {"name": "Anne"})


def test_nor_like_somebody_who_may_come_back(server: Serving, guest: Guest) -> None:
    made = guest.make("Ann", "-", "-")
    table = made["table"]
    guest.post(f"/tables/{table}/seats/0/bot", {"bot": "random"})
    joining = {"invitation": made["invitation"], "name": "Ann"}
    assert server.guest().refused("POST", f"/tables/{table}/seats/1", joining) == (422, "bad_seat")
