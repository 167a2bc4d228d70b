from pathlib import Path

from arena.rules import VARIANTS, number_of
from arena.wire.columns.layout import columns_of
from arena.wire.columns.page import page

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "columns-layout.md"
AGAIN = "write the page anew with: python -m arena.wire.columns.page > docs/reference/columns-layout.md"


def test_the_page_matches_the_layout() -> None:
    assert PAGE.read_text() == page(), AGAIN


def test_a_variant_keeps_its_number() -> None:
    spades = ["spades-3", "spades-4", "spades-5", "spades-5-2jokers", "spades-5-3jokers"]
    pinochle = ["chips", "racehorse", "two-handed", "double-deck", "single-deck", "cutthroat"]
    names = [*spades, *(f"pinochle-{name}" for name in pinochle)]
    assert {name: number_of(name) for name in VARIANTS} == {name: number for number, name in enumerate(names, 1)}


def test_the_columns_that_the_gateway_reads_come_first() -> None:
    for rules in VARIANTS.values():
        first = [(column.name, column.type, column.count) for column in columns_of(rules)[:3]]
        assert first == [("seat_id", "u64", 1), ("number", "i32", 1), ("attempt", "i8", 1)]
