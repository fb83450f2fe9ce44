"""A batch is so many games of the core: the same actions, totals and futures, in arrays."""

import random
import threading
from array import array
from itertools import pairwise

import pytest
from core.agreement import VARIANTS, random_deck
from core.noise import throw

from limes.core import ACTION_SPACE, Batch, Random, State
from limes.rules import STANDARD, Landscape, LimesError, Turn, TurnError

GAMES = 5
LAY, WORKER, CHANCE, OVER = range(4)


def mask_of(batch: Batch, game: int) -> list[int]:
    return [action for action in range(ACTION_SPACE) if batch.masks[game, action]]


def unseen_of(batch: Batch, game: int) -> list[int]:
    return [number for number in batch.deck.numbers if batch.unseen[game, number - 1]]


def shown(batch: Batch) -> list[bytes]:
    """Everything that the arrays hold."""
    arrays = [batch.masks, batch.rewards, batch.done, batch.totals, batch.finals, batch.cards, batch.phases]
    arrays += [batch.unseen, *(each for each in (batch.planes, batch.scalars) if each is not None)]
    return [each.tobytes() for each in arrays]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("every", [False, True])
def test_a_batch_plays_as_the_rules_and_states_do(seed: int, every: bool) -> None:
    rng = random.Random(seed)
    deck = STANDARD if seed < 4 else random_deck(rng)
    variants = VARIANTS[seed % 4]
    batch = Batch(GAMES, deck, variants, seed, every=every, restart=False)
    states = [State(deck, variants) for _ in range(GAMES)]
    landscapes = [Landscape(deck, variants) for _ in range(GAMES)]
    deals = [Random(seed, game).deal(deck) for game in range(GAMES)]
    for place in range(16):
        texts = []
        for phase in (LAY, WORKER):
            before = [state.total for state in states]
            actions = []
            for game, state in enumerate(states):
                if phase == LAY:
                    state.turn_up(deals[game][place])
                legal = state.every_action() if every else state.legal_actions()
                assert mask_of(batch, game) == legal
                assert (batch.cards[game], batch.phases[game]) == (deals[game][place], phase)
                assert [
                    number + 1 for number in range(len(deck)) if batch.unseen[game, number]
                ] == state.unseen
                actions.append(rng.choice(state.every_action()))
            if phase == LAY:
                texts = ["" for _ in states]
            for game, state in enumerate(states):
                texts[game] += state.action_text(actions[game])
                state.apply_action(actions[game])
            batch.step(array("q", actions))
            assert list(batch.totals) == [state.total for state in states]
            assert [had + gained for had, gained in zip(before, batch.rewards, strict=True)] == list(
                batch.totals
            )
        for game, text in enumerate(texts):
            landscapes[game] = landscapes[game].play(deals[game][place], Turn.parse(text))
            assert batch.state(game).landscape() == landscapes[game]
            assert batch.totals[game] == landscapes[game].total
        assert list(batch.done) == [place == 15] * GAMES
    assert list(batch.phases) == [OVER] * GAMES
    assert list(batch.finals) == list(batch.totals)
    assert not any(batch.masks.tobytes())


def test_a_game_that_is_over_takes_no_part() -> None:
    batch, rng = Batch(3, restart=False), Random(1)
    for _ in range(32):
        batch.step(batch.random_actions(rng))
    before = shown(batch)
    assert list(batch.random_actions(rng)) == [-1, -1, -1]
    batch.step([5, -7, 10**6])
    after = shown(batch)
    assert after[1] == bytes(6)
    assert after[:1] + after[2:] == before[:1] + before[2:]


def test_a_game_that_ends_begins_anew_in_the_same_step() -> None:
    batch, alone, rng = Batch(2, seed=9), Batch(2, seed=9, restart=False), Random(4)
    for _ in range(32):
        actions = list(batch.random_actions(rng))
        batch.step(actions)
        alone.step(actions)
    assert list(batch.done) == [True, True]
    assert list(batch.finals) == list(alone.totals)
    assert list(batch.rewards) == list(alone.rewards)
    assert list(batch.totals) == [0, 0]
    assert list(batch.cards) == [Random(9, stream).deal()[0] for stream in (2, 3)]
    batch.step(batch.random_actions(rng))
    assert list(batch.done) == [False, False]


