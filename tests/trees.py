"""Random studies and annotated games: legal turns, odd words, variations within variations."""

from contextlib import suppress
from random import Random

from limes.rules import (
    ROUNDS,
    STANDARD,
    START,
    AnnotatedGame,
    Deck,
    Game,
    Landscape,
    Move,
    Node,
    Note,
    Place,
    Study,
    Turn,
    TurnError,
    Variants,
)
from limes.rules.geometry import FACINGS, QUARTERS, neighbours
from limes.rules.turn import Action

# Signs that mean something here, that end a line somewhere, or that files and screens have trouble with.
ODD_SIGNS = '{}()"\\\n\r\t |:-.u1naZ\x00\x1b\x7f\x85\xa0\u2028\u2029\u200d\u202e\ufeff\ud800\udfff\U0001f600é'
OWN = Deck("own", (*STANDARD.faces[5:], "ffwt"))


def random_study(random: Random) -> Study:
    deck = random.choice([STANDARD, STANDARD, OWN])
    start = Landscape(deck, Variants(random.random() < 0.5, random.random() < 0.5))
    while random.random() < 0.3 and not start.full:
        _card, _turn, start = _random_turn(random, start)
    name = random.choice(["", "Farms", "{0} (a)", "Žofie: |"])
    return Study(start, name, random_words(random), random_nodes(random, start, ROUNDS))


def random_annotated(random: Random) -> AnnotatedGame:
    game = Game(tuple("ABC"[: random.randint(1, 3)]), random.choice([STANDARD, OWN]))
    for card in random.sample(list(game.deck.numbers), random.randint(1, 4)):
        game = game.turn_up(card)
        for seat, landscape in enumerate(game.landscapes):
            game = game.play(seat, _random_turn(random, landscape, card)[1])
    notes = []
    history = game.history()
    for number, round_ in enumerate(game.rounds, start=1):
        for seat, turn in enumerate(round_.turns):
            tried = random_nodes(random, history[number - 1][seat], 3)
            others = tuple(node for node in tried if (node.card, node.turn) != (round_.card, turn))
            note = Note(number, seat, random_words(random), random_words(random), others)
            if any(note[2:]):
                notes.append(note)
    return AnnotatedGame(game, random_words(random), tuple(notes))


def bushy_study(random: Random, variations: int, turns: int) -> Study:
    """A whole game of one landscape with variations of so many turns beside it, without a word."""
    landscapes = [Landscape()]
    line: list[Node] = []
    while not landscapes[-1].full:
        card, turn, played = _random_turn(random, landscapes[-1])
        line.append(Node(card, turn))
        landscapes.append(played)
    beside: list[dict[tuple[int, Turn], Node]] = [{node[:2]: node} for node in line]
    while sum(len(tried) - 1 for tried in beside) < variations:
        place = random.randrange(ROUNDS - turns)
        played = landscapes[place]
        tried = []
        for _ in range(turns):
            card, turn, played = _random_turn(random, played)
            tried.append(Node(card, turn))
        node = _joined(tried)
        beside[place].setdefault(node[:2], node)
    children: tuple[Node, ...] = ()
    for tried_there in reversed(beside):
        main, *others = tried_there.values()
        children = (main._replace(children=children), *others)
    return Study(children=children)


def _joined(line: list[Node]) -> Node:
    children: tuple[Node, ...] = ()
    for node in reversed(line):
        children = (node._replace(children=children),)
    return children[0]


def random_words(random: Random) -> str:
    if random.random() < 0.6:
        return ""
    return "".join(random.choices(ODD_SIGNS, k=random.randint(1, 8)))


def random_nodes(random: Random, landscape: Landscape, most_depth: int) -> tuple[Node, ...]:
    """What could be tried on a landscape: mostly one turn, the rest of the line below it."""
    if not most_depth or landscape.full or random.random() < 0.25:
        return ()
    tried: dict[tuple[int, Turn], Node] = {}
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        card, turn, played = _random_turn(random, landscape)
        deeper = most_depth - 1 if not tried else min(most_depth - 1, 2)
        after = random_nodes(random, played, deeper)
        tried[card, turn] = Node(card, turn, random_words(random), random_words(random), after)
    return tuple(tried.values())


def _random_turn(
    random: Random, landscape: Landscape, card: int | None = None
) -> tuple[int, Turn, Landscape]:
    """A legal turn and the landscape after it, found by trying: listing all turns would take long."""
    laid = {each.number for each in landscape.cards}
    if card is None:
        card = random.choice([number for number in landscape.deck.numbers if number not in laid][:8])
    while True:
        beside = neighbours(random.choice(landscape.cards).cell) if landscape.cards else [START]
        turn = Turn(random.choice(beside), random.choice(FACINGS), _random_action(random, landscape))
        with suppress(TurnError):
            return card, turn, landscape.play(card, turn)


def _random_action(random: Random, landscape: Landscape) -> Action:
    kind = random.random()
    if kind < 0.15 and landscape.workers:
        return Move(random.choice(landscape.workers), random.choice(landscape.board.zones))
    return Place(random.choice(QUARTERS)) if kind < 0.5 else None
