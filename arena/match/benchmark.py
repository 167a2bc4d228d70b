"""Play the benchmark of `arena.league.benchmark`, and check that its rules and opponent are unchanged."""

import hashlib
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from arena.league.benchmark import BANK_US, DEALS, MOVE_US, ONE_HAND, OPPONENT, SEED, SPREADS
from arena.match.plan import Settings
from arena.play import TimeControl
from arena.rules import Rules, configure
from bots.sdk.practice.local import house_bot, play_local

# Expected result of `fingerprint`. Another result means that the rules or the opponent have changed.
FINGERPRINT: Final = "709b2f60ea346818"
FINGERPRINT_DEALS: Final = 2  # deals of each variant


def rules_of(variant: str) -> Rules:
    """Return the rules of the variant for games of one hand. Raises `UnknownVariantError`."""
    return configure(variant, None, ONE_HAND)


def settings_of(variant: str, names: Sequence[str], programs: Sequence[str], boards: int) -> Settings:
    """Return the settings of a benchmark match; *names*, *programs*: the measured bot's first, then opponents'."""
    return Settings(names, programs, 1, rules_of(variant), boards, SEED, TimeControl(MOVE_US, BANK_US))


def points_ahead(scores: Sequence[int], own: Sequence[int]) -> Fraction:
    """Return a side's points minus the mean of the other seats'; *scores*: by seat, *own*: the side's seats."""
    others = [score for seat, score in enumerate(scores) if seat not in own]
    return scores[own[0]] - Fraction(sum(others), len(others))


def board_points(records: Sequence[dict[str, Any]], bot: str) -> float:
    """Return a bot's mean lead in points over *records*, the games of one board; *bot*: its name there."""
    ahead = (
        points_ahead(record["scores"], [seat for seat, name in enumerate(record["seats"]) if name == bot])
        for record in records
    )
    return float(sum(ahead) / len(records))


def fingerprint() -> str:
    """Return a hash of the scores of each variant's first deals, with the opponent in all seats."""
    digest = hashlib.sha256()
    for variant in SPREADS:
        for deal in range(FINGERPRINT_DEALS):
            digest.update(f"{variant} {opponents_scores(variant, deal)}".encode())
    return digest.hexdigest()[:16]


def opponents_scores(variant: str, deal: int) -> tuple[int, ...]:
    """Return each seat's score in deal number *deal*, from 0, with the opponent in all seats."""
    settings = settings_of(variant, [], [], DEALS)
    opponents = [house_bot(OPPONENT)] * settings.rules.seats
    return play_local(settings.rules, settings.deal_seed(deal), opponents).result().scores
