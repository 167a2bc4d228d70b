"""Draw the progress of a training as SVG, without a plotting library."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

WIDTH: Final = 640
HEIGHT: Final = 320
MARGIN: Final = 56
TEXT: Final = 'font-family="sans-serif" font-size="13" fill="#444"'


def draw(path: Path, title: str, points: Sequence[tuple[float, float]]) -> None:
    """Write an SVG plot to *path*. *points*: (minutes of training, points a hand above the house bot)."""
    across, up = max([minute for minute, _ in points] + [1e-9]), [point for _, point in points]
    lowest, highest = min([0.0, *up]), max([1.0, *up])

    def at(minute: float, point: float) -> str:
        x = MARGIN + minute / across * (WIDTH - 2 * MARGIN)
        y = HEIGHT - MARGIN - (point - lowest) / (highest - lowest) * (HEIGHT - 2 * MARGIN)
        return f"{x:.1f},{y:.1f}"

    def line(points: Sequence[tuple[float, float]], look: str) -> str:
        return f'<polyline points="{" ".join(at(*point) for point in points)}" fill="none" {look}/>'

    def text(minute: float, point: float, move: str, words: str) -> str:
        x, y = at(minute, point).split(",")
        return f'<text x="{x}" y="{y}" {move} {TEXT}>{words}</text>'

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">',
        '<rect width="100%" height="100%" fill="#fff"/>',
        line([(0, 0), (across, 0)], 'stroke="#999" stroke-dasharray="4"'),
        line(points, 'stroke="#06c" stroke-width="2"'),
        text(0, lowest, 'dx="-48"', f"{lowest:+.0f}"),
        text(0, highest, 'dx="-48"', f"{highest:+.0f}"),
        text(across, lowest, 'dy="24" text-anchor="end"', f"{across:.1f} minutes"),
        f'<text x="{MARGIN}" y="24" {TEXT}>{title}</text>',
        "</svg>",
    ]
    path.write_text("\n".join(lines) + "\n")
