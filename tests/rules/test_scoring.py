"""Points, profession by profession, the ranking and the solo bands."""

import model
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import landscapes, picture_texts

from limes.rules import (
    Board,
    Deck,
    Landscape,
    Picture,
    Profession,
    Score,
    Sight,
    Terrain,
    Territory,
    Turn,
    WorkerScore,
    Zone,
    band,
    places,
)
from limes.rules.geometry import bit
from limes.rules.scoring import tie_breaker


def points(picture: str) -> list[int]:
    """The points of each worker of a picture, in reading order."""
    return [worker.points for worker in Picture.parse(picture).score().workers]


def deck_of(*faces: str) -> Deck:
    return Deck("hand-made", faces + ("ffff",) * (16 - len(faces)))


def player(*workers: int) -> Score:
    """A player whose single workers earned this much."""
    zone = Zone("d4nw")
    field = Territory(Terrain.FIELD, bit(zone))
    return Score(sum(workers), tuple(WorkerScore(zone, Profession.FARMER, p, True, field) for p in workers))


class TestAgainstTheModel:
    @given(landscapes)
    def test_every_worker_of_a_landscape_earns_the_same(self, landscape: Landscape) -> None:
        score = landscape.score()
        modelled = model.score(model.parse_landscape(str(landscape), landscape.deck.faces))
        assert [(w.zone, w.profession, w.points, w.scored) for w in score.workers] == modelled
        assert score.total == landscape.total == sum(points for _, _, points, _ in modelled)

    @given(picture_texts())
    def test_every_worker_of_a_picture_earns_the_same(self, text: str) -> None:
        picture = Picture.parse(text)
        score = picture.score()
        found = [(picture.label(w.zone), w.profession, w.points, w.scored) for w in score.workers]
        assert found == model.score_picture(text)
        assert score.total == picture.total == sum(w.points for w in score.workers)

    @given(st.lists(st.lists(st.integers(0, 4), max_size=7), min_size=1, max_size=6))
    def test_players_take_the_same_places(self, players: list[list[int]]) -> None:
        assert places([player(*workers) for workers in players]) == model.rank(players)

    @given(st.integers(0, 100))
    def test_a_total_falls_into_the_same_band(self, total: int) -> None:
        assert band(total) == model.band(total)


class TestReasons:
    """Every point has a zone or a territory that it stands for."""

    @given(landscapes)
    def test_each_point_has_its_reason(self, landscape: Landscape) -> None:
        board = landscape.board
        for worker in landscape.score().workers:
            if not worker.scored:
                assert worker.points == len(worker.zones) == len(worker.territories) == 0
            elif worker.profession is Profession.WOODCUTTER:
                assert worker.territories == board.bordering(worker.territory)
                assert worker.points == len(set(worker.territories))
            else:
                assert worker.points == len(set(worker.zones))
                assert worker.territories == ()

    @given(landscapes)
    def test_a_watchman_earns_the_forest_on_his_lines_of_sight(self, landscape: Landscape) -> None:
        board = landscape.board
        for worker in landscape.score().workers:
            if worker.scored and worker.profession is Profession.WATCHMAN:
                seen = [zone for sight in worker.sights for zone in sight.zones]
                assert {zone for zone in seen if board.letter(zone) in "tT"} == set(worker.zones)
                assert not any(board.letter(zone) in "rR" for zone in seen)
                assert all(
                    sight.tower is None or board.letter(sight.tower) in "rR" for sight in worker.sights
                )
            else:
                assert worker.sights == ()

    def test_a_line_of_sight_runs_from_the_tower_to_the_next_or_to_the_last_zone(self) -> None:
        picture = Picture.parse("t . r1 f t r t .")
        (watchman,) = picture.score().workers
        assert [self.described(picture, sight) for sight in watchman.sights] == [
            "N:",
            "E: 4,1 5,1 | 6,1",
            "S:",
            "W: 2,1 1,1",
        ]
        (watchman,) = Picture.parse("t\nr\nt\nf\nr1\n.\nt\n.").score().workers
        assert [self.described(picture, sight) for sight in watchman.sights] == [
            "N: 1,4 1,3 | 1,2",
            "E:",
            "S: 1,6 1,7",
            "W:",
        ]

    def test_adjacent_towers_end_the_view_at_once(self) -> None:
        picture = Picture.parse("r r1 r")
        (watchman,) = picture.score().workers
        assert [self.described(picture, sight) for sight in watchman.sights] == [
            "N:",
            "E: | 3,1",
            "S:",
            "W: | 1,1",
        ]

    def test_the_counted_zones_are_named(self) -> None:
        picture = Picture.parse("F w1 w F\nf1 f t1 r1")
        fisherman, farmer, woodcutter, watchman = picture.score().workers
        assert [picture.label(zone) for zone in fisherman.zones] == ["1,1", "4,1"]
        assert [picture.label(zone) for zone in farmer.zones] == ["1,1", "1,2", "2,2"]
        assert [t.terrain for t in woodcutter.territories] == ["field", "water", "rock"]
        assert [picture.label(zone) for zone in watchman.zones] == ["3,2"]

    @staticmethod
    def described(picture: Picture, sight: Sight) -> str:
        seen = "".join(f" {picture.label(zone)}" for zone in sight.zones)
        return f"{sight.direction}:{seen}" + (f" | {picture.label(sight.tower)}" if sight.tower else "")