def test_minus_one_leaves_a_game_as_it_is() -> None:
    batch = Batch(2)
    saved = batch.save(0)
    batch.step([-1, 24])
    assert (batch.save(0), list(batch.phases), batch.rewards[0]) == (saved, [LAY, WORKER], 0)


def test_one_game_begins_anew_with_its_next_deal() -> None:
    batch = Batch(3, seed=5)
    batch.step([24, 24, 24])
    batch.begin(1)
    assert list(batch.phases) == [WORKER, LAY, WORKER]
    assert batch.cards[1] == Random(5, 4).deal()[0]


@pytest.mark.parametrize("threads", [2, 3, 7])
def test_results_are_the_same_for_any_number_of_threads(threads: int) -> None:
    one = Batch(2000, seed=3, variants=VARIANTS[3], observe=True)
    more = Batch(2000, seed=3, variants=VARIANTS[3], observe=True, threads=threads)
    chance = Random(1), Random(1)
    for _ in range(40):
        for batch, rng in zip((one, more), chance, strict=True):
            batch.step(batch.random_actions(rng))
        assert list(one.random_actions(chance[0])) == list(more.random_actions(chance[1]))
    assert shown(one) == shown(more)
    for batch in (one, more):
        batch.redeal(8)
    assert shown(one) == shown(more)


def test_a_seed_stays_the_same_in_every_release() -> None:
    batch, rng = Batch(1000, seed=7), Random(7)
    for _ in range(32):
        batch.step(batch.random_actions(rng))
    assert sum(batch.finals) == 11785
    assert [sum(batch.cards), sum(batch.random_actions(rng))] == [12694, 25515]


def test_random_actions_are_uniform_over_the_mask() -> None:
    batch, rng = Batch(20_000), Random(5)
    batch.deal(0, [])
    batch.step(batch.random_actions(rng))
    saved = batch.save(0)
    for game in range(len(batch)):
        batch.restore(game, saved)
    legal = mask_of(batch, 0)
    drawn = list(batch.random_actions(rng))
    assert set(drawn) == set(legal)
    for action in legal:
        assert drawn.count(action) == pytest.approx(len(batch) / len(legal), rel=0.1)


@pytest.mark.parametrize("wrong", [-2, ACTION_SPACE, 2**31, 2**40, -(2**63), 10**30, 0, 99, 200, 4000])
def test_a_wrong_action_is_named_and_changes_nothing(wrong: int) -> None:
    batch, rng = Batch(4, seed=2), Random(1)
    for _ in range(9):
        batch.step(batch.random_actions(rng))
    before = shown(batch)
    actions = list(batch.random_actions(rng))
    actions[2] = wrong
    with pytest.raises(TurnError, match=r"is not a legal action in game 2$"):
        batch.step(actions)
    assert shown(batch) == before
    assert [batch.save(game) for game in range(4)] == [batch.copy().save(game) for game in range(4)]


def test_every_number_that_a_state_refuses_is_refused() -> None:
    for seed in range(6):
        rng = Random(seed)
        batch = Batch(1, seed=seed, variants=VARIANTS[seed % 4])
        for _ in range(11 + 3 * seed):
            batch.step(batch.random_actions(rng))
        legal = set(batch.state(0).every_action())
        for action in range(ACTION_SPACE):
            trial = batch.copy()
            if action in legal:
                trial.step([action])
            else:
                with pytest.raises(TurnError):
                    trial.step([action])


@pytest.mark.parametrize(
    "actions",
    [[0], [0, 0, 0], array("d", [0, 0]), array("B", [0, 0]), memoryview(bytes(16)).cast("q", (1, 2))],
)
def test_arrays_of_another_shape_or_kind_are_refused(actions: list[int]) -> None:
    batch = Batch(2)
    with pytest.raises((ValueError, TypeError)):
        batch.step(actions)
    with pytest.raises((ValueError, TypeError)):
        batch.step(["a", "b"])
    assert list(batch.phases) == [LAY, LAY]


@pytest.mark.parametrize("games", [0, -1, 2**24 + 1])
def test_a_batch_has_some_games(games: int) -> None:
    with pytest.raises(ValueError, match="a batch has 1 to 16777216 games"):
        Batch(games)


