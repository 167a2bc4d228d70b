"""Print the page docs/reference/columns-layout.md: `python -m arena.wire.columns.page`."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from arena.rules import VARIANTS, Rules, card_text, find, layout_of, new_game, number_of
from arena.wire.columns.frame import HEADER
from arena.wire.columns.layout import columns_of, offsets_of
from arena.wire.columns.pack import Columns

HEAD: Final = """\
# Columns: the layout of every variant

This page lists the columns of every variant in order, where each card is in a set of cards, and an
example byte for byte. The page [Columns](columns.md) explains the terms, and how to answer a batch.

Written by `python -m arena.wire.columns.page > docs/reference/columns-layout.md`. Do not edit.

A batch is a header of 8 bytes, then the arrays in the order of the variant's table. Each array
begins at a multiple of 8 bytes; the bytes between are 0.
"""
EXAMPLE: Final = "spades-4"
PLAYED: Final = 14  # decisions before the example's row: four look, four bid, six cards


def page() -> str:
    """Return the page docs/reference/columns-layout.md: an example, then a section for each variant."""
    return "\n".join([HEAD, *example(), *(line for rules in VARIANTS.values() for line in section(rules))])


def section(rules: Rules) -> list[str]:
    """Return the lines of a variant's section: the table of its columns, and the bits of its card sets."""
    columns = columns_of(rules)
    head = f"Variant number {number_of(rules.name)}, {rules.seats} players"
    row = sum(column.width for column in columns)
    lines = [f"## {rules.name}", "", f"{head}, {len(columns)} columns, {row} bytes per row.", ""]
    lines += ["| | column | type | bytes per row | meaning |", "|--:|---|---|--:|---|"]
    for number, column in enumerate(columns):
        values = column.type if column.count == 1 else f"{column.type} x {column.count} players"
        lines.append(f"| {number} | `{column.name}` | {values} | {column.width} | {column.meaning} |")
    return [*lines, "", *fields(rules), ""]


def fields(rules: Rules) -> list[str]:
    """Return the lines that list the bits of each kind of card in a card set."""
    layout = layout_of(rules.deck)
    width = int(layout.width)
    bits = f"{width} bit{'s' if width > 1 else ''} for each kind of card"
    lines = [f"A set of cards has {bits}, from bit 0 on; bits {width * len(layout.kinds)} to 63 are 0:", ""]
    places = enumerate(layout.kinds)
    for _, kinds in groupby(places, lambda kind: kind[1] // 13):
        suit = list(kinds)
        lines.append(f"- bit {width * suit[0][0]} on: {' '.join(card_text(card) for _, card in suit)}")
    return lines


def example() -> list[str]:
    """Return the lines that show a batch of one row, byte for byte."""
    game = new_game(find(EXAMPLE), bytes(32))
    for _ in range(PLAYED):
        game.apply(game.fallback())
    packed = Columns(game.rules)
    packed.add(game, 0x0123456789ABCDEF, PLAYED // game.rules.seats + 1, 0, 5_000_000, 60_000_000)
    data, columns = packed.take(), columns_of(game.rules)
    what = f"A batch of one row, {len(data)} bytes: `{EXAMPLE}`, a seed of 32 zeros, after {PLAYED} fallback answers."
    lines = ["## An example in bytes", "", what, "", "| offset | | bytes |", "|--:|---|---|"]
    lines.append(f"| 0 | header: format, variant number, rows | `{data[: HEADER.size].hex(' ')}` |")
    for column, offset in zip(columns, offsets_of(columns, 1), strict=False):
        array = data[offset : offset + column.width].hex(" ", -(column.width // column.count))
        lines.append(f"| {offset} | `{column.name}` | `{array}` |")
    return [*lines, ""]


if __name__ == "__main__":
    print(page(), end="")