class TestFarmer:
    def test_earns_the_zones_of_his_field(self) -> None:
        assert points("f1 f w\nw F f\nf w w") == [4]

    def test_earns_one_for_a_single_zone(self) -> None:
        assert points("f1") == [1]


class TestFisherman:
    def test_earns_the_huts_on_his_shore(self) -> None:
        assert points("T w1 F\nf w R") == [3]

    def test_a_hut_that_touches_the_lake_on_two_sides_counts_once(self) -> None:
        assert points("F w\nw1 w") == [1]

    def test_a_hut_surrounded_by_the_lake_counts_once(self) -> None:
        assert points("w w w\nw R w\nw w w1") == [1]

    def test_a_hut_that_meets_the_lake_at_a_corner_does_not_count(self) -> None:
        assert points("F f\nf w1") == [0]

    def test_a_hut_counts_for_each_of_two_lakes(self) -> None:
        assert points("w1 F w1") == [1, 1]

    def test_a_hut_on_another_lake_does_not_count(self) -> None:
        assert points("w1 f w F") == [0]

    def test_a_hut_across_a_gap_does_not_count(self) -> None:
        assert points("w1 . F") == [0]


class TestWoodcutter:
    def test_earns_the_territories_around_his_forest(self) -> None:
        assert points("f t1 w\nr t r") == [4]

    def test_a_territory_that_touches_the_forest_twice_counts_once(self) -> None:
        assert points("f t1 f\nf f f") == [1]
        assert points("f f\nf t1") == [1]

    def test_two_adjacent_towers_count_both(self) -> None:
        assert points("r r\nt1 t") == [2]
        assert points("t1 r\nr r") == [2]

    def test_a_territory_that_meets_the_forest_at_a_corner_does_not_count(self) -> None:
        assert points("t1 f\nf w") == [2]
        assert points("t1 t\nt t") == [0]

    def test_another_forest_is_never_a_neighbour(self) -> None:
        assert points("t1 f t") == [1]

    def test_a_forest_loses_points_when_its_neighbours_merge(self) -> None:
        landscape = Landscape.parse("1@d4N 2@e4N | d4ne", deck_of("ftrr", "frrr"))
        totals = [landscape.total]
        for number, turn in ((3, "d5N"), (4, "e5N")):
            landscape = landscape.play(number, Turn.parse(turn))
            totals.append(landscape.total)
        assert totals == [3, 3, 2]


class TestWatchman:
    def test_sees_forest_in_all_four_directions(self) -> None:
        assert points("w t w\nt r1 T\nw t w") == [4]

    def test_sees_over_every_other_terrain_and_over_huts(self) -> None:
        assert points("r1 f w F t T") == [2]

    def test_does_not_see_aslant(self) -> None:
        assert points("r1 f\nf t") == [0]

    def test_sees_up_to_the_next_tower(self) -> None:
        assert points("r1 t r t") == [1]
        assert points("t r t r1") == [1]
        assert points("r1\nt\nr\nt") == [1]
        assert points("t\nr\nt\nr1") == [1]

    def test_of_two_adjacent_towers_each_blocks_the_other(self) -> None:
        assert points("t r1 r1 t") == [1, 1]
        assert points("t\nr1\nR1\nt") == [1, 1]
        assert points("t r r1 f") == [0]

    def test_sees_across_a_gap(self) -> None:
        assert points("r1 . t") == [1]
        assert points("t\n.\n.\nr1") == [1]

    def test_sees_across_a_gap_between_cards(self) -> None:
        deck = deck_of("ffff", "ffff", "ffff", "rfff", "ttff")
        landscape = Landscape.parse("1@d4N 2@e4N 3@f4N 4@d5N 5@f5N | d5nw", deck)
        assert landscape.total == 2

    def test_counts_the_zones_of_one_forest_each(self) -> None:
        assert points("t t r1 t t t") == [5]


