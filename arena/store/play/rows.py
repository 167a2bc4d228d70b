"""Define the rows of play. Ids are ints; fields that end in `_us` are in microseconds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple


@dataclass(frozen=True)
class TimeoutRow:
    """The measurements behind a timeout: the infraction of the same game, hand, decision and seat.

    *number*: the decision's number, per seat from 1. *move_us*, *bank_us*: the time that the bot had when it was asked.
    The other fields are those of `TimedOut` in link.proto.
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
    """An infraction and the bot that committed it.

    *place*: position in the list, which reveals no more than the rest of the row. *evidence*: for a timeout, the fields
    of `TimeoutRow`, recorded at *noted*. Owners see None in the fields from *board* to *game_id* while the board is
    open.
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
    """A connected bot process. *columnar*: whether it receives decisions as columns, not as rows."""

    instance: str
    version_id: int
    max_seats: int
    variants: Sequence[str]
    columnar: bool = False


@dataclass(frozen=True)
class Journal:
    """The state of an unfinished game, from which another worker can resume it.

    *actions*, *charges*: varints, one of each per decision. *infractions*: as in a result. Other lists are by seat.
    *gateways*: the link address where each seat was last opened, "" if never. *openings*: how often this worker opened
    each seat. *unplaced*: the seats that were open nowhere, with every answer in the journal. *played_us*: the play
    time after each hand, the open hand last; empty without a deadline. *malformed*: a part of the illegal answers.
    *costs*: of each seat the charge and the allowance of its last decision, and its total charge. *lease_number*: of
    the worker that wrote last. *clean*: written after play had stopped, so no answer is missing.
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
class SpilledAnswers:
    """Spilled answers of a seat: a gateway stores them when the worker of that lease number is gone.

    *gateway*: its link address. *answers*: a serialised `SeatOpened` of link.proto: all answers that the worker may
    have received and that no journal has. They were given from opening *since* of the seat up to *opening*.
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
    """One rotation or table of a board. Before a "draw", players[i] (a version id) sits in seat i.

    *seat_ids*: in the order of *players*. *spilled*: the game's spilled answers by seat id, in the order written.
    """

    game_id: int
    rotation: int
    players: list[int]
    seat_ids: list[int]
    journal: Journal | None
    spilled: Mapping[int, list[SpilledAnswers]] = field(default_factory=dict)


@dataclass(frozen=True)
class ClaimedBoard:
    """A board to play, with its games in the order of rotations. *attempt*: how often it was voided."""

    board_id: int
    number: int
    attempt: int
    seed: bytes
    games: list[ClaimedGame]


@dataclass(frozen=True)
class Claim:
    """A block that is leased to a worker.

    *tables*: how many of its boards may be open at once. *side_by_side*: whether a board's games are open at once,
    since no bot sits at two of its tables. *columnar*: whether some of its bots receive decisions as columns.
    *submitted*: the ids of its submitted versions, which runners confine.
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
    submitted: frozenset[int] = frozenset()


class JournalRow(NamedTuple):
    """A piece of a game's journal: the actions from index *start* on, their charges and timeouts.

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
    """The counts of one seat in one game.

    *asked*: decisions sent to the bot. *charged_us*: the time charged for these. *counts*: whole numbers in the order
    of `arena/rules/records/play_counts.py`. *fallbacks*: decisions of the fallback. If there are more fallbacks than
    infractions, the rest was never sent, since the bot had left.
    """

    asked: int
    charged_us: int
    infractions: int
    counts: list[int]
    fallbacks: int


@dataclass(frozen=True)
class PlayRow:
    """The counts of a bot in a variant under one rules revision, or those of all other bots.

    *is_own*: True for the bot itself. *games*: one for each seat of a game. *pools*: of the counted tournaments. The
    other fields are sums of `SeatPlay`.
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
    """The result of a game. Its lists are by seat, after a "draw" of seats.

    *infractions*: objects that each have a `seat`. *elapsed_s*: the play time in seconds after each hand; empty without
    a deadline. *timeouts*: those that no journal row has. *infraction_counts*: by version id and kind of infraction
    (docs/explanation/infractions.md). *charges*: varints, one per action (`arena/rules/records/thinking.py`); empty if
    not measured.
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
    """A closed board as everybody may see it. *games*: game ids in the order of rotations or tables."""

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
    """A game, from which its record is rebuilt. *number*: of its board. *charges*: as in `GameResult`.

    *seats*: "name@version" by seat, after a "draw" of seats.
    """

    id: int
    variant: str
    options: dict[str, Any]
    revision: int
    seed: bytes
    number: int
    rotation: int
    seats: list[str]
    actions: bytes = b""
    infractions: list[dict[str, Any]] = field(default_factory=list)
    elapsed_s: list[int] = field(default_factory=list)
    charges: bytes = b""
