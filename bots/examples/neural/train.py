"""Train a policy for a spades variant on the vector environment.

python -m bots.examples.neural.train --minutes 10

The training continues from its checkpoint if that file exists. It writes the policy's weights and a plot (README.md).
"""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from arena.rules import VARIANTS
from bots.examples.neural.training import HOUSE, Progress, Training
from bots.examples.neural.weights import round_weights, write
from bots.sdk.bot.parsing import Parser, UserError, number

SPADES: Final = [name for name, rules in VARIANTS.items() if rules.bids is not None]
NEW: Final = {"variant": "spades-3", "layers": [128, 64], "seed": 1}  # default options of a new training
PROGRESS_INTERVAL: Final = 10.0  # seconds between lines of progress; a checkpoint is saved with each
WIDTH: Final = 640
HEIGHT: Final = 320
MARGIN: Final = 56
TEXT: Final = 'font-family="sans-serif" font-size="13" fill="#444"'


def main(words: Sequence[str] | None = None) -> int:
    """Train a network with the options in *words*; return the exit code: 0, 2 for a user's error, 130 for Ctrl-C."""
    try:
        train(_parser().read(words))
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped: the same command goes on from the last line's checkpoint", file=sys.stderr)
        return 130
    return 0


def train(given: Namespace) -> None:
    """Train with the parsed options *given*; write checkpoint, weights and plot. Raises `UserError`."""
    training = _begin(given)
    progress = training.progress
    losses: list[float] = []
    ahead: list[float] = []
    printed_at = time.monotonic()
    while (done := _share_done(progress, given)) < 1:
        loss, points = training.round(done)
        losses.append(loss)
        ahead += [] if points is None else [points]
        if time.monotonic() - printed_at > PROGRESS_INTERVAL or _share_done(progress, given) >= 1:
            progress.points += [(progress.minutes, float(np.mean(ahead)))] if ahead else []
            training.save(given.checkpoint)
            print(_format_line(progress, losses, ahead), flush=True)
            losses, ahead, printed_at = [], [], time.monotonic()
    write(given.weights, round_weights(progress.variant, training.learner.policy.parameters))
    draw(given.plot, f"{progress.variant}: points a hand above {HOUSE}", progress.points)
    print(f"weights in {given.weights}, plot in {given.plot}, checkpoint in {given.checkpoint}")


def _begin(given: Namespace) -> Training:
    """Return a new training, or the one that the checkpoint stores. Raises `UserError` if an option differs."""
    asked = {name: getattr(given, name) for name in NEW if getattr(given, name) is not None}
    if not given.checkpoint.exists():
        return Training(Progress(**{**NEW, **asked}), given.tables)
    training = Training.resume(given.checkpoint, given.tables)
    stored = vars(training.progress)
    for name, value in asked.items():
        if value != stored[name]:
            was = f"{given.checkpoint} was begun with {stored[name]}"
            raise UserError(f"--{name} {value}: {was}: leave it out, or give another --checkpoint")
    print(f"going on from {given.checkpoint}, {training.progress.minutes:.1f} minutes")
    return training


def _share_done(progress: Progress, given: Namespace) -> float:
    done: float = progress.rounds / given.rounds if given.rounds else progress.minutes / given.minutes
    return done


def _format_line(progress: Progress, losses: list[float], ahead: list[float]) -> str:
    times = f"{progress.minutes:5.2f} minutes ({progress.cpu_minutes:.2f} of a core)"
    score = f"{np.mean(ahead):+.2f} points a hand above {HOUSE}" if ahead else f"imitating {HOUSE}"
    return f"{times}, {progress.deals:6} deals, loss {np.mean(losses):.3f}, {score}"


def _read_layers(text: str) -> list[int]:
    return [number(1, 65536)(size) for size in text.split(",")]


def _parser() -> Parser:
    parser = Parser("python -m bots.examples.neural.train", __doc__ or "")
    parser.add_argument("--variant", choices=SPADES, help="spades variant (default spades-3)")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--minutes", type=number(0.01, 10000.0), default=10.0, metavar="N", help="length (default 10)")
    length.add_argument("--rounds", type=number(1, 10**9), metavar="N", help="length in hands per table")
    parser.add_argument("--tables", type=number(10, 8192), default=384, metavar="N", help="tables (default 384)")
    parser.add_argument("--layers", type=_read_layers, metavar="N,...", help="sizes of hidden layers (default 128,64)")
    parser.add_argument("--seed", type=number(0, 2**31), metavar="N", help="random seed (default 1)")
    for name, file in (("checkpoint", "neural.checkpoint.npz"), ("weights", "neural.npz"), ("plot", "neural.svg")):
        parser.add_argument(f"--{name}", type=Path, default=Path(file), metavar="FILE", help=f"output (default {file})")
    return parser


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


if __name__ == "__main__":
    sys.exit(main())
