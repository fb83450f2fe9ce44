"""Figures of the docs: how a territory scores, the coach's sum, the expert's thinking."""

import itertools
from typing import Any

from limes.draw.grid import SIZE
from limes.draw.landscape import landscape_layers
from limes.draw.palette import Palette
from limes.draw.symbols import TITLE_FONT, Sheet, num, text
from limes.rules import Landscape, Picture, Turn

WORKERS = (
    ("Farmer", "one point for each zone of its field", "f1fft/twFr/rtfw/fwwf"),
    ("Fisherman", "one point for each hut on its shore", "tFwt/Fw1wF/rTtF/tfwF"),
    ("Woodcutter", "one point for each territory that borders its forest", "ffwf/wt1tr/wftr/rfwt"),
    ("Watchman", "one point for each forest zone in sight", "ftft/trr1T/wftf/twtw"),
)
GAP = 46


def territories_svg(palette: Palette) -> str:
    """The four professions, each with what counts for it lit up."""
    sheets = [_scored(palette, number, *each) for number, each in enumerate(WORKERS)]
    width, height = 2 * (4 * SIZE + 60) + 3 * GAP, 2 * (4 * SIZE + 150) + GAP
    body = f'<rect width="{width}" height="{height}" fill="{palette["paper"]}"/>' + "".join(sheets)
    return Sheet(palette).document(body, (0, 0, width, height), "How each worker earns its points")


