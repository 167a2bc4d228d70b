from typing import Any

import pytest

from arena.cli.terminal.options import parse_options, parse_value, rules_for
from arena.cli.terminal.refusal import Refusal
from arena.rules import options_of


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("300", 300),
        ("null", None),
        ("true", True),
        ("each", "each"),
        ('["JC", "JH"]', ["JC", "JH"]),
        ('{"kind": "hands", "count": 4}', {"kind": "hands", "count": 4}),
        ("", ""),
        ("40/20", "40/20"),
    ],
)
def test_values_are_json_where_they_can_be(text: str, value: Any) -> None:
    assert parse_value(text) == value


def test_a_value_may_hold_an_equals_sign() -> None:
    assert parse_options(["a=b=c"]) == {"a": "b=c"}


@pytest.mark.parametrize("words", [["target"], ["=5"], ["target=1", "target=2"]])
def test_what_is_no_pair_is_refused(words: list[str]) -> None:
    with pytest.raises(Refusal, match="option"):
        parse_options(words)


def test_options_go_over_the_preset() -> None:
    options = options_of(rules_for("spades-4", "short-limit", ["target=250"]))
    assert (options["target"], options["bag_limit"]) == (250, 5)


@pytest.mark.parametrize(
    ("variant", "preset", "options", "named"),
    [
        ("spades-9", None, [], "spades-4"),
        ("spades-4", "nope", [], "short-limit"),
        ("spades-4", None, ["nope=1"], "nope"),
        ("spades-4", None, ["target=5"], "target"),
        ("spades-4", None, ["bag_rule=some"], "limit"),
    ],
)
def test_what_is_not_accepted_is_one_line_that_says_what_is(
    variant: str, preset: str | None, options: list[str], named: str
) -> None:
    with pytest.raises(Refusal) as refusal:
        rules_for(variant, preset, options)
    assert named in refusal.value.message
    assert "\n" not in refusal.value.message
