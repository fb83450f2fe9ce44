"""A review as a picture: the sum, the expected score round by round, and the turns that cost most."""

from collections.abc import Iterator
from gettext import NullTranslations

from limes.coach.report import in_points
from limes.coach.review import Review, ReviewedTurn, Tenths
from limes.coach.sentence import Counted, Sentence, Speech, figure, say
from limes.draw import DAY, Palette
from limes.draw.landscape import landscape_layers, paper
from limes.draw.symbols import TITLE_FONT, Sheet, num, text
from limes.rules import ROUNDS, Message

WIDTH = 960
_EDGE = 32
_CHART_TOP, _CHART_HEIGHT = 210, 260
_TURN_TOP = _CHART_TOP + _CHART_HEIGHT + 70
_LANDSCAPE = 280  # width and height of a landscape beside another
_TURN_HEIGHT = _LANDSCAPE + 60
_WORDS_LEFT = 2 * _LANDSCAPE + 3 * 16
_LETTERS = 38  # in a line beside the landscapes
ENGLISH = NullTranslations()


def review_svg(review: Review, *, palette: Palette = DAY, speech: Speech = ENGLISH) -> str:
    """Draw a review; `speech` is the language of its words."""
    sheet = Sheet(palette, review.seat)
    costly = review.costly()
    height = _TURN_TOP + len(costly) * _TURN_HEIGHT - (0 if costly else 40)
    box = (0.0, 0.0, float(WIDTH), float(height))
    parts = [paper(sheet, box), *_sum(sheet, review, speech), *_chart(sheet, review, speech)]
    for place, turn in enumerate(costly):
        parts += _turn(sheet, turn, _TURN_TOP + place * _TURN_HEIGHT, speech)
    return sheet.document("".join(parts), box, f"{review.player}: {review.total}")


def _sum(sheet: Sheet, review: Review, speech: Speech) -> Iterator[str]:
    """Start, luck and losses, and what they come to."""
    colors = sheet.palette
    face = f' font-family="{TITLE_FONT}"'
    yield text(_EDGE, 56, review.player, size=30, fill=colors["text"], anchor="start", weight=600, extra=face)
    mistakes = sum(turn.lost > 0 for turn in review.turns)
    lost = Counted(
        "lost through {count} weaker turn",
        "lost through {count} weaker turns",
        count=mistakes,
    )
    rows: list[tuple[Sentence, Tenths, str, str]] = [
        (Message("expected before the first card"), review.start, "", "text"),
        (Message("luck with the cards"), review.luck, "+", "fisherman"),
        (lost, -review.lost, "+", "accent"),
        (Message("final score") if review.finished else Message("expected now"), review.end, "", "text"),
    ]
    for place, (name, value, sign, color) in enumerate(rows):
        y = 90 + 26 * place
        weight = 700 if place == len(rows) - 1 else 400
        yield text(_EDGE, y, say(name, speech), size=19, fill=colors["text"], anchor="start", weight=weight)
        said = say(figure(in_points(value), sign), speech)
        yield text(_EDGE + 440, y, said, size=19, fill=colors[color], anchor="end", weight=700)


def _chart(sheet: Sheet, review: Review, speech: Speech) -> Iterator[str]:
    """A step for the luck of each card, one for what its turn lost, and the line through what was left."""
    colors = sheet.palette
    heights = [*review.curve, *(before + turn.luck for before, turn in _before(review))]
    low, high = min(heights) // 10 - 1, max(heights) // 10 + 2
    left, right = _EDGE + 40, WIDTH - _EDGE
    wide = (right - left) / ROUNDS

    def y(value: Tenths) -> float:
        return _CHART_TOP + 30 + (_CHART_HEIGHT - 30) * (10 * high - value) / (10 * (high - low))

    title = say(Message("Expected score after each round"), speech)
    yield text(_EDGE, _CHART_TOP + 12, title, size=19, fill=colors["text"], anchor="start", weight=600)
    for level in range(low, high + 1):
        if level % 5 == 0:
            at = num(y(10 * level))
            yield f'<path d="M{left} {at}H{right}" stroke="{colors["rule"]}" stroke-width="1.5"/>'
            yield text(left - 10, y(10 * level) + 6, str(level), size=16, fill=colors["quiet"], anchor="end")
    for before, turn in _before(review):
        x = left + wide * (turn.round - 1)
        best = before + turn.luck
        yield _bar(x + 0.2 * wide, 0.3 * wide, (y(before), y(best)), colors["fisherman"])
        if turn.lost:
            yield _bar(x + 0.5 * wide, 0.3 * wide, (y(best), y(best - turn.lost)), colors["accent"])
        label = str(turn.round)
        yield text(x + wide / 2, _CHART_TOP + _CHART_HEIGHT + 24, label, size=16, fill=colors["quiet"])
    points = [f"{num(left + wide * place)} {num(y(value))}" for place, value in enumerate(review.curve)]
    yield (
        f'<path d="M{"L".join(points)}" fill="none" stroke="{colors["ink"]}" stroke-width="3" '
        'stroke-linejoin="round"/>'
    )


def _before(review: Review) -> list[tuple[Tenths, ReviewedTurn]]:
    """Each turn with the value before its card."""
    return list(zip(review.curve, review.turns, strict=False))


def _bar(x: float, width: float, ends: tuple[float, float], fill: str) -> str:
    top, height = min(ends), abs(ends[0] - ends[1])
    return (
        f'<rect x="{num(x)}" y="{num(top)}" width="{num(width)}" height="{num(height)}" rx="2" '
        f'fill="{fill}" fill-opacity=".7"/>'
    )


def _turn(sheet: Sheet, turn: ReviewedTurn, top: float, speech: Speech) -> Iterator[str]:
    """A costly turn beside the better one, and why."""
    colors = sheet.palette
    lost = say(figure(in_points(turn.lost)), speech)
    head = Message(
        "Round {round}, card {card}: {turn} lost {lost}; {better} was better",
        round=turn.round,
        card=turn.card,
        turn=turn.played.turn,
        lost=lost,
        better=turn.best.turn,
    )
    yield text(_EDGE, top, say(head, speech), size=19, fill=colors["text"], anchor="start", weight=600)
    titles = (Message("Played"), Message("Better"))
    layers = [
        landscape_layers(
            sheet,
            option.landscape,
            draft_cell=option.turn.cell,
            coordinates=False,
            key=f"{turn.round}-{place}-",
        )
        for place, option in enumerate((turn.played, turn.best))
    ]
    scale = _LANDSCAPE / max(max(box[2:]) for _layer, box in layers)
    for place, (title, (layer, (x, y, _width, _height))) in enumerate(zip(titles, layers, strict=True)):
        left = _EDGE + place * (_LANDSCAPE + 16)
        yield text(left, top + 26, say(title, speech), size=16, fill=colors["quiet"], anchor="start")
        move = f"translate({left} {num(top + 34)}) scale({scale:.4f}) translate({num(-x)} {num(-y)})"
        yield f'<g transform="{move}">{layer}</g>'
    lines = [line for reason in turn.why for line in ["", *_wrapped(say(reason, speech))]][1:]
    for place, line in enumerate(lines):
        yield text(
            _EDGE + _WORDS_LEFT, top + 56 + 22 * place, line, size=16, fill=colors["text"], anchor="start"
        )


def _wrapped(sentence: str) -> list[str]:
    lines = [""]
    for word in sentence.split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > _LETTERS:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
