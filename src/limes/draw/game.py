"""A game that plays on a page or in a notebook: HTML and CSS alone, without a script.

Every round is a step that can be chosen; the keys left and right go from one to the next.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape

from limes.draw.checking import check_colors, check_game
from limes.draw.landscape import (
    COORDINATES,
    MARGIN,
    box_around,
    cell_names,
    cell_spots,
    landscape_layers,
    paper,
)
from limes.draw.palette import DAY, Palette
from limes.draw.symbols import FONT, Sheet
from limes.rules.game import Game
from limes.rules.geometry import START
from limes.rules.landscape import Landscape

WORDS: Mapping[str, str] = {
    "play": "Play",
    "start": "Before the first card",
    "round": "Round {round}, card {card}",
    "points": "{player}: {points}",
}
_LAST_STEPS = 4  # for which the end is shown while the game plays


def game_html(
    game: Game, *, palette: Palette = DAY, labels: Mapping[str, str] = WORDS, seconds: float = 1
) -> str:
    """A game step by step, the landscapes of all seats side by side.

    While it plays, each step takes this many seconds. `labels` are the words for `play`, `start`, `round`
    with fields for its number and its card, and `points` with fields for player and points.
    """
    check_game(game)
    check_colors(palette, 0)
    words = {**WORDS, **labels}
    history = game.history()
    steps = range(len(history))
    seats = "".join(
        _seat(game, seat, [landscapes[seat] for landscapes in history], palette, words)
        for seat in range(len(game.players))
    )
    captions = "".join(f'<div class="step s{step}">{_caption(game, step, words)}</div>' for step in steps)
    body = f'<div class="over shown">{captions}</div><div class="seats shown">{seats}</div>'
    own = f"limes-{sha256(body.encode()).hexdigest()[:8]}"
    controls = "".join(_controls(own, steps, words))
    names = escape(" | ".join(game.players))
    style = _css(own, steps, palette, seconds)
    return (
        f'<div class="{own}" role="group" aria-label="{names}"><style>{style}</style>{controls}{body}</div>\n'
    )


def _controls(own: str, steps: range, words: Mapping[str, str]) -> Iterator[str]:
    """A choice of one step; radio buttons stand before all that they show."""
    for step in steps:
        chosen = " checked" if step == steps[-1] else ""
        yield f'<input type="radio" name="{own}" id="{own}-{step}"{chosen}>'
        yield f'<label for="{own}-{step}">{step}</label>'
    yield (
        f'<input type="radio" name="{own}" id="{own}-play">'
        f'<label for="{own}-play">▶ {escape(words["play"])}</label>'
    )


def _caption(game: Game, step: int, words: Mapping[str, str]) -> str:
    if step == 0:
        return escape(words["start"])
    round_ = game.rounds[step - 1]
    turns = ", ".join(
        f"{player} {'–' if turn is None else turn}"
        for player, turn in zip(game.players, round_.turns, strict=True)
    )
    return f"<b>{escape(words['round'].format(round=step, card=round_.card))}</b> · {escape(turns)}"


def _seat(
    game: Game, seat: int, landscapes: Sequence[Landscape], palette: Palette, words: Mapping[str, str]
) -> str:
    """All steps of a seat on one sheet, which shares its drawings; each lies over the one before."""
    sheet = Sheet(palette, seat)
    cards = landscapes[-1].cards
    shown = frozenset[tuple[int, int]]().union(*(cell_spots(card.cell) for card in cards)) or cell_spots(
        START
    )
    box = box_around(shown, MARGIN + COORDINATES)
    layers = [paper(sheet, box), *cell_names(sheet, shown)]
    totals = []
    for step, landscape in enumerate(landscapes):
        laid = len(landscape.cards)
        new = landscape.cards[-1].cell if step and laid > len(landscapes[step - 1].cards) else None
        layer, _box = landscape_layers(
            sheet, landscape, score=landscape.score(), draft_cell=new, coordinates=False, key=f"{step}-"
        )
        layers.append(f'<g class="step s{step}">{layer}</g>')
        said = words["points"].format(player=game.players[seat], points=landscape.total)
        totals.append(f'<span class="step s{step}">{escape(said)}</span>')
    picture = sheet.document("".join(layers), box, f"{game.players[seat]}: {landscapes[-1]}")
    return f'<figure>{picture}<figcaption class="over">{"".join(totals)}</figcaption></figure>'


def _css(own: str, steps: range, palette: Palette, seconds: float) -> str:
    """All steps lie on top of each other, and one of them is visible."""
    whole = (len(steps) + _LAST_STEPS) * seconds
    ends = {step: 1 if step < steps[-1] else 1 + _LAST_STEPS for step in steps}
    rules = [
        f".{own}{{background:{palette['paper']};color:{palette['text']};font-family:{FONT};padding:8px;"
        "border-radius:8px;max-width:100%}",
        f".{own} input{{position:absolute;opacity:0;width:1px;height:1px;margin:0}}",
        f".{own} label{{display:inline-block;box-sizing:border-box;min-width:44px;line-height:40px;"
        f"padding:0 8px;margin:2px;text-align:center;border:2px solid {palette['rule']};border-radius:8px;"
        f"background:{palette['panel']};color:{palette['text']};cursor:pointer}}",
        f".{own} input:checked+label{{border-color:{palette['accent']};font-weight:700}}",
        f".{own} input:focus-visible+label{{outline:3px solid {palette['accent']};outline-offset:1px}}",
        f".{own} .over{{display:grid;margin:6px 0}}.{own} .over>*{{grid-area:1/1}}",
        f".{own} .seats{{display:flex;flex-wrap:wrap;gap:8px}}",
        f".{own} figure{{margin:0;flex:1 1 280px;max-width:520px;min-width:0}}",
        f".{own} figcaption{{font-weight:700;text-align:center}}",
        f".{own} .step{{visibility:hidden}}",
        f"#{own}-play:checked~.shown .step{{animation:{own} {whole:g}s step-end infinite}}",
        f"#{own}-play:checked~.shown .s{steps[-1]}{{animation-name:{own}-last}}",
        f"@keyframes {own}{{{_visible(ends[0] * seconds / whole)}}}",
        f"@keyframes {own}-last{{{_visible(ends[steps[-1]] * seconds / whole)}}}",
    ]
    for step in steps:
        rules.append(f"#{own}-{step}:checked~.shown .s{step}{{visibility:visible}}")
        rules.append(f"#{own}-play:checked~.shown .s{step}{{animation-delay:{step * seconds:g}s}}")
    return "".join(rules)


def _visible(share: float) -> str:
    return f"0%{{visibility:visible}}{100 * share:.3f}%{{visibility:hidden}}100%{{visibility:hidden}}"
