import pytest

from arena.rules import VARIANTS
from tests.cli.conftest import Command


def test_the_rules_of_a_variant_and_of_a_match(arena: Command) -> None:
    said = arena("rules", "spades-5-2jokers")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("# Spades for five with two jokers\n")
    assert "| `target` | `500`, here `90` |" in arena("rules", "spades-4", "--option", "target=90").out


def test_the_list_of_variants(arena: Command) -> None:
    said = arena("rules")
    assert all(f"[{name}]({name}.md)" in said.out for name in VARIANTS)


@pytest.mark.parametrize("words", [("spades-9",), ("--preset", "official"), ("spades-4", "--option", "x=1")])
def test_what_is_refused_in_one_line(words: tuple[str, ...], arena: Command) -> None:
    said = arena("rules", *words)
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
