"""A game or a study that plays on a page or in a notebook: HTML and CSS alone, without a script.

Every card is a step that can be chosen; the keys left and right go from one to the next.
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
from limes.draw.steps import Remark, Step, game_steps, study_steps
from limes.draw.symbols import FONT, Sheet
from limes.rules.annotated import AnnotatedGame
from limes.rules.game import Game
from limes.rules.geometry import START
from limes.rules.quoting import harmless
from limes.rules.study import Study

WORDS: Mapping[str, str] = {
    "play": "Play",
    "start": "Before the first card",
    "given": "The landscape at the start",
    "round": "Round {round}, card {card}",
    "variation": "{round}, variation {variation}",
    "study": "Study",
    "points": "{player}: {points}",
}
_LAST_STEPS = 4  # for which the end is shown while the game plays


def game_html(
    game: Game | AnnotatedGame,
    *,
    palette: Palette = DAY,
    labels: Mapping[str, str] = WORDS,
    seconds: float = 1,
) -> str:
    """A game step by step, the landscapes of all seats side by side; variations have steps of their own.

    While it plays, each step of the main line takes this many seconds. `labels` are the words for `play`,
    `start`, `round` with fields for its number and its card, `variation` with a field for its letter, and
    `points` with fields for player and points.
    """
    check_game(game)
    check_colors(palette, 0)
    annotated = game if isinstance(game, AnnotatedGame) else AnnotatedGame(game)
    steps = list(game_steps(annotated))
    return _html(steps, annotated.game.players, palette, {**WORDS, **labels}, seconds)


def study_html(
    study: Study, *, palette: Palette = DAY, labels: Mapping[str, str] = WORDS, seconds: float = 1
) -> str:
    """A study step by step; its arguments are those of `game_html`, with `study` for one without a name."""
    check_colors(palette, 0)
    words = {**WORDS, **labels}
    return _html(list(study_steps(study)), (study.name or words["study"],), palette, words, seconds)


def _html(
    steps: list[Step], players: Sequence[str], palette: Palette, words: Mapping[str, str], seconds: float
) -> str:
    seats = "".join(_seat(steps, seat, name, palette, words) for seat, name in enumerate(players))
    captions = "".join(
        f'<div class="{_classes(step, place)}">{_caption(step, players, words)}</div>'
        for place, step in enumerate(steps)
    )
    body = f'<div class="over shown">{captions}</div><div class="seats shown">{seats}</div>'
    own = f"limes-{sha256(body.encode()).hexdigest()[:8]}"
    controls = "".join(_controls(own, steps, words))
    names = escape(" | ".join(players))
    style = _css(own, steps, palette, seconds)
    return (
        f'<div class="{own}" role="group" aria-label="{names}"><style>{style}</style>{controls}{body}</div>\n'
    )


def _classes(step: Step, place: int) -> str:
    """What is aside is not shown while the main line plays."""
    return f"step aside s{place}" if step.variation else f"step s{place}"


def _controls(own: str, steps: list[Step], words: Mapping[str, str]) -> Iterator[str]:
    """A choice of one step; radio buttons stand before all that they show."""
    last = max(place for place, step in enumerate(steps) if not step.variation)
    for place, step in enumerate(steps):
        chosen = " checked" if place == last else ""
        yield f'<input type="radio" name="{own}" id="{own}-{place}"{chosen}>'
        yield f'<label for="{own}-{place}">{step.label}</label>'
    yield (
        f'<input type="radio" name="{own}" id="{own}-play">'
        f'<label for="{own}-play">▶ {escape(words["play"])}</label>'
    )


def _caption(step: Step, players: Sequence[str], words: Mapping[str, str]) -> str:
    if step.card is None:
        said = escape(words["given" if step.landscapes[0].cards else "start"])
    else:
        title = words["round"].format(round=step.round, card=step.card)
        if step.variation:
            title = words["variation"].format(round=title, variation=step.variation)
        turns = ", ".join(f"{players[seat]} {'–' if turn is None else turn}" for seat, turn in step.turns)
        said = f"<b>{escape(title)}</b> · {escape(turns)}"
    return said + "".join(f"<p>{_remark(remark, players)}</p>" for remark in step.remarks)


def _remark(remark: Remark, players: Sequence[str]) -> str:
    parts = [
        "" if remark.seat is None or len(players) == 1 else f"{escape(players[remark.seat])}:",
        f"<b><bdi>{escape(harmless(remark.name))}</bdi></b>" if remark.name else "",
        f"<bdi>{escape(harmless(remark.comment))}</bdi>" if remark.comment else "",
    ]
    return " ".join(filter(None, parts))


def _seat(steps: list[Step], seat: int, player: str, palette: Palette, words: Mapping[str, str]) -> str:
    """All steps of a seat on one sheet, which shares its drawings; each lies over the one before."""
    sheet = Sheet(palette, seat)
    landscapes = [step.landscapes[seat] for step in steps]
    cells = {card.cell for landscape in landscapes for card in landscape.cards} or {START}
    shown = frozenset[tuple[int, int]]().union(*map(cell_spots, cells))
    box = box_around(shown, MARGIN + COORDINATES)
    layers = [paper(sheet, box), *cell_names(sheet, shown)]
    totals = []
    main = {landscape: place for place, landscape in enumerate(landscapes) if not steps[place].variation}
    for place, (step, landscape) in enumerate(zip(steps, landscapes, strict=True)):
        if step.variation and landscape in main:
            continue
        classes = _classes(step, place)
        if main.get(landscape) == place:  # shown as well where another seat tries something
            classes += "".join(
                f" s{other}"
                for other, each in enumerate(landscapes)
                if each == landscape and steps[other].variation
            )
        laid = any(number == seat and turn is not None for number, turn in step.turns)
        layer, _box = landscape_layers(
            sheet,
            landscape,
            score=landscape.score(),
            draft_cell=landscape.cards[-1].cell if laid else None,
            coordinates=False,
            key=f"{place}-",
        )
        layers.append(f'<g class="{classes}">{layer}</g>')
        said = words["points"].format(player=player, points=landscape.total)
        totals.append(f'<span class="{classes}">{escape(said)}</span>')
    picture = sheet.document("".join(layers), box, f"{player}: {list(main)[-1]}")
    return f'<figure>{picture}<figcaption class="over">{"".join(totals)}</figcaption></figure>'


def _css(own: str, steps: list[Step], palette: Palette, seconds: float) -> str:
    """All steps lie on top of each other, and one of them is visible."""
    played = [place for place, step in enumerate(steps) if not step.variation]
    whole = (len(played) + _LAST_STEPS) * seconds
    first = 1 if len(played) > 1 else 1 + _LAST_STEPS
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
        f"#{own}-play:checked~.shown .s{played[-1]}{{animation-name:{own}-last}}",
        f"@keyframes {own}{{{_visible(first * seconds / whole)}}}",
        f"@keyframes {own}-last{{{_visible((1 + _LAST_STEPS) * seconds / whole)}}}",
    ]
    if len(played) < len(steps):
        rules.append(f"#{own}-play:checked~.shown .aside{{animation:none}}")
    if any(step.remarks for step in steps):
        rules.append(f".{own} p{{margin:4px 0 0;white-space:pre-line;overflow-wrap:anywhere}}")
    rules += [f"#{own}-{place}:checked~.shown .s{place}{{visibility:visible}}" for place in range(len(steps))]
    rules += [
        f"#{own}-play:checked~.shown .s{place}{{animation-delay:{number * seconds:g}s}}"
        for number, place in enumerate(played)
    ]
    return "".join(rules)


def _visible(share: float) -> str:
    return f"0%{{visibility:visible}}{100 * share:.3f}%{{visibility:hidden}}100%{{visibility:hidden}}"
