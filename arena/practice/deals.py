"""Deals of practice tables, and the errors of a table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice

from arena.rules import Game, Rules, replay
from bots.house.asking import check_names


class PracticeError(ValueError):
    """A practice table refuses a request; the message says what is accepted."""


class ActionRefusedError(PracticeError):
    """The request cannot be met now, as an undo before any decision."""


class BadTableError(PracticeError):
    """A text is no practice table, or no deal of one."""


class TableTooLongError(PracticeError):
    """The table has reached the limit of decisions."""


SEED_BYTES = 32


@dataclass(frozen=True)
class Deal:
    """The same cards, from the same seat, against the same bots.

    *rules*: a `deadline` among the options never comes, as nobody is timed. *seed*: 32 bytes, from which every hand is
    dealt. *seat*: the person's. *bots*: the house bot of each seat; the person's own plays there if the person moves to
    another. *before*: all decisions before the first hand of the deal.
    """

    rules: Rules
    seed: bytes
    seat: int
    bots: tuple[str, ...]
    before: tuple[int, ...] = ()

    def start_game(self) -> Game:
        """Return the game at the first decision of the deal."""
        return replay(self.rules, self.seed, self.before)

    def from_seat(self, seat: int) -> "Deal":
        """Return the same deal for a person in *seat*. Raises `BadTableError`."""
        return replace(self, seat=_seat(self.rules, seat))


def deal_of(rules: Rules, seed: bytes, seat: int, bots: Sequence[str]) -> Deal:
    """Return a deal from its first hand on; *bots* sit down in turn, once round. Raises `BadTableError`."""
    if not 1 <= len(bots) <= rules.seats:
        raise BadTableError(f"{len(bots)} bots for the {rules.seats} seats of {rules.name}: give 1 to {rules.seats}")
    problem = check_names(bots)
    if problem:
        raise BadTableError(problem)
    if len(seed) != SEED_BYTES:
        raise BadTableError(f"the seed has {len(seed)} bytes; it must have {SEED_BYTES}")
    return Deal(rules, seed, _seat(rules, seat), tuple(islice(cycle(bots), rules.seats)))


def _seat(rules: Rules, seat: int) -> int:
    if not 0 <= seat < rules.seats:
        raise BadTableError(f"seat {seat} does not exist: {rules.name} has seats 0 to {rules.seats - 1}")
    return seat
