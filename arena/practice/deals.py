"""Define the deal of a practice table, and the errors of the package."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice

from arena.rules import Game, Rules, replay
from bots.house.asking import check_names


class PracticeError(ValueError):
    """A practice table refuses a request; the message says what is accepted."""


class ActionRefusedError(PracticeError):
    """The request is impossible in this state, such as an undo before any decision."""


class BadTableError(PracticeError):
    """A text is not a valid practice table or deal, or a deal has invalid values."""


class TableTooLongError(PracticeError):
    """The table has reached its limit of decisions."""


SEED_BYTES = 32


@dataclass(frozen=True)
class Deal:
    """The cards, the person's seat and the bots, from which the same table can be played again.

    *rules*: their option `deadline` has no effect, since nobody is timed. *seed*: 32 bytes, from which all hands
    derive. *seat*: the person's seat. *bots*: the house bot of each seat. The bot of the person's seat plays there if
    the person moves to another seat. *before*: the actions of all hands before the first hand of this deal.
    """

    rules: Rules
    seed: bytes
    seat: int
    bots: tuple[str, ...]
    before: tuple[int, ...] = ()

    def start_game(self) -> Game:
        """Return a new game at the first decision of the deal, after the actions in *before*."""
        return replay(self.rules, self.seed, self.before)

    def from_seat(self, seat: int) -> "Deal":
        """Return the same deal with the person in *seat*. Raises `BadTableError` for an unknown seat."""
        return replace(self, seat=_seat(self.rules, seat))


def deal_of(rules: Rules, seed: bytes, seat: int, bots: Sequence[str]) -> Deal:
    """Return a deal from its first hand on. Raises `BadTableError`.

    *bots*: names of house bots, which are assigned to the seats in turn and repeated if there are more seats.
    """
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
