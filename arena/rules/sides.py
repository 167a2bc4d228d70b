"""Define sides: the seats that play together (docs/rules/sheets/README.md)."""

from arena.rules.rules import Rules, Sides


def side_of(rules: Rules, seat: int) -> list[int]:
    """Return the seats of *seat*'s side in order: itself, and its partner if it has one."""
    if rules.sides is Sides.ALONE:
        return [seat]
    return [seat % 2, seat % 2 + 2]


def sides_of(rules: Rules) -> int:
    """Return the number of sides at a table, which is the number of bots in a line-up."""
    return rules.seats if rules.sides is Sides.ALONE else 2


def partner_of(rules: Rules, seat: int) -> int:
    """Return the seat of *seat*'s partner; -1 if each seat plays alone."""
    return -1 if rules.sides is Sides.ALONE else (seat + 2) % rules.seats
