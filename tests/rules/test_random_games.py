"""Random games of every variant, preset and format: they verify, and the adjudicator finds no fault."""

from typing import Any

import pytest

from arena.rules import VARIANTS, Rules, configure, presets_of
from arena.rules.records.verify import verify
from tests.adjudicator import faults
from tests.rules.choosing import played, record_of

PRESETS = [(variant, preset) for variant in VARIANTS for preset in presets_of(variant)]
SHAPES = [{"kind": "game"}, {"kind": "hands", "count": 3}, {"kind": "series", "wins": 2}]
JUDGED = 20  # the adjudicator, which is slow, judges one game in so many


def check_games(rules: Rules, games: int) -> None:
    for number in range(games):
        record = record_of(played(rules, number, [])[0])
        assert verify(record) == [], number
        assert number % JUDGED or faults(record) == [], number


@pytest.mark.parametrize(("variant", "preset"), PRESETS)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_preset_in_every_format(variant: str, preset: str, shape: dict[str, Any]) -> None:
    check_games(configure(variant, preset, {"format": shape, "max_hands": 3}), 2)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "preset"), PRESETS)
def test_a_thousand_games_and_some_whole_ones(variant: str, preset: str) -> None:
    bounded = {} if "format" in presets_of(variant)[preset] else {"max_hands": 10}
    check_games(configure(variant, preset, bounded), 1000)
    check_games(configure(variant, preset), 3)