class TestSeveralWorkers:
    def test_only_one_is_scored_in_a_zone(self) -> None:
        score = Picture.parse("f3 f").score()
        assert [(worker.points, worker.scored) for worker in score.workers] == [
            (2, True),
            (0, False),
            (0, False),
        ]

    def test_only_one_is_scored_in_a_territory(self) -> None:
        assert points("f1 f1 w1\nw f1 r1") == [3, 0, 0, 0, 0]

    def test_two_adjacent_towers_score_both_watchmen(self) -> None:
        assert points("t r1\nt r1") == [1, 1]

    def test_two_on_one_tower_score_once(self) -> None:
        assert points("t r2") == [1, 0]

    def test_when_two_manned_territories_merge_one_worker_is_left_without_points(self) -> None:
        deck = deck_of("wfww", "wwww", "wwfw", "wwwf")
        apart = Landscape.parse("1@d4N 2@e4N 3@e5N | d4ne e5sw", deck)
        merged = apart.play(4, Turn.parse("d5N"))
        assert [(w.points, w.scored) for w in apart.score().workers] == [(1, True), (1, True)]
        assert [(w.points, w.scored) for w in merged.score().workers] == [(3, True), (0, False)]

    def test_no_worker_no_points(self) -> None:
        assert Landscape().total == Landscape.parse("1@d4N").total == Picture.parse("f t r w").total == 0


class TestRanking:
    def test_the_higher_total_wins(self) -> None:
        assert places([player(5, 5), player(6, 5), player(9)]) == [2, 1, 3]

    def test_on_a_tie_the_best_worker_decides(self) -> None:
        assert places([player(5, 5), player(4, 6)]) == [2, 1]

    def test_a_tie_can_go_down_to_the_fourth_worker(self) -> None:
        assert places([player(5, 4, 3, 2, 1), player(3, 3, 4, 5)]) == [2, 1]
        assert places([player(7, 7, 4, 3, 0, 0), player(7, 7, 4, 2, 1)]) == [1, 2]

    def test_a_missing_worker_counts_as_nothing(self) -> None:
        assert places([player(5, 4), player(5, 4, 0, 0, 0)]) == [1, 1]
        assert places([player(), player(0, 0)]) == [1, 1]

    def test_if_all_are_equal_the_win_is_shared(self) -> None:
        assert places([player(5, 4, 3), player(3, 4, 5)]) == [1, 1]

    def test_a_tie_breaker_is_the_first_worker_that_differs_from_the_best_on(self) -> None:
        assert tie_breaker(player(5, 5), player(4, 6)) == 1
        assert tie_breaker(player(7, 7, 4, 3, 0, 0), player(7, 7, 4, 2, 1)) == 4
        assert tie_breaker(player(5, 4), player(0, 4, 5)) is None

    def test_places_are_shared_and_the_next_place_is_left_out(self) -> None:
        assert places([player(5), player(5), player(4), player(6)]) == [2, 2, 4, 1]

    def test_alone_one_is_always_first(self) -> None:
        assert places([player()]) == [1]

    def test_the_best_worker_is_named_first(self) -> None:
        assert player(3, 0, 5, 4).best_first == (5, 4, 3, 0)


@pytest.mark.parametrize(
    ("total", "expected"),
    [(0, 0), (27, 0), (28, 1), (34, 1), (35, 2), (41, 2), (42, 3), (48, 3), (49, 4), (99, 4)],
)
def test_the_solo_bands_begin_at_28_35_42_and_49(total: int, expected: int) -> None:
    assert band(total) == expected


def test_an_empty_board_has_no_territory_for_a_zone() -> None:
    with pytest.raises(KeyError):
        Board().territory(bit(Zone("d4ne")))
