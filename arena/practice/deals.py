"""Deals of practice tables, and results side by side."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice

from arena.rules import Game, Rules, replay
from bots.house.asking import check_names


class PracticeError(ValueError):
    """A practice table refuses a request; the message says what is accepted."""


class CannotDo(PracticeError):
    """What was asked for cannot be done now, as an undo before any decision."""


class BadTable(PracticeError):
    """A text is no practice table, or no deal of one."""


class TooLong(PracticeError):
    """The table has come to the most decisions it may have."""


SEED_BYTES = 32


@dataclass(frozen=True)
class Deal:
    """The same cards, from the same seat, against the same bots.

    Attributes:
        rules: the variant with its options. A `deadline` among them never comes: nobody is timed here.
        seed: 32 bytes, from which every hand is dealt.
        seat: where the person sits.
        bots: the house bot of each seat; the person's own plays there if the person sits elsewhere.
        before: all decisions before the first hand of it, which stand.
    """

    rules: Rules
    seed: bytes
    seat: int
    bots: tuple[str, ...]
    before: tuple[int, ...] = ()

    def begun(self) -> Game:
        """Return the game at the first decision of the deal."""
        return replay(self.rules, self.seed, self.before)

    def from_seat(self, seat: int) -> "Deal":
        """Return the same for a person in *seat*. Raises `BadTable`."""
        return replace(self, seat=_seat(self.rules, seat))


def deal_of(rules: Rules, seed: bytes, seat: int, bots: Sequence[str]) -> Deal:
    """Return a deal from its first hand on.

    *bots* sit down in turn, once round. Raises `BadTable`, which says what is accepted.
    """
    if not 1 <= len(bots) <= rules.seats:
        raise BadTable(f"{len(bots)} bots for the {rules.seats} seats of {rules.name}: accepted are 1..{rules.seats}")
    problem = check_names(bots)
    if problem:
        raise BadTable(problem)
    if len(seed) != SEED_BYTES:
        raise BadTable(f"a seed of {len(seed)} bytes was given: accepted is one of {SEED_BYTES}")
    return Deal(rules, seed, _seat(rules, seat), tuple(islice(cycle(bots), rules.seats)))


def _seat(rules: Rules, seat: int) -> int:
    if not 0 <= seat < rules.seats:
        raise BadTable(f"there is no seat {seat}: {rules.name} has the seats 0..{rules.seats - 1}")
    return seat
