"""Play boards of one hand; compute a bot's gain on them."""

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from statistics import fmean
from time import process_time
from typing import Any, Final, NamedTuple

from arena.rules import COMPILED, Game, Rules, configure, side_of, sides_of
from bots.sdk.practice.local import board_seed, house_bot, play_board, seat_of

ROOT: Final = Path(__file__).resolve().parents[3]
BEHIND: Final = ("arena/rules", "bots/house", "bots/sdk")  # sources of the house bots' play
ONE_HAND: Final[dict[str, Any]] = {"format": {"kind": "hands", "count": 1}, "max_hands": 1}


class Step(NamedTuple):
    """A step of a ladder: whether *first* is stronger than *second*. Bots are named as NAME[@N][:BUDGET]."""

    variant: str
    first: str
    second: str


class Gain(NamedTuple):
    """The gain on a board: points a hand, in the variant's own unit, and seconds of one core."""

    points: float
    seconds: float


def measure_gain(step: Step, seed: int, board: int) -> Gain:
    """Play the first bot with the second in all other seats, in all rotations; return its gain.

    The gain is its points less the mean of the other sides', over the rotations. So it is what the first bot makes more
    than the second with the same cards. With the second bot in all seats the gains of one game sum to 0.
    """
    began = process_time()
    rules = one_hand(step.variant)
    line_up = [house_bot(step.first), *[house_bot(step.second)] * (sides_of(rules) - 1)]
    points = mean_lead(rules, play_board(rules, board_seed(seed, board), line_up))
    return Gain(points, process_time() - began)


@cache
def one_hand(variant: str) -> Rules:
    """Return the rules of a game of one hand."""
    return configure(variant, None, ONE_HAND)


def mean_lead(rules: Rules, games: Sequence[Game]) -> float:
    """Return the points of the line-up's first bot less the mean of the other sides', over the rotations."""
    leads = []
    for rotation, game in enumerate(games):
        own = side_of(rules, seat_of(game, 0, rotation))
        points = game.result().scores
        leads.append(points[own[0]] - fmean(points[seat] for seat in range(rules.seats) if seat not in own))
    return fmean(leads)


@cache
def code() -> str:
    """Return a hash of the sources of house bots' play; compiled ones have other budgets."""
    digest = hashlib.sha256(b"compiled" if COMPILED else b"uncompiled")
    files = (path for part in BEHIND for path in (ROOT / part).rglob("*") if path.is_file())
    for path in sorted(path for path in files if path.parent.name != "__pycache__"):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]
