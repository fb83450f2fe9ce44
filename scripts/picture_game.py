"""A whole game as one picture that moves: card after card, with the points beside it."""

from limes.draw.figures import Figures
from limes.draw.grid import rounded_outline
from limes.draw.ground import Ground
from limes.draw.landscape import Box, box_around, cell_spots, frame, paper
from limes.draw.palette import Palette
from limes.draw.symbols import TITLE_FONT, Sheet, num, text
from limes.rules import Game, Landscape

STEP, LAST = 1.3, 5.0  # seconds: a card, the landscape at the end
FADE = 0.3
WIDTH = 0.62  # of the drawing's own size: what is on a page beside text
SIDE = 330


def game_svg(game: Game, palette: Palette, title: str) -> str:
    """Frames that replace one another for ever; where motion is not wanted, the end."""
    sheet = Sheet(palette)
    landscapes = [landscapes[0] for landscapes in game.history()[1:]]
    final = box_around(frozenset(Ground(landscapes[-1].board).letters), 30)
    x, y, width, height = final
    box = (x, y, width + SIDE, height)
    mat = frame(sheet, frozenset(Ground(landscapes[-1].board).letters))
    frames = "".join(
        f'<g class="f f{number}">{_drawn(sheet, landscape, number)}'
        f"{_told(sheet, game, number, landscape, final)}</g>"
        for number, landscape in enumerate(landscapes, 1)
    )
    picture = sheet.document(paper(sheet, box) + _style(len(landscapes)) + mat + frames, box, title)
    size = f'width="{num(box[2])}" height="{num(box[3])}"'
    smaller = f'width="{num(box[2] * WIDTH)}" height="{num(box[3] * WIDTH)}"'
    return picture.replace(size, smaller, 1)


def _style(frames: int) -> str:
    whole = frames * STEP + LAST
    rules = [f".f{{opacity:0;animation:{num(whole)}s linear infinite}}"]
    for number in range(1, frames + 1):
        shown, gone = (number - 1) * STEP, number * STEP if number < frames else whole
        keys = [(0, 0), (shown, 0), (shown + FADE, 1), (gone + FADE, 1), (gone + FADE + 0.01, 0), (whole, 0)]
        if number == 1:
            keys = [(0, 1), *keys[3:]]
        if number == frames:
            keys = [*keys[:3], (whole, 1)]
        steps = "".join(f"{100 * at / whole:.2f}%{{opacity:{seen}}}" for at, seen in keys)
        rules.append(f".f{number}{{animation-name:k{number}}}@keyframes k{number}{{{steps}}}")
    rules.append(f"@media(prefers-reduced-motion:reduce){{.f{{animation:none}}.f{frames}{{opacity:1}}}}")
    return f"<style>{''.join(rules)}</style>"


def _drawn(sheet: Sheet, landscape: Landscape, number: int) -> str:
    ground = Ground(landscape.board, key=f"{number}-")
    figures = Figures(ground, landscape.workers, sheet)
    newest = rounded_outline(cell_spots(landscape.cards[-1].cell), 13)
    colors = sheet.palette
    lines = (("panel", 11), ("accent", 6)) if number < 16 else ()
    outline = "".join(
        f'<path d="{newest}" fill="none" stroke="{colors[name]}" stroke-width="{width}"/>'
        for name, width in lines
    )
    return ground.draw(sheet, seams=True) + figures.draw() + outline + figures.badges(landscape.score())


def _told(sheet: Sheet, game: Game, number: int, landscape: Landscape, final: Box) -> str:
    """The round, its turn and the points, in a column of its own that covers the one before."""
    x, y, width, _ = final
    left, colors = x + width + 12, sheet.palette
    round_ = game.rounds[number - 1]
    face = f' font-family="{TITLE_FONT}"'
    lines = [
        text(left, y + 74, f"Round {number}", size=40, fill=colors["text"], anchor="start", extra=face),
        text(left, y + 122, f"card {round_.card}", size=28, fill=colors["quiet"], anchor="start"),
        text(left, y + 168, str(round_.turns[0]), size=32, fill=colors["text"], anchor="start", weight=700),
        text(
            left, y + 290, str(landscape.total), size=110, fill=colors["accent"], anchor="start", weight=700
        ),
        text(left, y + 332, "points", size=28, fill=colors["quiet"], anchor="start"),
    ]
    cover = (
        f'<rect x="{num(left - 4)}" y="{num(y)}" width="{SIDE - 10}" height="360" fill="{colors["paper"]}"/>'
    )
    return cover + "".join(lines)
