"""Represent the legal answers to a decision, without listing large ranges."""

from typing import Final

from arena.rules.hands.actions import CARD_BITS, CARD_MASK, CONCEDE, PASS, Kind, describe, pack_cards
from arena.rules.native import mypyc_attr

PLAY: Final = Kind.PLAY
MANY: Final = -1
NOTHING: Final[list[int]] = []


@mypyc_attr(acyclic=True, free_list_len=1)
class Legal:
    """The legal answers to one decision.

    `actions` lists them for play, bid, blind, widow, throw_in and trump, and is empty for other kinds. An auction has
    `least`, `step`, `most` and `may_pass`; no bid is possible if `least > most`. A discard or give is any `count` of
    `cards`, which lists each copy in the order of `Layout.sorted`. With `may_concede` the action `CONCEDE` is legal
    too. There is no `__init__` and `actions` is no property, since every decision creates a `Legal` and calls are slow
    in Python.
    """

    kind: int = PLAY  # the most frequent kind
    actions: list[int] = NOTHING
    least: int = 0
    step: int = 1
    most: int = -1
    may_pass: bool = False
    cards: list[int] = NOTHING
    count: int = 0
    may_concede: bool = False

    @property
    def single(self) -> int:
        """The only legal action; -1 if there are several."""
        if self.actions:
            return self.actions[0] if len(self.actions) == 1 else MANY
        if self.kind == Kind.AUCTION:
            if self.may_pass:
                return PASS if self.least > self.most else MANY
            return self.least if self.least + self.step > self.most else MANY
        return pack_cards(self.cards) if len(self.cards) == self.count and not self.may_concede else MANY

    def allows(self, action: int) -> bool:
        if self.actions:
            return action in self.actions
        if self.kind == Kind.AUCTION:
            if action == PASS:
                return self.may_pass
            return self.least <= action <= self.most and (action - self.least) % self.step == 0
        if action == CONCEDE and self.may_concede:
            return True
        if action < 0 or action >> (CARD_BITS * self.count):
            return False
        taken = 0
        for card in self.cards:
            if taken < self.count and (action >> (CARD_BITS * taken)) & CARD_MASK == card:
                taken += 1
        return taken == self.count

    def describe(self) -> str:
        """Return the legal answers in words, for an error message."""
        if self.actions:
            return ", ".join([describe(self.kind, action) for action in self.actions])
        if self.kind == Kind.AUCTION:
            passing = ["pass"] if self.may_pass else []
            bids = [f"bid {self.least}..{self.most} in steps of {self.step}"] if self.least <= self.most else []
            return ", ".join(passing + bids)
        conceding = "concede, or " if self.may_concede else ""
        return f"{conceding}{self.count} of {describe(self.kind, pack_cards(self.cards), len(self.cards))}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Legal) and self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash(self.kind)

    def __repr__(self) -> str:
        return f"Legal({self.describe()})"

    def _fields(self) -> tuple[object, ...]:
        bids = (self.least, self.step, self.most, self.may_pass)
        return (self.kind, sorted(self.actions), bids, self.cards, self.count, self.may_concede)


def legal_actions(kind: int, actions: list[int]) -> Legal:
    legal = Legal()
    legal.kind = kind
    legal.actions = actions
    return legal


def legal_bids(least: int, step: int, most: int, may_pass: bool) -> Legal:
    legal = Legal()
    legal.kind = Kind.AUCTION
    legal.least = least
    legal.step = step
    legal.most = most
    legal.may_pass = may_pass
    return legal


def legal_cards(kind: int, cards: list[int], count: int, may_concede: bool = False) -> Legal:
    """Return legal answers that lay any *count* of *cards*, which must be sorted by `Layout.sorted`."""
    legal = Legal()
    legal.kind = kind
    legal.cards = cards
    legal.count = count
    legal.may_concede = may_concede
    return legal
