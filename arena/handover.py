"""Decide how a game continues when a worker or a gateway is lost.

The store has a block's lease and its games' journals. A gateway has the bots' answers since the
last mark. A worker has the next part of the journal. Each may be lost at any moment; these rules
then decide which worker may go on, and from where. They are pure functions: workers, gateways and
the store call them. tests/handover tries every order of events in a small game.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, Protocol, TypeVar

T = TypeVar("T")
Key = tuple[int, int]  # a decision's number, counted by seat from 1, and its attempt, from 0


class Lease(NamedTuple):
    """The right to write for a block: the worker with its *number*, until *until* at least (s)."""

    state: Literal["owed", "leased", "done"] = "owed"
    number: int = 0
    until: float = 0.0


def claimed(lease: Lease, now: float, seconds: float) -> Lease | None:
    """Lease a block to another worker; return None while it may not be claimed."""
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
    """Return whether a journal of *upto* actions accepts a piece that begins at *start*.

    A piece replaces the journal from its start on. A worker repeats a piece that may not have been
    stored. There may be no gap before a piece.
    """
    return start <= upto


def unmarked(answers: Mapping[Key, T], number: int) -> dict[Key, T]:
    """Return the answers that a gateway keeps when a seat's journal has decision *number*."""
    return {key: answer for key, answer in answers.items() if key[0] > number}


class Journalled(Protocol):
    """The last piece of a game's journal, as `arena.store.play.rows.Journal`."""

    @property
    def clean(self) -> bool:
        """Whether its worker gave the game back, with no open question."""

    @property
    def lease_number(self) -> int:
        """The lease number of its worker."""

    @property
    def gateways(self) -> list[str]:
        """The gateway at which each seat was last opened; "" for none."""

    @property
    def openings(self) -> list[int]:
        """The number of openings of each seat by its worker."""

    @property
    def unplaced(self) -> list[int]:
        """The seats that were open nowhere, with every answer in the journal."""


def must_be_known(journal: Journalled | None, seat: int) -> bool:
    """Return whether a seat's gateway may have answers that the journal lacks."""
    return journal is not None and not journal.clean and seat not in journal.unplaced


class StoredAnswers(Protocol):
    """The answers of a seat that a gateway stored, as `arena.store.play.rows.HeldSeat`."""

    @property
    def lease_number(self) -> int:
        """The lease number of the worker that it had lost."""

    @property
    def gateway(self) -> str:
        """The gateway's address."""

    @property
    def opening(self) -> int:
        """The number of that worker's opening."""

    @property
    def since(self) -> int:
        """The opening since which no answer is missing."""


def is_all_held(journal: Journalled | None, seat: int, held: StoredAnswers) -> bool:
    """Return whether a gateway stored all answers of a seat that the journal lacks.

    It did if it had the seat under the journal's worker. Otherwise answers to earlier workers may be
    in neither place. If that worker opened the seat again since, it may have got more answers.
    """
    if journal is None:
        return True
    is_there = (journal.lease_number, journal.gateways[seat]) == (held.lease_number, held.gateway)
    return is_there and held.since <= journal.openings[seat] <= held.opening


def is_unconfirmed(must_be_known: bool, is_ready: bool, asked: int, answered: int) -> bool:
    """Return whether a worker may lack answers to an earlier worker.

    *is_ready*: this worker has opened the seat. *asked*: the seat's last settled decision.
    *answered*: the seat's last decision with an answer at its gateway, or stored by it.
    """
    return must_be_known and (not is_ready or asked < answered)


def may_write(is_open: bool, unconfirmed: bool) -> bool:
    """Return whether a worker may write the journal, by the state of the seat to act.

    If answers may be missing, it may write only to ask the seat's gateway for them. Its own row hides
    the answers that were stored for its predecessor.
    """
    return is_open or not unconfirmed


def may_release(unconfirmed: Iterable[bool]) -> bool:
    """Return whether a worker may write that a game has no open question, by its seats."""
    return not any(unconfirmed)


def is_unplaced(is_open: bool, awaits: bool, unconfirmed: bool) -> bool:
    """Return whether a seat is open nowhere, and this worker has every answer.

    *awaits*: an outcome may not have reached the game yet.
    """
    return not (is_open or awaits or unconfirmed)


def may_go_on(is_known: bool, was_held: bool, unconfirmed: bool) -> bool:
    """Return whether a game can go on at a gateway; otherwise the board is void.

    *is_known*: the gateway has the seat with its answers. *was_held*: a gateway stored them.
    """
    return is_known or was_held or not unconfirmed
