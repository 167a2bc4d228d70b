"""Sides: the seats that play together (docs/rules/sheets/README.md)."""

from arena.rules.rules import Rules, Sides


def side_of(rules: Rules, seat: int) -> list[int]:
    """Return a seat and its partner, if any, in seat order."""
    if rules.sides is Sides.ALONE:
        return [seat]
    return [seat % 2, seat % 2 + 2]


def sides_of(rules: Rules) -> int:
    """Return the number of sides at a table, and so of bots in a line-up."""
    return rules.seats if rules.sides is Sides.ALONE else 2


def partner_of(rules: Rules, seat: int) -> int:
    """Return the seat across; -1 if everybody plays alone."""
    return -1 if rules.sides is Sides.ALONE else (seat + 2) % rules.seats
