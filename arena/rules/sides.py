"""Sides: the seats that play together for the whole match (docs/rules/sheets/README.md)."""

from __future__ import annotations

from arena.rules.rules import Rules, Sides


def side_of(rules: Rules, seat: int) -> list[int]:
    """The seat and its partner, where it has one, in seat order."""
    if rules.sides is Sides.ALONE:
        return [seat]
    return [seat % 2, seat % 2 + 2]


def sides_of(rules: Rules) -> int:
    """How many sides meet at a table: the bots of a line-up, each playing every seat of its side."""
    return rules.seats if rules.sides is Sides.ALONE else 2


def partner_of(rules: Rules, seat: int) -> int:
    """The seat across; -1 where everybody plays alone."""
    return -1 if rules.sides is Sides.ALONE else (seat + 2) % rules.seats
