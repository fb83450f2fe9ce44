"""Observations say what the rules know of a landscape, and turn as the landscape turns."""

import random
from typing import Any

import pytest
from core.agreement import VARIANTS, random_deck

from limes.core import ACTION_SPACE, Batch, Random, State
from limes.core.batch import PLANE_NAMES
from limes.rules import STANDARD, Deck, Landscape, Variants, Zone
from limes.rules.geometry import zone_column_row
from limes.rules.scoring import points

Planes = dict[str, list[list[int]]]
SIDE = 10
TERRAINS = ("field", "water", "forest", "rock")


def numbers(view: memoryview) -> Any:
    """Nested lists; the types know only views of one dimension."""
    return view.tolist()


def planes_of(batch: Batch, game: int) -> Planes:
    assert batch.planes is not None
    planes: list[list[list[list[int]]]] = numbers(batch.planes)
    return dict(zip(PLANE_NAMES, planes[game], strict=True))


def expected_planes(state: State) -> Planes:
    """The planes by the rules alone; the window begins one card north-west of the landscape."""
    landscape = state.landscape()
    board = landscape.board
    planes: Planes = {name: [[0] * SIDE for _ in range(SIDE)] for name in PLANE_NAMES}
    places = [zone_column_row(zone) for zone in board.zones]
    west, north = min((x for x, _ in places), default=6) - 2, min((y for _, y in places), default=6) - 2

    def put(plane: str, zone: str, value: int) -> None:
        column, row = zone_column_row(Zone(zone))
        planes[plane][row - north][column - west] = value

    for territory in board.territories:
        for zone in territory.zones:
            put(territory.terrain, zone, 1)
            put("points", zone, points(board, territory))
            put("crowd", zone, sum(worker in territory.zones for worker in landscape.workers))
    for zone in board.zones:
        put("hut", zone, int(board.letter(zone).isupper()))
        put("workers", zone, landscape.workers.count(zone))
    if state.turned_up:
        for action in state.every_action():
            for quarter in ("nw", "ne", "sw", "se"):
                put("places", state.action_text(action)[:2] + quarter, 1)
    elif state.worker_acts:
        for quarter in ("nw", "ne", "sw", "se"):
            put("card", landscape.cards[-1].cell + quarter, 1)
        for action in state.every_action():
            if ">" in state.action_text(action):
                put("reached", state.action_text(action).partition(">")[2], 1)
    return planes


def expected_scalars(state: State, card: int) -> list[int]:
    numbers = [int(state.worker_acts), state.cards_laid, state.supply, state.total]
    for letter in state.deck.face(card) if card else "    ":
        numbers += [int(letter.lower() == terrain) for terrain in "fwtr"] + [int(letter.isupper())]
    return numbers + [int(number in state.unseen) for number in state.deck.numbers]


@pytest.mark.parametrize("seed", range(16))
def test_observations_are_what_the_rules_say(seed: int) -> None:
    rng = random.Random(seed)
    deck = STANDARD if seed < 4 else random_deck(rng)
    batch, chance = Batch(1, deck, VARIANTS[seed % 4], seed, observe=True, restart=False), Random(seed)
    for _ in range(33):
        state = batch.state(0)
        assert batch.scalars is not None
        assert numbers(batch.scalars)[0] == expected_scalars(state, batch.cards[0])
        found, expected = planes_of(batch, 0), expected_planes(state)
        for name in PLANE_NAMES:
            assert found[name] == expected[name], (name, str(state))
        batch.step(batch.random_actions(chance))


def turned_action(action: int, width: int, height: int, laid: bool) -> int:
    """The same action after a quarter turn clockwise of a landscape of so many cards."""
    if action < 100:
        cell, facing = divmod(action, 4)
        row, column = divmod(cell, 5)
        return 4 * (5 * column + height + 1 - row) + (facing + 1) % 4
    if action == 100:
        return action
    if action < 105:
        return 101 + (1, 3, 0, 2)[action - 101]
    assert laid

    def turned(zone: int) -> int:
        row, column = divmod(zone, 8)
        return 8 * column + 2 * height - 1 - row

    origin, target = divmod(action - 105, 64)
    return 105 + 64 * turned(origin) + turned(target)


def size(state: State) -> tuple[int, int]:
    """The width and the height of a landscape in cards."""
    cells = [card.cell for card in state.landscape().cards]
    columns, rows = {cell[0] for cell in cells}, {cell[1] for cell in cells}
    return len(range(ord(min(columns)), ord(max(columns)) + 1)), int(max(rows)) - int(min(rows)) + 1


@pytest.mark.parametrize("seed", range(8))
def test_a_landscape_that_is_turned_is_the_same_game(seed: int) -> None:
    """A quarter turn of the landscape turns the planes and the actions, and changes no scalar."""
    chance = Random(seed)
    batch = Batch(2, variants=VARIANTS[seed % 4], seed=seed, every=True, observe=True)
    batch.restore(1, batch.save(0))
    for _ in range(32):
        state = batch.state(0)
        width, height = size(state) if state.cards_laid else (1, 1)
        if state.cards_laid:
            legal = [
                {action for action in range(ACTION_SPACE) if batch.masks[game, action]} for game in (0, 1)
            ]
            assert {turned_action(action, width, height, True) for action in legal[0]} == legal[1]
            assert batch.scalars is not None
            assert batch.planes is not None
            assert numbers(batch.scalars)[0] == numbers(batch.scalars)[1]
            for first, second in zip(*numbers(batch.planes), strict=True):
                for row in range(2 * height + 4):
                    for column in range(2 * width + 4):
                        if row < SIDE and column < SIDE and 2 * height + 3 - row < SIDE:
                            assert first[row][column] == second[column][2 * height + 3 - row]
        action = batch.random_actions(chance)[0]
        if not state.cards_laid:
            turned = 4 * 6 + (action + 1) % 4
        else:
            turned = turned_action(action, width, height, True)
        batch.step([action, turned])
    assert batch.finals[0] == batch.finals[1]


def test_decks_of_every_size_fit() -> None:
    for cards in (16, 24, 64):
        batch = Batch(2, Deck("odd", ("ffff",) * cards), Variants(ferryman=True), observe=True)
        assert batch.scalars is not None
        assert batch.scalars.shape == (2, 24 + cards)
        rng = Random(1)
        for _ in range(31):
            batch.step(batch.random_actions(rng))
        landscape = batch.state(0).landscape()
        assert isinstance(landscape, Landscape)
        assert max(planes_of(batch, 0)["points"][5]) == 64
