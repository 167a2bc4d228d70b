from typing import Any

import click
import pytest

from arena.cli.terminal.options import Span, Whole, parse_options, rules_for
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
        ("b=c", "b=c"),
    ],
)
def test_values_are_parsed_as_json_if_possible(text: str, value: Any) -> None:
    assert parse_options([f"name={text}"]) == {"name": value}


@pytest.mark.parametrize("words", [["target"], ["=5"], ["target=1", "target=2"]])
def test_malformed_pairs_are_refused(words: list[str]) -> None:
    with pytest.raises(Refusal, match="option"):
        parse_options(words)


def test_options_override_the_preset() -> None:
    options = options_of(rules_for("spades-4", "short-limit", ["target=250"]))
    assert (options["target"], options["bag_limit"]) == (250, 5)


@pytest.mark.parametrize(
    ("text", "bare", "ms"),
    [
        ("30d", None, 30 * 86_400_000),
        ("1s", "s", 1000),
        ("0.5", "s", 500),
        (".25", "s", 250),
        ("1.5h", "s", 5_400_000),
        ("250ms", None, 250),
        ("2", "h", 7_200_000),
        ("0", "h", 0),
    ],
)
def test_times_have_a_unit_or_the_default_one(text: str, bare: str | None, ms: int) -> None:
    assert Span(bare).convert(text, None, None).ToMilliseconds() == ms


@pytest.mark.parametrize(
    ("text", "bare"), [("30", None), ("soon", "s"), ("-1", "s"), ("1 s", "s"), ("nan", "s"), ("1e9", "s")]
)
def test_malformed_times_are_refused(text: str, bare: str | None) -> None:
    with pytest.raises(click.BadParameter, match="as in 30d"):
        Span(bare).convert(text, None, None)


@pytest.mark.parametrize("text", ["0", "6", "-1", "1e3", "1.5", "many", "", str(10**30), "9" * 5_000])
def test_a_number_outside_its_bounds_is_refused_with_them(text: str) -> None:
    with pytest.raises(click.BadParameter, match=r"given, whole numbers from 1 to 5 are accepted") as refusal:
        Whole(1, 5).convert(text, None, None)
    assert len(refusal.value.message) < 150
