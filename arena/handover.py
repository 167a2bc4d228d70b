"""Permitted steps with a game when a worker or a gateway is lost.

The store has a block's lease and its games' journals. A gateway has what bots answered since the
last mark. A worker has what it will write next. Each may be gone at any moment; then these rules
say who may go on, and from where. They are pure: workers, gateways and the store call them, and
tests/handover goes through every order in which things can happen to a small game.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, Protocol, TypeVar

T = TypeVar("T")
Key = tuple[int, int]  # a decision's number, by seat from 1, and the attempt at it, from 0


class Lease(NamedTuple):
    """The right to write for a block: the worker with its *number*, until *until* at least (s)."""

    state: Literal["owed", "leased", "done"] = "owed"
    number: int = 0
    until: float = 0.0


def claimed(lease: Lease, now: float, seconds: float) -> Lease | None:
    """Lease a block to another worker; None while it may not have it."""
    if lease.state == "done" or (lease.state == "leased" and lease.until > now):
        return None
    return Lease("leased", lease.number + 1, now + seconds)


def holds(lease: Lease, number: int) -> bool:
    """Return whether a worker may still write; a lease lasts until the next claim."""
    return lease.state == "leased" and lease.number == number


def is_fenced(held: int, lease_number: int) -> bool:
    """Return whether a seat under the lease number *held* is closed to a worker with a lower one."""
    return lease_number < held


def follows(upto: int, start: int) -> bool:
    """Return whether a journal of *upto* actions takes a piece from *start* on.

    A piece replaces what there was from its start on, for a worker that does not know whether it
    was stored sends it again; it may leave nothing out.
    """
    return start <= upto


def unmarked(answers: Mapping[Key, T], number: int) -> dict[Key, T]:
    """Return what a gateway keeps when a seat's journal has decision *number*."""
    return {key: answer for key, answer in answers.items() if key[0] > number}


class Journalled(Protocol):
    """The last piece of a game's journal, as `arena.store.play.rows.Journal`."""

    @property
    def clean(self) -> bool:
        """Whether its worker let the game go, with nothing under way."""

    @property
    def lease_number(self) -> int:
        """The lease number of its worker."""

    @property
    def gateways(self) -> list[str]:
        """Where each seat was last opened, "" where it never was."""

    @property
    def openings(self) -> list[int]:
        """How often its worker had opened each seat."""

    @property
    def adrift(self) -> list[int]:
        """The seats that were open nowhere, with every answer in the journal."""


def must_be_known(journal: Journalled | None, seat: int) -> bool:
    """Return whether a seat's answers may be at its gateway and not in the journal."""
    return journal is not None and not journal.clean and seat not in journal.adrift


class WrittenDown(Protocol):
    """The answers of a seat that a gateway stored, as `arena.store.play.rows.HeldSeat`."""

    @property
    def lease_number(self) -> int:
        """The lease number of the worker that it had lost."""

    @property
    def gateway(self) -> str:
        """The gateway's address."""

    @property
    def opening(self) -> int:
        """Which opening by that worker it had been."""

    @property
    def since(self) -> int:
        """From which opening on nothing is missing."""


def is_all_held(journal: Journalled | None, seat: int, held: WrittenDown) -> bool:
    """Return whether what a gateway wrote down is all the journal lacks of a seat.

    It is where that gateway had the seat under the journal's worker. Workers before that one had
    answers of which some may be in neither; and if this one opened the seat again since, it may
    have heard more.
    """
    if journal is None:
        return True
    is_there = (journal.lease_number, journal.gateways[seat]) == (held.lease_number, held.gateway)
    return is_there and held.since <= journal.openings[seat] <= held.opening


def is_in_doubt(must_be_known: bool, is_ready: bool, asked: int, answered: int) -> bool:
    """Return whether answers to an earlier worker may be missing in a worker.

    *is_ready*: the seat was opened by this worker; *asked*: its last settled decision; *answered*:
    its last decision that its gateway, or what that wrote down, has an answer to.
    """
    return must_be_known and (not is_ready or asked < answered)


def may_write(is_open: bool, in_doubt: bool) -> bool:
    """Return whether a worker may write the journal, by the seat that is to act.

    In doubt it does so only to ask the seat's gateway for what that has: a row of its own hides
    what was written down of its predecessor's seats.
    """
    return is_open or not in_doubt


def may_let_go(in_doubt: Iterable[bool]) -> bool:
    """Return whether a worker may write that nothing of a game is under way, by its seats."""
    return not any(in_doubt)


def is_adrift(is_open: bool, awaits: bool, in_doubt: bool) -> bool:
    """Return whether a seat is open nowhere, with every answer in this worker.

    *awaits*: an outcome may be on its way into the game.
    """
    return not (is_open or awaits or in_doubt)


def may_go_on(is_known: bool, was_held: bool, in_doubt: bool) -> bool:
    """Return whether a game goes on at a gateway; else the board is void.

    *is_known*: the gateway has the seat with its answers; *was_held*: a gateway wrote them down.
    """
    return is_known or was_held or not in_doubt
