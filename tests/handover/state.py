"""What is remembered in the small game of `world.py`: by the journal, gateways, workers and bots."""

from typing import NamedTuple

from arena.handover import Lease, claimed

SEATS = 2
NOWHERE = -1
MAX_WORKERS = 3  # one after another
Answers = tuple[tuple[int, int], ...]  # a seat's (number of the decision, what was answered)


class Piece(NamedTuple):
    """The journal's last piece; as `arena.handover.Journalled`."""

    lease_number: int
    clean: bool
    gateways: list[str]
    openings: list[int]
    unplaced: list[int]


class Row(NamedTuple):
    """The journal: what was decided, and its last piece."""

    decided: tuple[int, ...]
    lease_number: int
    clean: bool
    gateways: tuple[int, ...]
    openings: tuple[int, ...]
    unplaced: tuple[int, ...]

    @property
    def piece(self) -> Piece:
        gateways = [gateway_name(gateway) for gateway in self.gateways]
        return Piece(self.lease_number, self.clean, gateways, list(self.openings), list(self.unplaced))


class SpilledSeat(NamedTuple):
    """What a gateway wrote down of a seat whose worker was gone; as `arena.handover.StoredAnswers`."""

    seat: int
    lease_number: int
    gateway: str
    opening: int
    since: int
    answers: Answers


class GatewaySeat(NamedTuple):
    """A seat at a gateway: *link* is the lease number of the worker that hears of it, or 0."""

    lease_number: int
    link: int
    opening: int
    since: int
    has_stopped: bool = False
    question: int = 0  # the number that is open, or 0
    answers: Answers = ()


class WorkerSeat(NamedTuple):
    """A seat at a worker: *spilled* is what it found written down, None where that may not be all."""

    gateway: int
    must_be_known: bool
    spilled: Answers | None
    is_ready: bool = False
    is_open: bool = False
    opening: int = 0
    answered: int = 0
    to_use: Answers = ()  # of *spilled*


class Worker(NamedTuple):
    """A worker that plays: *outcome* came for the open decision, and is not entered yet."""

    lease_number: int
    decided: tuple[int, ...]
    stored: int
    seats: tuple[WorkerSeat, ...]
    noted: Row | None = None  # its last row
    awaits: bool = False
    outcome: int | None = None
    lost_gateway: bool = False  # since its last row: nobody could have written what that had


class World(NamedTuple):
    """Everything there is; *told* is what each decision was when somebody first entered it.

    *both_lost*: a worker and a gateway of a seat were, before either could write.
    *faults*: how many losses of workers, of gateways, and cut links may still come.
    """

    lease: Lease
    row: Row
    spilled: frozenset[SpilledSeat]
    gateways: tuple[tuple[GatewaySeat | None, ...] | None, ...]  # None while it is down
    workers: tuple[Worker, ...]
    told: tuple[int | None, ...]
    asked: tuple[int, ...]  # how often each decision's bot made up its mind
    faults: tuple[int, int, int]
    both_lost: bool = False
    results: int = 0
    is_void: bool = False


class BrokenError(AssertionError):
    """Raised where a promise does not hold."""


def begun(decisions: int, faults: tuple[int, int, int]) -> World:
    """Return the world after a worker has opened the seats at the first gateway."""
    seat = WorkerSeat(0, False, None, is_ready=True, is_open=True, opening=1)
    here = GatewaySeat(1, 1, 1, 1)
    lease = claimed(Lease(), 0, 0)
    assert lease
    row = Row((), lease.number, False, (0,) * SEATS, (1,) * SEATS, ())
    worker = Worker(lease.number, (), 0, (seat,) * SEATS, row)
    return World(
        lease,
        row,
        frozenset(),
        ((here,) * SEATS, (None,) * SEATS),
        (worker,),
        (None,) * decisions,
        (0,) * decisions,
        faults,
    )


def gateway_name(gateway: int) -> str:
    return "" if gateway == NOWHERE else str(gateway)
