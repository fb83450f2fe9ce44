"""What a client without rules asks about landscapes, pictures, records and decks."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from serving import FAST, Guest, Json, Serving, serving
from strategies import landscapes

from limes import core
from limes.locale import language_for
from limes.locale.words import Words
from limes.rules import STANDARD, Deck, Landscape, Picture, Turn, parse_record
from limes.server.game import MOST_CARDS
from limes.server.protocol.study import DeckChecked, Offered, Replay, Scored, Scoring, StudiedLandscape
from limes.server.study.explaining import drawing, scoring

GAMES = Path(__file__).parents[1] / "games"
PICTURE = "T1 w1 F\nr1 f1 t\nt1 . R"
ROWS: list[list[str | None]] = [["T", "w", "F"], ["r", "f", "t"], ["t", None, "R"]]
WORKERS = [[1, 1], [2, 1], [1, 2], [2, 2], [1, 3]]


def stored(name: str) -> str:
    return (GAMES / f"{name}.limes").read_text("utf-8")


def said(guest: Guest, path: str, body: object, language: str = "en") -> tuple[int, Any]:
    response = guest.http.post(path, json=body, headers={"accept-language": language})
    return response.status_code, response.json().get("error", response.json())


class TestScore:
    def test_a_landscape_is_drawn_and_explained(self, guest: Guest) -> None:
        found = guest.post("/study/score", {"text": "5@d4N 12@e4E 20@e5S | d4ne e4sw"})
        Scored.model_validate(found, strict=False)
        assert (found["form"], found["note"]) == ("landscape", None)
        drawn = found["landscape"]
        assert drawn["cards"][1] == {"number": 12, "cell": "e4", "facing": "E", "face": STANDARD.face(12)}
        assert (drawn["zones"]["e4nw"], drawn["zones"]["d4sw"], len(drawn["zones"])) == ("F", "T", 12)
        assert (drawn["workers"], drawn["supply"], drawn["total"]) == (["d4ne", "e4sw"], 5, 5)
        [farmer, fisherman] = found["scoring"]["workers"]
        assert (farmer["profession"], farmer["points"], farmer["why"]["zones"]) == (
            "farmer",
            2,
            ["d4ne", "e4nw"],
        )
        assert fisherman["why"]["sentence"] == "3 huts on the shore: d4ne e4nw d4sw"
        assert drawn["territories"][fisherman["territory"]]["zones"] == ["d4se", "e4sw", "e4se"]

    def test_a_painted_table_is_the_picture_of_the_same_rows(self, guest: Guest) -> None:
        painted = guest.post("/study/score", {"zones": ROWS, "workers": WORKERS})
        assert painted == guest.post("/study/score", {"text": PICTURE})
        assert painted["landscape"]["text"] == PICTURE
        assert painted["form"] == "picture"
        woodcutter, fisherman, watchman, farmer, other = painted["scoring"]["workers"]
        assert woodcutter["why"]["territories"] == [1, 3]
        assert fisherman["why"]["zones"] == ["a7nw", "b7nw"]
        assert watchman["why"]["zones"] == ["a7nw", "b7sw", "a6nw"]
        east = next(sight for sight in watchman["why"]["sights"] if sight["direction"] == "E")
        assert east == {"direction": "E", "zones": ["a7se", "b7sw"], "tower": None}
        assert (farmer["points"], other["points"]) == (1, 1)
        assert painted["scoring"]["total"] == 9
        assert painted["scoring"]["best_first"] == [3, 2, 2, 1, 1]

    def test_a_view_names_the_tower_at_its_end(self, guest: Guest) -> None:
        found = guest.post("/study/score", {"text": "r1 t t r"})
        [watchman] = found["scoring"]["workers"]
        assert {"direction": "E", "zones": ["a7ne", "b7nw"], "tower": "b7ne"} in watchman["why"]["sights"]

    def test_every_territory_says_what_a_worker_there_would_earn(self, guest: Guest) -> None:
        found = guest.post("/study/score", {"text": "F w T"})["scoring"]
        assert [(each["profession"], each["points"]) for each in found["territories"]] == [
            ("farmer", 1),
            ("fisherman", 2),
            ("woodcutter", 1),
        ]
        assert found["territories"][1]["why"]["sentence"] == "2 huts on the shore: 1,1 3,1"

    def test_two_workers_may_stand_on_a_zone_and_one_is_scored(self, guest: Guest) -> None:
        found = guest.post("/study/score", {"zones": [["f"]], "workers": [[1, 1, 2]]})["scoring"]
        assert [(each["points"], each["scored"]) for each in found["workers"]] == [(1, True), (0, False)]

    def test_more_workers_than_a_player_has_are_noted(self, guest: Guest) -> None:
        found = guest.post("/study/score", {"zones": [["f"]], "workers": [[1, 1, 4], [1, 1, 4]]})
        assert found["note"] == "note: there are 8 workers here, but a player has only 7"
        assert found["landscape"]["supply"] == 0

    @pytest.mark.parametrize(
        ("language", "sentence"),
        [
            ("de", "2 Hütten am Ufer: 1,1 3,1"),
            ("fr-CA,en", "2 cabanes sur la rive\u00a0: 1,1 3,1"),
            ("cs", "2\u00a0chatrče na břehu: 1,1 3,1"),
            ("xx", "2 huts on the shore: 1,1 3,1"),
        ],
    )
    def test_reasons_are_told_in_the_language_of_who_asks(
        self, guest: Guest, language: str, sentence: str
    ) -> None:
        _status, found = said(guest, "/study/score", {"text": "F w1 T"}, language)
        assert found["scoring"]["workers"][0]["why"]["sentence"] == sentence

    def test_variants_and_decks_decide_what_can_be_laid(self, guest: Guest) -> None:
        corner = {"text": "1@d4N 2@e5N"}
        assert said(guest, "/study/score", corner) == (
            422,
            {"code": "bad_landscape", "message": "column 7: e5 touches a card only at a corner"},
        )
        assert guest.post("/study/score", {**corner, "variants": ["diagonal"]})["form"] == "landscape"
        own = {"name": "own", "cards": ["ffff"] * 16}
        found = guest.post("/study/score", {"text": "1@d4N | d4nw", "deck": own})
        assert found["scoring"]["total"] == 4

    @pytest.mark.parametrize(
        ("body", "code", "message"),
        [
            ({"text": "f x"}, "bad_landscape", "line 1, column 3: expected a zone f, w, t, r"),
            (
                {"zones": [["f", "w"], ["f"]]},
                "bad_landscape",
                "row 2: all rows must have the same number of zones",
            ),
            ({"zones": [["f", None]], "workers": [[2, 1]]}, "bad_landscape", "there is no card on 2,1"),
            ({"zones": [["f"]], "workers": [[1, 2]]}, "bad_landscape", "there is no card on 1,2"),
            (
                {"zones": [["f"]], "workers": [[1, 1, 9], [1, 1]]},
                "bad_landscape",
                "a zone of a picture holds 0 to 9 workers, not 10 as on 1,1",
            ),
            ({"zones": [["W"]]}, "malformed", "body.grid.zones.0.0"),
            ({"zones": [["f"]] * 9}, "malformed", "body.grid.zones"),
            ({"zones": [["f"]], "text": "f"}, "malformed", "body.grid.text"),
            ({"zones": [["f"]], "workers": [[1]]}, "malformed", "body.grid.workers.0"),
            ({"text": "f" * 1001}, "malformed", "body.text.text"),
            ({}, "malformed", "body.text.text"),
        ],
    )
    def test_what_cannot_be_scored_says_why(self, guest: Guest, body: Json, code: str, message: str) -> None:
        status, error = said(guest, "/study/score", body)
        assert (status, error["code"]) == (422, code)
        assert message in error["message"]

    @given(landscapes)
    @settings(max_examples=30)
    def test_whatever_lies_the_data_are_those_of_the_rules(self, landscape: Landscape) -> None:
        drawn = StudiedLandscape.model_validate(drawing(landscape))
        assert Landscape.parse(drawn.text, landscape.deck, landscape.variants) == landscape
        assert sorted(zone for each in drawn.territories for zone in each.zones) == sorted(drawn.zones)
        explained = Scoring.model_validate(scoring(landscape, Words(language_for("en"))))
        score = landscape.score()
        assert explained.total == drawn.total == score.total
        for worker, told in zip(score.workers, explained.workers, strict=True):
            territory = drawn.territories[told.territory]
            assert worker.zone in territory.zones
            assert told.points == (territory.points if worker.scored else 0)
            around = [landscape.board.territories[number] for number in told.why.territories]
            assert tuple(around) == worker.territories
        assert [each.points for each in explained.territories] == [each.points for each in drawn.territories]


class TestRecord:
    @pytest.mark.parametrize("path", sorted(GAMES.glob("*.limes")), ids=lambda path: path.stem)
    def test_every_stored_game_is_shown_step_by_step(self, guest: Guest, path: Path) -> None:
        text = path.read_text("utf-8")
        game = parse_record(text)
        found = Replay.model_validate(guest.post("/study/record", {"text": text}), strict=False)
        assert found.players == list(game.players)
        assert found.variants == str(game.variants).split()
        assert tuple(found.deck.cards) == game.deck.faces
        for shown, round_, after in zip(found.rounds, game.rounds, game.history()[1:], strict=True):
            assert (shown.card, shown.face) == (round_.card, game.deck.face(round_.card))
            assert [seat.turn for seat in shown.seats] == [turn and str(turn) for turn in round_.turns]
            assert [seat.landscape.text for seat in shown.seats] == [str(each) for each in after]
            assert [seat.landscape.total for seat in shown.seats] == [each.total for each in after]
        assert [seat.place for seat in found.end.seats] == game.places()
        assert [seat.scoring.total for seat in found.end.seats] == [score.total for score in game.scores()]
        assert found.end.finished == game.finished
        assert (found.end.band is not None) == (len(game.players) == 1 and game.finished)

    def test_the_solo_band_is_named_with_its_bounds(self, guest: Guest) -> None:
        _status, found = said(guest, "/study/record", {"text": stored("solo")}, "de")
        assert found["end"]["band"] == {"number": 3, "name": "sehr gut", "least": 42, "following": 49}

    @pytest.mark.parametrize(
        ("turns", "tie"),
        [
            (
                ("d4N+nw d4N+ne", "d5N+ne c4S+ne"),
                {
                    "ahead": 0,
                    "behind": 1,
                    "worker": 1,
                    "points": [4, 3],
                    "sentence": "Tie between Ann and Bob (5 points): comparing workers from the best down, "
                    "number 1 decides, 4 to 3",
                },
            ),
            (
                ("d4N+nw d4N", "c4S+se c4N+ne"),
                {
                    "ahead": 1,
                    "behind": 0,
                    "worker": 1,
                    "points": [2, 1],
                    "sentence": "Tie between Bob and Ann (2 points): comparing workers from the best down, "
                    "number 1 decides, 2 to 1",
                },
            ),
            (
                ("d4N+ne d4N+ne", "c4S+ne c4S+ne"),
                {
                    "ahead": 0,
                    "behind": 1,
                    "worker": None,
                    "points": None,
                    "sentence": "Tie between Ann and Bob (5 points), equal worker by worker: "
                    "they share the place",
                },
            ),
        ],
    )
    def test_a_tie_is_explained(self, guest: Guest, turns: tuple[str, str], tie: Json) -> None:
        text = f"Players: Ann | Bob\n\n1. 1 {turns[0]}\n2. 2 {turns[1]}\n"
        end = guest.post("/study/record", {"text": text})["end"]
        assert end["ties"] == [tie]
        assert end["ranking"] == [tie["ahead"], tie["behind"]]

    def test_who_has_more_points_needs_no_tie_breaker(self, guest: Guest) -> None:
        text = "Players: Ann | Bob\n\n1. 1 d4N d4N+ne\n"
        end = guest.post("/study/record", {"text": text})["end"]
        assert (end["ties"], end["ranking"]) == ([], [1, 0])

    def test_a_record_from_another_system_is_read(self, guest: Guest) -> None:
        text = "\ufeff" + stored("solo").replace("\n", "\r\n")
        assert guest.post("/study/record", {"text": text}) == guest.post(
            "/study/record", {"text": stored("solo")}
        )

    def test_a_deck_that_is_only_named_is_given_beside(self, guest: Guest) -> None:
        text = "Deck: mine\nPlayers: Ann\n\n1. 1 d4N\n"
        assert said(guest, "/study/record", {"text": text})[1]["code"] == "bad_record"
        deck = {"name": "mine", "cards": ["ffff"] * 16}
        assert guest.post("/study/record", {"text": text, "deck": deck})["rounds"][0]["face"] == "ffff"

    @pytest.mark.parametrize(
        ("language", "message"),
        [
            ("en", "line 4, column 6: round 2, Ann: a1 touches no card"),
            ("de", "Zeile 4, Spalte 6: Runde 2, Ann: a1 berührt keine Karte"),
        ],
    )
    def test_an_error_names_line_round_and_player(self, guest: Guest, language: str, message: str) -> None:
        text = "Players: Ann\n\n1. 1 d4N\n2. 2 a1N\n"
        assert said(guest, "/study/record", {"text": text}, language) == (
            422,
            {"code": "bad_record", "message": message},
        )

    @pytest.mark.parametrize(
        ("path", "field", "more"),
        [("record", "text", {}), ("coach", "record", {}), ("play", "record", {"round": 1, "name": "Ann"})],
    )
    def test_a_crowd_is_not_even_replayed(self, guest: Guest, path: str, field: str, more: Json) -> None:
        """Thousands of turns fit into a record, and whoever comes next waits until they are made."""
        text = f"Game: a|b\n Players: {' | '.join(map(str, range(13)))}\n\n1. 1 nonsense\n"
        status, error = said(guest, f"/study/{path}", {field: text, **more})
        assert (status, error["code"]) == (422, "bad_record")
        assert error["message"] == "a game record with more than 12 players is not shown here"


class TestDeck:
    def test_the_standard_deck_is_there_to_be_seen(self, guest: Guest) -> None:
        found = guest.get("/study/deck")
        DeckChecked.model_validate(found)
        assert [card["face"] for card in found["cards"]] == list(STANDARD.faces)
        assert found["cards"][0]["zones"] == ["r", "F", "w", "f"]
        assert (found["standard"], found["complete"], found["playable"]) == (True, True, True)
        assert found["counts"]["huts"] == 32
        assert Deck.parse(found["text"]) == STANDARD
        assert guest.post("/study/deck", {"text": str(STANDARD)}) == found

    def test_a_deck_is_checked_card_by_card_as_it_is_copied(self, guest: Guest) -> None:
        body = {"name": "mine", "cards": ["rFwf", None, "rFW", "Wfff", "xfff", "wrfF"]}
        found = guest.post("/study/deck", body)
        assert [card["problem"] for card in found["cards"]] == [
            None,
            "this card is still missing",
            "a card has four zones, such as rFwf, not 'rFW'",
            "a hut cannot stand on water: W in 'Wfff'",
            "'x' in 'xfff' is not a zone; expected f, w, t, r or, with a hut, F, T, R",
            None,
        ]
        assert found["cards"][5]["same_as"] == 1
        assert found["cards"][5]["note"] == "the same as card 1, perhaps rotated"
        assert found["problems"] == ["a deck has 16 or more cards, not 6"]
        assert found["counts"] == {"field": 4, "water": 2, "forest": 0, "rock": 2, "huts": 2}
        assert (found["complete"], found["playable"], found["text"]) == (False, False, None)

    def test_a_deck_that_is_playable_makes_a_table(self, guest: Guest) -> None:
        cards = [*STANDARD.faces[:15], "ffff"]
        found = guest.post("/study/deck", {"name": "mine", "cards": cards})
        assert (found["complete"], found["playable"], found["standard"]) == (True, True, False)
        assert guest.make("Ann", deck={"name": found["name"], "cards": cards})["table"]

    def test_a_deck_with_a_gap_is_complete_but_not_playable(self, guest: Guest) -> None:
        found = guest.post("/study/deck", {"cards": [*STANDARD.faces[:16], None]})
        assert (found["complete"], found["playable"], found["problems"]) == (True, False, [])

    def test_what_a_table_would_refuse_is_a_problem(self, guest: Guest) -> None:
        text = str(Deck("x" * 41, STANDARD.faces))
        found = guest.post("/study/deck", {"text": text})
        assert found["problems"] == ["at a table, a deck's name has at most 40 characters"]
        assert not found["playable"]
        many = said(guest, "/study/deck", {"text": str(Deck("many", ("ffff",) * 65))}, "fr")
        assert many == (
            422,
            {"code": "bad_deck", "message": "à une table, un paquet a au plus 64 cartes"},
        )
        blank = guest.post("/study/deck", {"name": " ", "cards": list(STANDARD.faces)})
        assert "a deck's name is one line of text" in blank["problems"][0]

    def test_a_file_that_is_no_deck_says_where(self, guest: Guest) -> None:
        status, error = said(guest, "/study/deck", {"text": 'name = "x"\ncards = ["rFwf", 7]'})
        assert (status, error["code"]) == (422, "bad_deck")
        assert error["message"].startswith("line 2, column 18: card 2: a card is four letters in quotes")


class TestOffer:
    def test_it_is_the_offer_of_a_table(self, guest: Guest) -> None:
        table = guest.make("Ann")["table"]
        card = guest.get(f"/tables/{table}")["running"]["card"]
        guest.lay(table, 0, 1, "d4E+ne")
        seat = guest.get(f"/tables/{table}/seats/0")
        body = {"turns": [{"card": card, "turn": "d4E+ne"}], "card": seat["offer"]["card"]}
        found = guest.post("/study/offer", body)
        Offered.model_validate(found)
        assert found["offer"] == seat["offer"]
        assert found["landscape"]["text"] == guest.get(f"/tables/{table}")["seats"][0]["landscape"]

    def test_a_landscape_and_turns_since_lead_to_the_same(self, guest: Guest) -> None:
        after = Landscape.parse("5@d4N | d4ne").play(12, Turn.parse("e4E:d4ne>d4se"))
        body = {"landscape": "5@d4N | d4ne", "turns": [{"card": 12, "turn": "e4E:d4ne>d4se"}], "card": 7}
        assert guest.post("/study/offer", body) == guest.post(
            "/study/offer", {"landscape": str(after), "card": 7}
        )

    def test_variants_are_kept(self, guest: Guest) -> None:
        places = [
            {each["at"][:2] for each in guest.post("/study/offer", body)["offer"]["placements"]}
            for body in (
                {"landscape": "5@d4N", "card": 7},
                {"landscape": "5@d4N", "card": 7, "variants": ["diagonal"]},
            )
        ]
        assert places[1] - places[0] == {"c3", "c5", "e3", "e5"}

    @pytest.mark.parametrize(
        ("body", "message"),
        [
            ({"landscape": "5@d4N", "card": 5}, "card 5 is already on d4"),
            ({"card": 25}, "card 25 is not in the deck standard"),
            ({"landscape": "5@d5N", "card": 1}, "column 1: the first card goes on d4"),
            (
                {"turns": [{"card": 5, "turn": "d4N"}, {"card": 6, "turn": "d6N"}], "card": 1},
                "card 6: d6 touches no card",
            ),
        ],
    )
    def test_what_cannot_be_laid_says_why(self, guest: Guest, body: Json, message: str) -> None:
        status, error = said(guest, "/study/offer", body)
        assert (status, error["code"]) == (422, "bad_landscape")
        assert error["message"].startswith(message)


def test_studies_are_counted(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", **(FAST | {"rate_factor": 0.05})) as server:
        guest = server.guest()
        codes = [guest.http.get("/study/deck").status_code for _ in range(5)]
        assert (codes[0], codes[-1]) == (200, 429)


def test_a_study_too_large_is_refused(server: Serving) -> None:
    chunks = server.guest().http.post("/study/record", content=iter([b"x" * 50_000] * 3))
    assert (chunks.status_code, chunks.json()["error"]["code"]) == (413, "too_large")


def test_a_picture_is_named_by_column_and_row_only_in_sentences() -> None:
    worker = scoring(Picture.parse("f1 f"), Words(language_for("en")))["workers"][0]
    assert worker["zone"] == "a7nw"
    assert worker["why"]["sentence"] == "2 zones of field: 1,1 2,1"


def test_a_table_takes_decks_as_large_as_the_core_has_room_for() -> None:
    assert MOST_CARDS == core.MOST_CARDS


def test_a_study_is_told_along_its_main_line_with_what_was_tried_beside_it(guest: Guest) -> None:
    beside = '(8 e4N) (3 d3N "south")'
    text = f'Study: Farms\nStart: 17@d4N | d4ne\n\n{{so far}}\n2. 3 d5E "road" {beside}\n3. 8 e4N\n'
    told = guest.post("/study/line", {"text": text})
    assert (told["name"], told["comment"], told["start"]["text"]) == ("Farms", "so far", "17@d4N | d4ne")
    first, second = told["steps"]
    assert (first["round"], first["card"], first["turn"], first["name"]) == (2, 3, "d5E", "road")
    assert [(each["card"], each["turn"], each["name"]) for each in first["beside"]] == [
        (8, "e4N", ""),
        (3, "d3N", "south"),
    ]
    assert second["landscape"]["text"] == "17@d4N 3@d5E 8@e4N | d4ne"
    assert second["beside"] == []
    lone_surrogates = 'Study: x\n\n{\\u{d83d}}\n1. 17 d4N "\\u{dfff}"\n'
    told = guest.post("/study/line", {"text": lone_surrogates})
    assert (told["comment"], told["steps"][0]["name"]) == ("\ud83d", "\udfff")
    illegal = {"text": "Study: x\n\n1. 17 d4N\n2. 3 g7N\n"}
    assert guest.refused("POST", "/study/line", illegal) == (422, "bad_study")
