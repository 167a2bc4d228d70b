from pathlib import Path

from arena.rules import VARIANTS
from arena.wire.columns.layout import VARIANT_NUMBERS, columns_of
from arena.wire.columns.page import page

PAGE = Path(__file__).resolve().parents[3] / "docs" / "columns-layout.md"
AGAIN = "write the page anew with: python -m arena.wire.columns.page > docs/columns-layout.md"


def test_the_page_is_what_the_layout_says() -> None:
    assert PAGE.read_text() == page(), AGAIN


def test_every_variant_has_a_number_of_its_own() -> None:
    assert VARIANT_NUMBERS.keys() == VARIANTS.keys()
    assert len(set(VARIANT_NUMBERS.values())) == len(VARIANTS)


def test_the_columns_that_the_gateway_reads_come_first() -> None:
    for rules in VARIANTS.values():
        first = [(column.name, column.type, column.count) for column in columns_of(rules)[:3]]
        assert first == [("seat_id", "u64", 1), ("number", "i32", 1), ("attempt", "i8", 1)]
