"""Many random games of every variant and preset.

See issue 3, "Seen as done when".
"""

import pytest

from arena.rules import VARIANTS, presets_of
from tests.rules.many import checked_games

PRESETS = [(variant, preset) for variant in VARIANTS for preset in presets_of(variant)]


def bounded(variant: str, preset: str, hands: int) -> dict[str, int]:
    return {} if "format" in presets_of(variant)[preset] else {"max_hands": hands}


@pytest.mark.parametrize(("variant", "preset"), PRESETS)
def test_a_handful_of_games(variant: str, preset: str) -> None:
    checked_games(variant, preset, 5, bounded(variant, preset, 5))


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "preset"), PRESETS)
def test_a_thousand_games_and_some_whole_ones(variant: str, preset: str) -> None:
    checked_games(variant, preset, 1000, bounded(variant, preset, 10))
    checked_games(variant, preset, 3, {})