@pytest.mark.parametrize("threads", [0, 65])
def test_a_batch_has_some_threads(threads: int) -> None:
    with pytest.raises(ValueError, match="a batch has 1 to 64 threads"):
        Batch(1, threads=threads)


def test_chance_can_be_handed_in() -> None:
    batch = Batch(2, seed=None)
    assert list(batch.phases) == [CHANCE, CHANCE]
    assert list(batch.random_actions(Random(1))) == [-1, -1]
    batch.turn_up([17, 0])
    assert list(batch.phases) == [LAY, CHANCE]
    assert list(batch.cards) == [17, 0]
    batch.step([mask_of(batch, 0)[0], -1])
    batch.step([mask_of(batch, 0)[0], -1])
    assert list(batch.phases) == [CHANCE, CHANCE]
    for cards, sentence in [
        ([17, 0], "card 17 has already been turned up"),
        ([0, 25], "card 25 is not in the deck standard, which has cards 1 to 24"),
        ([-3, 1], "card -3 is not in the deck standard, which has cards 1 to 24"),
    ]:
        with pytest.raises(LimesError, match=rf"^{sentence}$"):
            batch.turn_up(cards)
    batch.turn_up([3, 3])
    with pytest.raises(LimesError, match=r"^the turn with the previous card is not complete$"):
        batch.turn_up([4, 0])
    batch.deal(1, [5, 6])
    rng, cards = Random(1), []
    for _ in range(6):
        cards.append(batch.cards[1])
        batch.step(batch.random_actions(rng))
    assert cards == [3, 3, 5, 5, 6, 6]
    assert batch.phases[1] == CHANCE


def test_cards_handed_in_come_before_those_dealt() -> None:
    batch, rng = Batch(1, seed=1), Random(1)
    dealt = Random(1, 0).deal()
    batch.deal(0, [dealt[5], dealt[9]])
    expected = [
        dealt[0],
        dealt[5],
        dealt[9],
        *(card for card in dealt[1:] if card not in (dealt[5], dealt[9])),
    ]
    cards = []
    for _ in range(16):
        cards.append(batch.cards[0])
        batch.step(batch.random_actions(rng))
        batch.step(batch.random_actions(rng))
    assert cards == expected
    never = next(card for card in STANDARD.numbers if card not in Random(1, 1).deal())
    batch.deal(0, [never])
    with pytest.raises(LimesError, match=r"^card \d+ has already been turned up$"):
        batch.deal(0, [batch.cards[0]])
    with pytest.raises(LimesError, match=r"^15 cards are still to come, not 16$"):
        batch.deal(0, range(1, 17))


def test_a_search_that_redeals_does_not_peek() -> None:
    batch, rng = Batch(1, seed=1), Random(1)
    for _ in range(8):
        batch.step(batch.random_actions(rng))
    imagined = batch.take([0] * 200)
    imagined.redeal(3)
    assert set(imagined.cards) == {batch.cards[0]}
    for _ in range(2):
        imagined.step(imagined.random_actions(rng))
    assert set(imagined.cards) == set(unseen_of(batch, 0))


def test_saved_games_go_on_as_they_would_have() -> None:
    batch, rng = Batch(6, seed=4, variants=VARIANTS[3], observe=True), Random(2)
    for steps in range(34):
        other = Batch(6, seed=0, variants=VARIANTS[3], observe=True)
        for game in range(6):
            other.restore(game, batch.save(game))
        assert shown(other)[0] == shown(batch)[0]
        assert shown(other)[5:] == shown(batch)[5:]
        state = Random(steps)
        assert list(other.random_actions(state)) == list(batch.random_actions(Random(steps)))
        batch.step(batch.random_actions(rng))


def test_bytes_that_are_no_game_are_refused() -> None:
    batch, rng = Batch(1, seed=4), random.Random(1)
    for _ in range(13):
        batch.step(batch.random_actions(Random(1)))
    saved, before = batch.save(0), shown(batch)
    for _ in range(5000):
        bent = bytearray(saved)
        for _ in range(rng.randint(1, 3)):
            bent[rng.randrange(len(bent))] = rng.randrange(256)
        try:
            batch.restore(0, bytes(bent[: rng.choice((len(bent), len(bent), rng.randrange(len(bent))))]))
        except ValueError:
            continue
        batch.step(batch.random_actions(Random(1)))
        batch.restore(0, saved)
    batch.restore(0, saved)
    assert shown(batch)[0] == before[0]
    with pytest.raises(ValueError, match="no saved game"):
        Batch(1, random_deck(random.Random(7)), VARIANTS[1]).restore(0, saved[:-1])