def _scored(palette: Palette, number: int, name: str, rule: str, picture: str) -> str:
    """One example as a nested picture with its words below."""
    drawn = Picture.parse(picture.replace("/", "\n"))
    score = drawn.score()
    (best,) = score.workers
    sheet = Sheet(palette)
    layers, box = landscape_layers(sheet, drawn, score=score, focus=best.zone, coordinates=False)
    inner = sheet.document(layers, box, name)
    x = GAP + (number % 2) * (4 * SIZE + 60 + GAP)
    y = GAP / 2 + (number // 2) * (4 * SIZE + 150)
    middle = x + box[2] / 2
    face = f' font-family="{TITLE_FONT}"'
    place = f'<svg x="{num(x)}" y="{num(y)}" '
    return (
        inner.replace("<svg ", place, 1).replace(' style="max-width:100%;height:auto;', ' style="', 1).strip()
        + text(middle, y + box[3] + 30, f"{name}: {best.points}", size=30, fill=palette["text"], extra=face)
        + text(middle, y + box[3] + 62, rule, size=22, fill=palette["quiet"])
    )


def sum_svg(values: dict[str, Any], palette: Palette) -> str:
    """Start, luck and losses round by round, and the end, as steps of one line."""
    width, height, left, right, top, bottom = 1100, 560, 90, 40, 90, 90
    start, end, turns = values["start"], values["end"], values["turns"]
    levels: list[int] = [start]
    for each in turns:
        levels += [levels[-1] + each["luck"], levels[-1] + each["luck"] - each["lost"]]
    assert levels[-1] == end
    low, high = min(levels) - 12, max(levels) + 12
    step = (width - left - right) / (len(turns) + 2)

    def at(value: float) -> float:
        return top + (high - value) / (high - low) * (height - top - bottom)

    parts = [f'<rect width="{width}" height="{height}" fill="{palette["paper"]}"/>']
    for mark in range(low // 10 + 1, high // 10 + 1):
        y = num(at(mark * 10))
        parts.append(f'<path d="M{left} {y}H{width - right}" stroke="{palette["rule"]}"/>')
        parts.append(
            text(left - 14, at(mark * 10) + 7, str(mark), size=20, fill=palette["quiet"], anchor="end")
        )
    parts.append(_bar(palette, left, step, (at(low), at(start)), "quiet", opacity=0.55))
    parts.append(
        text(left + step / 2, at(start) - 14, f"{start / 10:.1f}", size=22, fill=palette["text"], weight=700)
    )
    for place, each in enumerate(turns, 1):
        x = left + place * step
        before, risen, after = levels[2 * place - 2], levels[2 * place - 1], levels[2 * place]
        if each["luck"]:
            colour = "field" if each["luck"] > 0 else "water"
            parts.append(_bar(palette, x, step / 2, (at(before), at(risen)), colour))
        if each["lost"]:
            parts.append(_bar(palette, x + step / 2, step / 2, (at(risen), at(after)), "accent"))
        parts.append(
            text(x + step / 2, height - bottom + 30, str(each["round"]), size=18, fill=palette["quiet"])
        )
    parts.append(_bar(palette, width - right - step, step, (at(low), at(end)), "quiet", opacity=0.55))
    parts.append(
        text(
            width - right - step / 2,
            at(end) - 14,
            f"{end / 10:.1f}",
            size=22,
            fill=palette["text"],
            weight=700,
        )
    )
    luck, lost = sum(each["luck"] for each in turns), sum(each["lost"] for each in turns)
    said = f"{start / 10:.1f} expected {luck / 10:+.1f} luck − {lost / 10:.1f} lost = {end / 10:.1f}".replace(
        " -", " −"
    )
    face = f' font-family="{TITLE_FONT}"'
    parts.append(text(width / 2, 48, said, size=28, fill=palette["text"], extra=face))
    keys = (("field", "a lucky card"), ("water", "an unlucky card"), ("accent", "lost through a weaker turn"))
    for number, (colour, word) in enumerate(keys):
        x = left + 60 + number * 300
        parts.append(
            f'<rect x="{x}" y="{height - 42}" width="22" height="22" rx="4" fill="{palette[colour]}"/>'
        )
        parts.append(text(x + 32, height - 24, word, size=21, fill=palette["text"], anchor="start"))
    return Sheet(palette).document("".join(parts), (0, 0, width, height), "The coach's sum")


def _bar(
    palette: Palette, x: float, width: float, reach: tuple[float, float], colour: str, *, opacity: float = 1
) -> str:
    y, tall = min(reach), max(2.0, max(reach) - min(reach))
    return (
        f'<rect x="{num(x + 2)}" y="{num(y)}" width="{num(width - 4)}" height="{num(tall)}" rx="3" '
        f'fill="{palette[colour]}" fill-opacity="{opacity:g}" '
        f'stroke="{palette["text"]}" stroke-opacity=".45"/>'
    )


def thinking_svg(values: dict[str, Any], palette: Palette) -> str:
    """A position, and the turns that tables, network and a look one card ahead like best."""
    before = Landscape.parse(values["landscape"])
    sheet = Sheet(palette)
    chosen = Turn.parse(values["chosen"])
    after = before.play(values["card"], chosen)
    layers, box = landscape_layers(sheet, after, score=after.score(), draft_cell=chosen.cell)
    scale = 560 / max(box[2], box[3])
    drawn = (
        f'<g transform="translate(20 {num((640 - box[3] * scale) / 2)}) scale({scale:.3f}) '
        f'translate({num(-box[0])} {num(-box[1])})">{layers}</g>'
    )
    heads = (
        ("tables", "The tables", f"value all {values['looked_at'][0]} turns"),
        ("network", "The network", f"judges the best {values['looked_at'][1]}"),
        ("ahead", "One card ahead", f"for the best {values['looked_at'][2]}"),
    )
    width, height, first, column, row = 1320, 640, 640, 235, 58
    parts = [f'<rect width="{width}" height="{height}" fill="{palette["paper"]}"/>', drawn]
    places: dict[str, list[tuple[float, float]]] = {}
    face = f' font-family="{TITLE_FONT}"'
    for number, (key, head, said) in enumerate(heads):
        x = first + number * column
        parts.append(text(x + 85, 66, head, size=23, fill=palette["text"], extra=face))
        parts.append(text(x + 85, 96, said, size=18, fill=palette["quiet"]))
        for place, (turn, value) in enumerate(values[key]):
            y = 130 + place * row
            places.setdefault(turn, []).append((x, y + 20))
            marked = turn == values["chosen"]
            stroke, wide = ("accent", 3.5) if marked else ("rule", 1.5)
            parts.append(
                f'<rect x="{x}" y="{y}" width="170" height="40" rx="8" fill="{palette["panel"]}" '
                f'stroke="{palette[stroke]}" stroke-width="{wide}"/>'
            )
            parts.append(
                text(
                    x + 12,
                    y + 27,
                    turn,
                    size=20 if len(turn) < 9 else 15,  # a move is long
                    fill=palette["text"],
                    anchor="start",
                    weight=700 if marked else 400,
                )
            )
            parts.append(text(x + 158, y + 27, f"{value:.1f}", size=20, fill=palette["text"], anchor="end"))
    for turn, found in places.items():
        for (start, level), (end, down) in itertools.pairwise(found):
            if end - start > column + 1:
                continue
            line, thick = ("accent", 4.0) if turn == values["chosen"] else ("quiet", 1.6)
            parts.append(
                f'<path d="M{start + 170} {level}C{start + 200} {level} {end - 30} {down} {end} {down}" '
                f'fill="none" stroke="{palette[line]}" stroke-width="{thick}"/>'
            )
    parts.append(
        text(
            first,
            590,
            f"Card {values['card']}. Playouts of the best decide: the expert plays {values['chosen']}.",
            size=22,
            fill=palette["text"],
            anchor="start",
        )
    )
    return sheet.document("".join(parts), (0, 0, width, height), "What the expert thinks about one turn")
