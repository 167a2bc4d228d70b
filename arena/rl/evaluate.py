"""Measure a policy's board Elo against a house bot, with a 95% interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log, sqrt
from statistics import mean, stdev

from arena.league.ratings.interval import score_interval
from arena.league.ratings.strengths import ELO
from arena.rules import configure, sides_of
from bots.sdk.practice.local import board_score, board_seed, house_bot
from bots.sdk.practice.practice import rated_rules
from bots.sdk.seats.errors import BotErrors
from bots.sdk.vector.bot import VectorBot
from bots.sdk.vector.local import play_boards


@dataclass(frozen=True)
class Evaluation:
    """A policy's result against a house bot. *elo*: board Elo above the house bot.

    *low*, *high*: the 95% interval of *elo*; None below 10 boards, infinite if no board was won or lost.
    """

    boards: int
    score: float  # the mean board score, from 0 to 1
    elo: float
    low: float | None
    high: float | None

    def __str__(self) -> str:
        text = f"{self.elo:+.0f} board Elo, {self.boards} boards"
        return text if self.low is None else f"{text}, 95% interval {self.low:+.0f} to {self.high:+.0f}"


def evaluate(
    policy: VectorBot,
    boards: int = 200,
    *,
    variant: str = "spades-4",
    against: str = "simple",
    seed: int = 0,
    hands: int | None = None,
) -> Evaluation:
    """Measure *policy* on duplicate boards, with the house bot *against* in all other seats.

    *boards*: number of boards, 2 or more. *seed*: from which the deals derive. *hands*: length of a game; None is the
    rated length, as many hands as seats. Raises `BotFailedError` at the policy's first error, `UnknownVariantError`,
    `UnknownBotError`, `InvalidOptionError`, and ValueError below two boards.
    """
    if boards < 2:
        raise ValueError(f"{boards} boards are too few: give 2 or more")
    rules = rated_rules(variant, None)
    if hands is not None:
        rules = configure(variant, None, {"format": {"kind": "hands", "count": hands}})
    others = [house_bot(against)] * (sides_of(rules) - 1)
    seeds = [board_seed(seed, board) for board in range(boards)]
    scores = [board_score(games, 0) for games in play_boards(rules, seeds, policy, others, BotErrors(strict=True))]
    score = mean(scores)
    interval = score_interval(boards, score, stdev(scores) / sqrt(boards))
    low, high = (None, None) if interval is None else map(elo_of, interval)
    return Evaluation(boards, score, elo_of(score), low, high)


def elo_of(score: float) -> float:
    """Return the lead in board Elo at which a board score (0 to 1) is expected; infinite for 0 and 1."""
    if not 0 < score < 1:
        return inf if score > 0 else -inf
    return ELO * log(score / (1 - score))
