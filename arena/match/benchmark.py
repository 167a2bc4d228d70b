"""Play the benchmark of `arena.league.benchmark`, and check that its rules and opponents are unchanged."""

import hashlib
from collections.abc import Sequence
from itertools import cycle, islice
from typing import Final

from arena.league.benchmark import BANK_US, DEALS, FROZEN, MOVE_US, OFFICIAL, ONE_HAND, OPPONENT, SEED, SPREADS, VERSION
from arena.match.plan import Settings
from arena.play import TimeControl
from arena.rules import Rules, configure
from bots.sdk.practice.local import house_bot, play_local

# Expected results of `fingerprint`. Another result means that the rules or the opponents have changed.
FINGERPRINTS: Final = {VERSION: "709b2f60ea346818", OFFICIAL: "2e89e2b19f020c77"}
FINGERPRINT_DEALS: Final = 2  # deals of each variant


def rules_of(variant: str) -> Rules:
    """Return the rules of the variant for games of one hand. Raises `UnknownVariantError`."""
    return configure(variant, None, ONE_HAND)


def settings_of(variant: str, names: Sequence[str], programs: Sequence[str], boards: int) -> Settings:
    """Return the settings of a benchmark match; *names*, *programs*: the measured bot's first, then opponents'."""
    return Settings(names, programs, 1, rules_of(variant), boards, SEED, TimeControl(MOVE_US, BANK_US))


def fingerprint(version: str = VERSION) -> str:
    """Return a hash of the scores of each variant's first deals, with the opponents of a *version* in all seats.

    `search` has 10 playouts there, so that this takes seconds.
    """
    opponents = [OPPONENT] if version == VERSION else [word.replace(":200", ":10") for word in FROZEN.values()]
    digest = hashlib.sha256()
    for variant in SPREADS:
        for deal in range(FINGERPRINT_DEALS):
            digest.update(f"{variant} {opponents_scores(variant, deal, opponents)}".encode())
    return digest.hexdigest()[:16]


def opponents_scores(variant: str, deal: int, opponents: Sequence[str] = (OPPONENT,)) -> tuple[int, ...]:
    """Return each seat's score in deal number *deal*, from 0, with the *opponents* in turn in all seats."""
    settings = settings_of(variant, [], [], DEALS)
    players = [house_bot(word) for word in islice(cycle(opponents), settings.rules.seats)]
    return play_local(settings.rules, settings.deal_seed(deal), players).result().scores
