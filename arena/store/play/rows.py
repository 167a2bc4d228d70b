"""Frozen rows of play. Ids are ints; times are in microseconds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple


@dataclass(frozen=True)
class InfractionCountRow:
    """The count of one infraction of a bot version (docs/explanation/faults.md), and its last time."""

    infraction: str
    count: int
    last: datetime


@dataclass(frozen=True)
class TimeoutRow:
    """The evidence of a timeout: the infraction of the same game, hand, decision and seat.

    *number*: the decision's, per seat from 1. *move_us*, *bank_us*: the bot's time when it was
    asked. The other fields are those of `TimedOut` in link.proto.
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
    """An infraction, and its bot.

    *evidence*: for a timeout, the fields of `TimeoutRow`, recorded at *noted*. *place*: position in the list;
    it reveals no more than the rest of the row. For an owner the fields from *board* to *game_id*
    are None as long as the board is open.
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
    """A connected bot process. *columnar*: whether it is asked in columns."""

    instance: str
    version_id: int
    max_seats: int
    variants: Sequence[str]
    columnar: bool = False


@dataclass(frozen=True)
class Journal:
    """The state of an unfinished game. *actions*, *charges*: varints, one of each per decision.

    *infractions* as in a result; other lists are per seat. *gateways* are link addresses: where
    each seat was last opened, "" if never. *openings*: how often this worker opened each seat. *adrift*: the
    seats that were open nowhere then, with every answer in the journal. *played_us*: the play time
    so far after each hand, the open one last; empty without a deadline. *malformed*: a part of the illegal
    answers. *costs*: the last decision's charge and allowance of each seat, and its total charge.
    *lease_number*: that of the worker that wrote last.
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
    lease_number: int
    malformed: list[int]
    costs: list[list[int]]
    played_us: list[int]
    openings: list[int]
    unplaced: list[int]


@dataclass(frozen=True)
class HeldSeat:
    """Spilled answers of a seat whose worker, which held *lease_number*, is gone.

    *gateway*: its link address. *answers*: a serialised SeatOpened of link.proto. It has all answers that the
    worker may have received and no journal has, from its opening *since* up to *opening*.
    """

    seat_id: int
    lease_number: int
    gateway: str
    columnar: bool
    answers: bytes
    opening: int
    since: int


@dataclass(frozen=True)
class ClaimedGame:
    """One rotation, or table. Before a "draw" players[i] sits in seat i; *seat_ids* go with players.

    *held*: its seats' spilled answers, by seat id, in the order written.
    """

    game_id: int
    rotation: int
    players: list[int]
    seat_ids: list[int]
    journal: Journal | None
    held: Mapping[int, list[HeldSeat]] = field(default_factory=dict)


@dataclass(frozen=True)
class ClaimedBoard:
    """A board to play; its games are in order of rotation."""

    board_id: int
    number: int
    attempt: int
    seed: bytes
    games: list[ClaimedGame]


@dataclass(frozen=True)
class Claim:
    """A block that is leased to a worker.

    At most *tables* boards of it may be open at once. *side_by_side*: whether the games of a board
    are open at once, since no bot sits at two. *columnar*: whether some of its bots are asked in
    columns. *handed_in*: ids of its submitted versions, which runners confine.
    """

    block_id: int
    lease_number: int
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
    """A piece of a game's journal: actions from index *start* on, their charges, and their timeouts.

    *state*: a JSON object with the other fields of `Journal` after these actions.
    """

    game_id: int
    block_id: int
    lease_number: int
    start: int
    actions: bytes
    charges: bytes
    state: bytes
    clean: bool
    timeouts: Sequence[TimeoutRow] = ()


@dataclass(frozen=True)
class SeatPlay:
    """Counts of a seat in a game.

    *counts*: whole numbers in a fixed order, with new ones at the end
    (`arena/rules/records/play_counts.py`). *fallbacks*: decisions of the fallback; those beyond the
    infractions were not asked, since the bot had left.
    """

    asked: int
    charged_us: int
    infractions: int
    counts: list[int]
    fallbacks: int


@dataclass(frozen=True)
class PlayRow:
    """Counts of a bot in a variant under one rules revision; unless *is_own*, those of all other bots.

    *games* count once for each seat; *pools*: those of the tournaments; the other fields are sums of
    `SeatPlay`.
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
    """The result of a game; its lists by seat, after a "draw". Each infraction has a `seat`.

    *elapsed_s*: the play time in seconds after each hand, empty without a deadline. *timeouts*:
    those that no journal row has. *infraction_counts*: by version and word (docs/explanation/faults.md).
    *play*: by seat. *charges*: varints, one for each action (`arena/rules/records/thinking.py`);
    empty if not measured.
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
    infraction_counts: Mapping[tuple[int, str], int] = field(default_factory=dict)
    play: Sequence[SeatPlay] = ()
    charges: bytes = b""


@dataclass(frozen=True)
class PublicBoard:
    """A public closed board; *games*: ids, by rotation or table."""

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
    """A game of a closed board, from which its record is rebuilt.

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
