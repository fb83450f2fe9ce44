"""What Hypothesis draws: decks, landscapes, pictures and whole games, all of them legal."""

from dataclasses import dataclass

import model
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from limes.rules import (
    ROUNDS,
    STANDARD,
    WORKERS,
    Deck,
    Facing,
    Game,
    Landscape,
    Picture,
    Placement,
    Quarter,
    Turn,
    Variants,
    Zone,
)
from limes.rules.geometry import CELLS, FACINGS, QUARTERS, zone_of
from limes.rules.turn import Action, Move, Place

ZONE_LETTERS = "fwtrFTR"
ZONE_ROWS = 8

facings: SearchStrategy[Facing] = st.sampled_from(FACINGS)
quarters: SearchStrategy[Quarter] = st.sampled_from(QUARTERS)
variants = st.builds(Variants, diagonal=st.booleans(), ferryman=st.booleans())
signs = st.characters(categories=["L", "M", "N", "P", "S"], exclude_characters="|", include_characters=" ")
names = st.text(signs, min_size=1, max_size=8).filter(lambda name: name == name.strip())


# What one deck or picture is made of: few letters give wide territories.
letters = st.sampled_from([ZONE_LETTERS, "fwtr", "wtFTR", "tr", "wfF", "wTRr", "ft", "w", "RT"])


@st.composite
def odd_decks(draw: DrawFn) -> Deck:
    """Any deck that the rules allow: 16 to 30 cards, any number of towers, huts on any land."""
    faces = st.text(draw(letters), min_size=4, max_size=4)
    return Deck("odd", tuple(draw(st.lists(faces, min_size=ROUNDS, max_size=30))))


decks = st.just(STANDARD) | odd_decks()


@st.composite
def laid_cards(draw: DrawFn, landscape: Landscape, cards: tuple[int, ...]) -> Landscape:
    """The landscape with these cards laid anywhere on it, no worker used."""
    for number in cards:
        cell, facing = draw(st.sampled_from(landscape.places())), draw(facings)
        landscape = landscape.play(number, Turn(cell, facing))
    return landscape


@dataclass(frozen=True)
class Position:
    """A landscape, the card that comes next, and the same landscape in the model."""

    landscape: Landscape
    card: int

    @property
    def faces(self) -> model.Faces:
        return self.landscape.deck.faces

    @property
    def modelled(self) -> model.Landscape:
        return model.parse_landscape(str(self.landscape), self.faces)

    def model_turns(self) -> set[str]:
        chosen = self.landscape.variants
        return model.legal_turns(self.modelled, self.faces, self.card, chosen.diagonal, chosen.ferryman)


@st.composite
def positions(draw: DrawFn, least: int = 0, most: int = ROUNDS - 1) -> Position:
    """Any landscape with this many cards, with up to seven workers anywhere on it, and a card to come."""
    deck = draw(decks)
    laid = draw(st.integers(least, most))
    drawn = draw(st.permutations(list(deck.numbers)))
    bare = draw(laid_cards(Landscape(deck, draw(variants)), tuple(drawn[:laid])))
    stand: SearchStrategy[Zone] = st.sampled_from(bare.board.zones) if laid else st.nothing()
    workers = tuple(draw(st.lists(stand, max_size=WORKERS if laid else 0)))
    landscape = Landscape(deck, bare.variants, bare.cards, workers)
    return Position(landscape, drawn[laid % len(drawn)])


full_landscapes = positions(least=ROUNDS, most=ROUNDS).map(lambda position: position.landscape)
landscapes = positions(most=ROUNDS).map(lambda position: position.landscape)


@st.composite
def actions(draw: DrawFn, placement: Placement) -> Action:
    """A legal action: passing, placing and moving equally often where they are possible."""
    legal = [action for action, _ in placement.actions()]
    kind = draw(st.sampled_from(sorted({type(action) for action in legal}, key=str)))
    return draw(st.sampled_from([action for action in legal if isinstance(action, kind)]))


@st.composite
def turns(draw: DrawFn, landscape: Landscape, card: int) -> Turn:
    """A legal turn with a card."""
    cell, facing = draw(st.sampled_from(landscape.places())), draw(facings)
    return Turn(cell, facing, draw(actions(landscape.placement(card, cell, facing))))


@st.composite
def any_turns(draw: DrawFn, landscape: Landscape) -> Turn:
    """A well-written turn near a landscape, legal or not."""
    cell = draw(st.sampled_from(landscape.places()) | st.sampled_from(CELLS))
    near = [zone_of(cell, quarter) for quarter in QUARTERS] + list(landscape.board.zones)
    origins = st.sampled_from(landscape.workers or near) | st.sampled_from(near)
    action = st.none() | st.builds(Place, quarters) | st.builds(Move, origins, st.sampled_from(near))
    return Turn(cell, draw(facings), draw(action))


@st.composite
def games(draw: DrawFn, most_players: int = 3) -> Game:
    """A game that stopped anywhere: before the first card, in the middle of a round or at its end."""
    players = tuple(draw(st.lists(names, min_size=1, max_size=most_players)))
    line = names | st.just("")
    deck = draw(decks)
    game = Game(players, deck, draw(variants), id=draw(line), date=draw(line))
    cards = draw(st.permutations(list(deck.numbers)))
    for card in cards[: draw(st.integers(0, ROUNDS))]:
        game = game.turn_up(card)
        for seat, landscape in enumerate(game.landscapes):
            game = game.play(seat, draw(turns(landscape, card)))
    if len(game.rounds) < ROUNDS and draw(st.booleans()):
        game = game.turn_up(cards[len(game.rounds)])
        for seat, landscape in enumerate(game.landscapes):
            if draw(st.booleans()):
                game = game.play(seat, draw(turns(landscape, game.rounds[-1].card)))
    return game


@st.composite
def picture_texts(draw: DrawFn) -> str:
    """A picture of up to 8 x 8 zones, with gaps and with workers."""
    alphabet = draw(letters)
    zones = st.builds(
        "{}{}".format,
        st.sampled_from(alphabet),
        st.sampled_from(["", "", "", "1", "1", "2", "3", "9"]),
    ) | st.sampled_from([*alphabet, "."])
    columns = draw(st.integers(1, ZONE_ROWS))
    row = st.lists(zones, min_size=columns, max_size=columns).map(" ".join)
    return "\n".join(draw(st.lists(row, min_size=1, max_size=ZONE_ROWS)))


pictures = picture_texts().map(Picture.parse)
