"""Decide how a game continues after a worker or a gateway is lost.

The store has the lease of a block and the journals of its games. A gateway has the bots' answers since the last mark. A
worker has the actions that it has not journalled yet. Each of the three may be lost at any moment. These rules then
decide which worker may continue a game, and from which decision. They are pure functions for workers, gateways and the
store. tests/handover tries every order of events in a small game.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, Protocol, TypeVar

T = TypeVar("T")
Key = tuple[int, int]  # the number of a decision, counted per seat from 1, and the number of the attempt, from 0


class Lease(NamedTuple):
    """The right of one worker to store the results of a block.

    *number*: the lease number. *until*: the time (seconds) before which no other worker may claim the block.
    """

    state: Literal["owed", "leased", "done"] = "owed"
    number: int = 0
    until: float = 0.0


def claimed(lease: Lease, now: float, seconds: float) -> Lease | None:
    """Return a block's lease for the next worker; None if the block may not be claimed.

    *now*: the time, by the clock of `Lease.until`. *seconds*: the length of the new lease.
    """
    if lease.state == "done" or (lease.state == "leased" and lease.until > now):
        return None
    return Lease("leased", lease.number + 1, now + seconds)


def holds(lease: Lease, number: int) -> bool:
    """Return whether the worker with lease *number* may still write. A lease ends with the next claim, not before."""
    return lease.state == "leased" and lease.number == number


def is_fenced(opened_under: int, lease_number: int) -> bool:
    """Return whether a seat opened under lease number *opened_under* must refuse the worker with *lease_number*."""
    return lease_number < opened_under


def follows(upto: int, start: int) -> bool:
    """Return whether a journal of *upto* actions accepts a piece that begins with action *start* (from 0).

    The piece replaces the journal's actions from *start* on. A worker sends a piece again if it may not have been
    stored. There may be no gap before a piece.
    """
    return start <= upto


def unmarked(answers: Mapping[Key, T], number: int) -> dict[Key, T]:
    """Return the answers to decisions after *number*, which is the seat's last decision in the journal."""
    return {key: answer for key, answer in answers.items() if key[0] > number}


class Journalled(Protocol):
    """The last stored piece of a game's journal, as in `arena.store.play.rows.Journal`."""

    @property
    def clean(self) -> bool:
        """Whether the worker stopped play before it wrote the piece, with no open question."""

    @property
    def lease_number(self) -> int:
        """The lease number of the worker that wrote the piece."""

    @property
    def gateways(self) -> list[str]:
        """For each seat, the address of the gateway where it was last opened; "" if it never was."""

    @property
    def openings(self) -> list[int]:
        """For each seat, how often the worker that wrote the piece had opened it."""

    @property
    def unplaced(self) -> list[int]:
        """The numbers of the seats that were open at no gateway, and whose answers are all in the journal."""


def must_be_known(journal: Journalled | None, seat: int) -> bool:
    """Return whether a gateway may have answers of *seat* that *journal* (None: a new game) lacks."""
    return journal is not None and not journal.clean and seat not in journal.unplaced


class StoredAnswers(Protocol):
    """A seat's answers that a gateway stored after it lost the worker (`arena.store.play.rows.SpilledAnswers`)."""

    @property
    def lease_number(self) -> int:
        """The lease number of the lost worker."""

    @property
    def gateway(self) -> str:
        """The address of the gateway that stored the answers."""

    @property
    def opening(self) -> int:
        """The number of the lost worker's last opening of the seat at the gateway, from 1."""

    @property
    def since(self) -> int:
        """The number of the lost worker's first opening at the gateway; no later answer is missing."""


def has_all_answers(journal: Journalled | None, seat: int, stored: StoredAnswers) -> bool:
    """Return whether the answers *stored* include all those of *seat* that *journal* lacks.

    They do if the gateway had the seat under the worker that wrote the journal. Otherwise answers to earlier workers
    may be in neither place. If that worker opened the seat again later, it may have got more answers elsewhere.
    """
    if journal is None:
        return True
    is_there = (journal.lease_number, journal.gateways[seat]) == (stored.lease_number, stored.gateway)
    return is_there and stored.since <= journal.openings[seat] <= stored.opening


def is_unconfirmed(must_be_known: bool, is_ready: bool, asked: int, answered: int) -> bool:
    """Return whether this worker may lack answers that the bot gave to an earlier worker.

    *must_be_known*: as the function of that name. *is_ready*: this worker has opened the seat. *asked*: the number of
    the seat's last settled decision. *answered*: the number of its last decision with an answer at, or stored by, its
    gateway.
    """
    return must_be_known and (not is_ready or asked < answered)


def may_write(is_open: bool, unconfirmed: bool) -> bool:
    """Return whether a worker may write a game's journal: *is_open* and *unconfirmed* are of the seat to act.

    If answers may be missing, it may write only with the seat open, to ask the gateway for them. A row of this worker
    hides the answers that were stored for its predecessor.
    """
    return is_open or not unconfirmed


def may_release(unconfirmed: Iterable[bool]) -> bool:
    """Return whether a worker may write a clean journal. *unconfirmed*: `is_unconfirmed` of each seat."""
    return not any(unconfirmed)


def is_unplaced(is_open: bool, awaits: bool, unconfirmed: bool) -> bool:
    """Return whether a seat is open at no gateway while this worker has all its answers.

    *awaits*: whether an answer may not have reached the game yet. *unconfirmed*: the result of `is_unconfirmed`.
    """
    return not (is_open or awaits or unconfirmed)


def may_go_on(is_known: bool, was_spilled: bool, unconfirmed: bool) -> bool:
    """Return whether a game can continue after a loss; otherwise its board becomes void.

    *is_known*: a gateway still has the seat with its answers. *was_spilled*: a gateway stored the answers.
    *unconfirmed*: the result of `is_unconfirmed`.
    """
    return is_known or was_spilled or not unconfirmed
