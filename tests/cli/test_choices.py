import json

import pytest

from arena.cli.choices import variant_choices
from arena.cli.refusal import Refusal


def test_each_variant_has_its_preset_and_its_options() -> None:
    first, second = variant_choices(
        ["spades-4:short-each", "pinochle-cutthroat"], ["spades-4:target=250", "spades-4:bag_rule=each"]
    )
    assert (first.variant, first.preset) == ("spades-4", "short-each")
    assert json.loads(first.options) == {"target": 250, "bag_rule": "each"}
    assert (second.variant, second.preset, second.options) == ("pinochle-cutthroat", "", "")


@pytest.mark.parametrize("word", ["target=250", "spades-3:target=250", "spades-4:target"])
def test_an_option_names_its_variant(word: str) -> None:
    with pytest.raises(Refusal, match="option"):
        variant_choices(["spades-4"], [word])
