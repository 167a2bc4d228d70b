"""Rows of what is played, frozen. Ids are ints; times are in microseconds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple


@dataclass(frozen=True)
class FaultRow:
    """How often a bot version committed a fault.

    By the words of docs/explanation/faults.md, and when last.
    """

    fault: str
    count: int
    last: datetime


@dataclass(frozen=True)
class TimeoutRow:
    """The evidence of a timeout, in microseconds.

    Beside the infraction of the same game, hand, decision and seat. *number*: the decision's, per
    seat from 1. *move_us*, *bank_us*: what the bot had when it was asked. The others are those of
    `TimedOut` in link.proto.
    """

    game_id: int
    hand: int
    decision: int
    seat: int
    version_id: int
    number: int
    move_us: int
    bank_us: int
    elapsed_us: int
    rtt_us: int
    lag_us: int
    silent_us: int
    connected: bool


@dataclass(frozen=True)
class InfractionRow:
    """An infraction, and whose it is.

    Of a timeout *evidence* has the fields of `TimeoutRow`, noted at the time *noted*. *place*: in
    the list; it says no more than the rest of the row. For an owner the fields from *board* to
    *game_id* are None as long as the board is open.
    """

    place: list[int]
    board: int | None
    hand: int | None
    decision: int | None
    seat: int | None
    game_id: int | None
    reason: str
    is_closed: bool
    variant: str
    bot: str  # "name@version"
    owner_id: int
    evidence: dict[str, Any] | None
    noted: datetime | None


@dataclass(frozen=True)
class Instance:
    """A connected bot process, as its gateway reports it.

    *columnar*: it is asked in columns.
    """

    instance: str
    version_id: int
    max_seats: int
    variants: Sequence[str]
    columnar: bool = False


@dataclass(frozen=True)
class Journal:
    """What is known of an unfinished game. *actions*, *charges*: varints, one of each a decision.

    *infractions* as in a result; other lists are per seat.
    *gateways* are link addresses: where each seat was last opened, "" where it never was; *openings*: how often the
    worker had opened it. *adrift*: the seats that were open nowhere then, with every answer in the journal.
    *played_us*: the play time so far after each hand, the open one last, in microseconds; empty where there is no
    deadline. *malformed*: how many of the illegal answers were no actions at all; *costs*: what each seat's last
    decision was charged and spared, and what all of them were charged, in microseconds. *token*: of the worker that
    wrote last.
    """

    actions: bytes
    charges: bytes
    infractions: list[dict[str, Any]]
    banks: list[int]
    illegal: list[int]
    lost: list[int]
    asked: list[int]
    gateways: list[str]
    clean: bool
    token: int
    malformed: list[int]
    costs: list[list[int]]
    played_us: list[int]
    openings: list[int]
    adrift: list[int]


@dataclass(frozen=True)
class HeldSeat:
    """What a gateway wrote down of a seat whose worker, that of *token*, is gone.

    *gateway*: its link address. *columnar*: whether the seat was asked in columns. *answers*: a
    serialised SeatOpened of link.proto with everything that the worker may have heard and no journal has, from its
    opening *since* up to *opening*.
    """

    seat_id: int
    token: int
    gateway: str
    columnar: bool
    answers: bytes
    opening: int
    since: int


@dataclass(frozen=True)
class ClaimedGame:
    """One rotation, or table. players[i] would sit in seat i before a "draw"; *seat_ids* go with players.

    *held*: what gateways wrote down of its seats, by seat id, in the order written.
    """

    game_id: int
    rotation: int
    players: list[int]
    seat_ids: list[int]
    journal: Journal | None
    held: Mapping[int, list[HeldSeat]] = field(default_factory=dict)


@dataclass(frozen=True)
class ClaimedBoard:
    """A board to be played; its games in order of rotation."""

    board_id: int
    number: int
    attempt: int
    seed: bytes
    games: list[ClaimedGame]


@dataclass(frozen=True)
class Claim:
    """A block that is now leased to a worker.

    At most *tables* boards of it may be open at once. *side_by_side*: the games of a board are open
    at once, since nobody sits at two; else one after another. *columnar*: some of its bots are
    asked in columns. *handed_in*: ids of those of its versions whose programs runners confine.
    """

    block_id: int
    token: int
    variant: str
    options: dict[str, Any]
    revision: int
    move_us: int
    bank_us: int
    auto_single: bool
    tables: int
    boards: list[ClaimedBoard]
    side_by_side: bool = False
    columnar: bool = False
    handed_in: frozenset[int] = frozenset()


class JournalRow(NamedTuple):
    """A piece of a game's journal.

    Its actions from index *start* on and their charges (varints), and the state after them (JSON):
    an object with the other fields of `Journal`. *timeouts*: of these actions.
    """

    game_id: int
    block_id: int
    token: int
    start: int
    actions: bytes
    charges: bytes
    state: bytes
    clean: bool
    timeouts: Sequence[TimeoutRow] = ()


@dataclass(frozen=True)
class SeatPlay:
    """What a seat did in a game.

    Decisions it was asked, time it was charged, infractions, and what it bid and won. *counts*:
    whole numbers in an order that does not change, but for new ones at the end
    (`arena/rules/records/play_counts.py`). *fallbacks*: decisions that the fallback answered;
    beyond its infractions they are those that the seat was not asked, since its bot had left.
    """

    asked: int
    charged_us: int
    infractions: int
    counts: list[int]
    fallbacks: int


@dataclass(frozen=True)
class PlayRow:
    """What a bot did in a variant, or all others did there.

    Under one revision of its rules; of all others where not *is_own*. *games* count once for each
    seat; *pools*: of the tournaments; the other fields are sums of those of `SeatPlay`.
    """

    variant: str
    revision: int
    is_own: bool
    games: int
    asked: int
    charged_us: int
    infractions: int
    counts: list[int]
    fallbacks: int
    pools: list[str]


@dataclass(frozen=True)
class GameResult:
    """The result of a game; its lists by seat, after a "draw". Each infraction is an object that has a `seat`.

    *elapsed_s*: the play time in seconds after each hand, empty where there is no deadline. *timeouts*: those that are
    in no journal row. *faults*: how often each version did what, by the words of docs/explanation/faults.md. *play*:
    what each seat did. *charges*: varints, one for each action (`arena/rules/records/thinking.py`); empty where nothing
    was measured.
    """

    game_id: int
    players_by_seat: list[int]
    ranks: list[int]
    scores: list[int]
    ended: str
    actions: bytes
    infractions: list[dict[str, Any]]
    elapsed_s: list[int] = field(default_factory=list)
    timeouts: Sequence[TimeoutRow] = ()
    faults: Mapping[tuple[int, str], int] = field(default_factory=dict)
    play: Sequence[SeatPlay] = ()
    charges: bytes = b""


@dataclass(frozen=True)
class PublicBoard:
    """A closed board that may be told of; *games*: ids, by rotation or table."""

    id: int
    tournament_id: int
    tournament: str
    number: int
    variant: str
    tables: int
    commitment: bytes
    seed: bytes
    epoch: int
    games: list[int]


@dataclass(frozen=True)
class StoredGame:
    """A game of a closed board: what its record is rebuilt from.

    *seats*: "name@version" by seat, after a "draw". *charges*: as in `GameResult`.
    """

    id: int
    variant: str
    options: dict[str, Any]
    revision: int
    seed: bytes
    seats: list[str]
    actions: bytes
    infractions: list[dict[str, Any]]
    elapsed_s: list[int] = field(default_factory=list)
    charges: bytes = b""
