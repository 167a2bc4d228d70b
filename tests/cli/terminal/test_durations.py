import click
import pytest

from arena.cli.terminal.options import Span


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
def test_a_time_has_a_unit_or_is_of_the_usual_one(text: str, bare: str | None, ms: int) -> None:
    assert Span(bare).convert(text, None, None).ToMilliseconds() == ms


@pytest.mark.parametrize(
    ("text", "bare"), [("30", None), ("soon", "s"), ("-1", "s"), ("1 s", "s"), ("nan", "s"), ("1e9", "s")]
)
def test_what_is_no_time_is_refused_with_what_is(text: str, bare: str | None) -> None:
    with pytest.raises(click.BadParameter, match="as in 30d"):
        Span(bare).convert(text, None, None)
