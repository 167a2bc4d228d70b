"""Draw the shares made by call, with intervals, as a self-contained SVG."""

from collections.abc import Mapping, Sequence
from html import escape

from tools.bench.calibration.hands import Line

COLOURS = ("#1b6ca8", "#c4511d", "#2e7d4f", "#7a4b9e")
LEFT, TOP, HEIGHT, STEP, BELOW = 50, 40, 220, 64, 70


def plot(title: str, shown: Mapping[str, Sequence[Line]]) -> str:
    """Return the picture: for each bot of *shown* a point and a whisker at each call, with its own colour."""
    calls = list(dict.fromkeys(line.call for lines in shown.values() for line in lines))
    width = LEFT + STEP * len(calls) + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {TOP + HEIGHT + BELOW}" '
        f'font-family="sans-serif" font-size="11"><title>{escape(title)}</title>',
        f'<rect width="100%" height="100%" fill="#fff"/><text x="{LEFT}" y="16" font-size="13">{escape(title)}</text>',
    ]
    for percent in (0, 25, 50, 75, 100):
        y = _height(percent / 100)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{width - 10}" stroke="#ccc"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{percent}%</text>')
    for place, call in enumerate(calls):
        x = LEFT + STEP * (place + 0.5)
        parts.append(f'<text x="{x:.1f}" y="{TOP + HEIGHT + 18}" text-anchor="middle">{escape(call)}</text>')
    for number, (bot, lines) in enumerate(shown.items()):
        colour = COLOURS[number % len(COLOURS)]
        parts.append(f'<text x="{LEFT + 110 * number}" y="32" fill="{colour}">{escape(bot)}</text>')
        for line in lines:
            x = LEFT + STEP * (calls.index(line.call) + 0.5) + 9 * (number - (len(shown) - 1) / 2)
            ends = f"M{x:.1f} {_height(line.low):.1f}V{_height(line.high):.1f}"
            label = f"{bot}, {line.call}: {line.made} of {line.hands} made"
            parts.append(f'<path d="{ends}" stroke="{colour}" stroke-width="2"/>')
            dot = f'<circle cx="{x:.1f}" cy="{_height(line.made / line.hands):.1f}" r="4" fill="{colour}">'
            parts.append(f"{dot}<title>{escape(label)}</title></circle>")
            y = TOP + HEIGHT + 32 + 11 * number
            parts.append(f'<text x="{x:.1f}" y="{y}" fill="{colour}" text-anchor="middle">{line.hands}</text>')
    return "\n".join([*parts, "</svg>\n"])


def _height(share: float) -> float:
    return TOP + HEIGHT * (1 - share)