def test_copies_are_independent_and_may_repeat_a_game() -> None:
    batch, rng = Batch(3, seed=6, observe=True), Random(1)
    for _ in range(7):
        batch.step(batch.random_actions(rng))
    copied, taken = batch.copy(), batch.take([2, 0, 2])
    assert shown(copied) == shown(batch)
    assert [taken.save(game) for game in range(3)] == [batch.save(game) for game in (2, 0, 2)]
    before = shown(batch)
    copied.step(copied.random_actions(rng))
    taken.step(taken.random_actions(rng))
    assert shown(batch) == before
    with pytest.raises(IndexError, match="there is no game 3; there are 0 to 2"):
        batch.take([3])


def test_states_go_in_and_out() -> None:
    batch = Batch(2, seed=None, variants=VARIANTS[3])
    state = State(variants=VARIANTS[3])
    for card, text in pairwise([17, "d4N+ne", 3, "c5E"]):
        if isinstance(card, int):
            state.play(card, str(text))
    state.turn_up(9)
    batch.put(1, state)
    assert mask_of(batch, 1) == state.legal_actions()
    assert str(batch.state(1)) == str(state)
    batch.step([-1, state.legal_actions()[3]])
    state.apply_action(state.legal_actions()[3])
    assert (str(batch.state(1)), batch.state(1).worker_acts) == (str(state), True)
    batch.step([-1, 100])
    assert batch.phases[1] == CHANCE
    with pytest.raises(ValueError, match="another deck or other variants"):
        batch.put(0, State())


def test_arrays_of_the_caller_are_filled() -> None:
    batch, rng = Batch(300, observe=True, threads=2), Random(1)
    for _ in range(11):
        batch.step(batch.random_actions(rng))
    assert batch.planes is not None
    assert batch.scalars is not None
    masks = memoryview(bytearray(300 * ACTION_SPACE)).cast("B", (300, ACTION_SPACE))
    planes = memoryview(bytearray(300 * 1100)).cast("B", (300, 11, 10, 10))
    scalars = memoryview(bytearray(2 * 300 * 48)).cast("h", (300, 48))
    batch.masks_into(masks)
    batch.observe_into(planes, scalars)
    assert masks.tobytes() == batch.masks.tobytes()
    assert planes.tobytes() == batch.planes.tobytes()
    assert scalars.tobytes() == batch.scalars.tobytes()
    for bad in (planes[:200], planes.toreadonly(), scalars):
        with pytest.raises(ValueError, match="array has to"):
            batch.observe_into(bad, scalars)
    with pytest.raises(ValueError, match="array has to"):
        batch.masks_into(planes)


def test_views_can_only_be_read_and_outlive_the_batch() -> None:
    batch = Batch(2)
    masks = batch.masks
    with pytest.raises(TypeError):
        masks[0, 0] = True
    before = masks.tobytes()
    del batch
    assert masks.tobytes() == before
    assert Batch(2).planes is None


def test_two_threads_cannot_step_one_batch_at_once() -> None:
    """Steps run without the GIL, so a second call can come in; it is refused or waits its turn."""
    batch = Batch(20_000, observe=True)
    refused = []

    def play() -> None:
        rng = Random(1)
        for _ in range(20):
            try:
                batch.step(list(batch.random_actions(rng)))
            except (RuntimeError, TurnError) as error:
                refused.append(error)

    threads = [threading.Thread(target=play) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for game in range(0, 20_000, 997):
        assert mask_of(batch, game) == batch.state(game).legal_actions()


def test_a_batch_is_made_once() -> None:
    batch = Batch(2)
    with pytest.raises(ValueError, match="a batch is made once"):
        batch.__init__(2)  # type: ignore[misc]


def test_noise_is_taken_or_refused() -> None:
    taken, refused = throw(20_000, 1)
    assert taken + refused == 20_000
    assert min(taken, refused) > 1_000
