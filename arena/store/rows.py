"""The store's rows, frozen. Ids are ints; times are in microseconds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple


@dataclass(frozen=True)
class Principal:
    """Who a token stands for. *scope*: "operator", "owner" or "bot"; fields that do not apply to it are None."""

    scope: str
    owner_id: int | None = None
    owner: str | None = None
    version_id: int | None = None
    bot: str | None = None  # "name@version"
    token_id: int = 0  # of the token itself


@dataclass(frozen=True)
class TokenRow:
    """A token, of which only the hash is stored. *owner*: whose it is, or whose bot's; None for an operator's.

    *used*: when it last was, to the minute. *ended*: "revoked" or "expired"; None while it lets somebody in. *made_by*:
    the id of the token that made it.
    """

    id: int
    scope: str
    owner_id: int | None
    version_id: int | None
    owner: str | None
    bot: str | None  # "name@version"
    label: str
    created: datetime
    expires: datetime | None
    used: datetime | None
    ended: str | None
    made_by: int | None


@dataclass(frozen=True)
class BotRow:
    """A bot version and what is connected of it now; *infractions* counts those of all its rated boards."""

    version_id: int
    name: str
    bot: str  # "name@version"
    owner: str
    instances: int
    max_seats: int
    infractions: int


@dataclass(frozen=True)
class FaultRow:
    """How often a bot version did something wrong, by the words of docs/explanation/faults.md, and when last."""

    fault: str
    count: int
    last: datetime


@dataclass(frozen=True)
class TimeoutRow:
    """The evidence of a timeout, beside the infraction of the same game, hand, decision and seat; in microseconds.

    *number*: the decision's, per seat from 1. *move_us*, *bank_us*: what the bot had when it was asked. The others are
    those of `TimedOut` in link.proto.
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
    """An infraction, whose it is, and of a timeout the *evidence*, *noted* then: the fields of `TimeoutRow`.

    *place*: in the list; it says no more than the rest of the row, where *board* to *game_id* are None for an owner as
    long as the board is open.
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
    """A connected bot process, as its gateway reports it; *columnar*: it is asked in columns."""

    instance: str
    version_id: int
    max_seats: int
    variants: Sequence[str]
    columnar: bool = False


@dataclass(frozen=True)
class NewVariant:
    """A variant as it was chosen for a tournament. *preset* None: the default one."""

    variant: str
    preset: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    weight: int = 0  # its share of the boards beside the others' weights; 0: none was given


@dataclass(frozen=True)
class NewTournament:
    """A tournament as it was asked for. *bots*: "name@version", or "name" for its newest; *boards* for each line-up.

    Of a gauntlet the first *challengers* bots are that. *rounds*: of a Swiss or of a ladder; 0: as many as it takes, or
    no end. *ladder_tables* of a batch (0: as many as there are bots for), and what it promises (league/ladder.py).
    *tables_per_board*: in the pool `open` at how many a board is played; 0: what is usual among so many owners.
    *boards* is then how often two are compared, about.
    """

    name: str
    variants: Sequence[NewVariant]
    bots: Sequence[str]
    boards: int
    kind: str = "round-robin"
    pool: str = "trust"
    allow_same_owner: bool = False
    seed: str = ""  # empty: a random one is drawn
    move_us: int = 5_000_000
    bank_us: int = 60_000_000
    auto_single: bool = True
    priority: int = 0  # -10..10; higher ones are played first
    forfeit_s: int | None = 86_400  # of being away until a bot's boards are forfeited; None: never
    challengers: int = 0
    rounds: int = 0
    ladder_tables: int = 0
    least: int = 20  # boards
    longest: int = 10  # batches
    tables_per_board: int = 0


@dataclass(frozen=True)
class Entrant:
    """A bot version that takes part. *late*: it came after the start; *withdrawn*: it has left."""

    version_id: int
    bot: str  # "name@version"
    owner: str
    late: bool = False
    withdrawn: bool = False


@dataclass(frozen=True)
class TournamentRow:
    """A tournament in a list. *games*: boards x rotations, or in the pool `open` x tables.

    *kind*: round-robin, gauntlet, swiss, ladder, gate. *state*: created, running, paused, finished, cancelled.
    """

    id: int
    name: str
    kind: str
    state: str
    pool: str
    variants: list[str]
    entrants: list[Entrant]  # in the order of entry
    boards: int
    closed: int
    games: int
    created: datetime
    cancelled: int = 0  # boards that will not be played, since one of their bots withdrew
    forfeited: int = 0  # boards that will not be played, since one of their bots did not come
    priority: int = 0

    @property
    def bots(self) -> list[str]:
        """ "name@version" of its bots."""
        return [entrant.bot for entrant in self.entrants]


@dataclass(frozen=True)
class Progress:
    """How far a tournament is, in boards; *offline*: bots of open boards that no live instance has seats for.

    *short*: of those that are connected and offer seats, but too few, how many they need at a table.
    """

    state: str
    boards: int
    closed: int
    playing: int
    failed: int  # boards of blocks that failed at the limit of attempts
    offline: list[str]
    short: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class FailedBlock:
    """A block that failed too often: its open *boards* by number, its bots, and why it failed the last time."""

    block_id: int
    variant: str
    boards: list[int]
    bots: list[str]  # "name@version"
    attempts: int
    traceback: str


@dataclass(frozen=True)
class VoidRow:
    """A promise that board *number* was voided under: why, and when; *seed* as in `CommitmentRow`."""

    number: int
    commitment: bytes
    seed: bytes | None
    reason: str
    voided: datetime


@dataclass(frozen=True)
class CommitmentRow:
    """A board's promise: *commitment* = SHA-256(seed); *seed* only when the board is closed.

    *state*: open, closed, cancelled or forfeited. *voids*: what was promised before, from the first on.
    """

    number: int
    variant: str
    commitment: bytes
    seed: bytes | None
    voided: int
    state: str
    voids: Sequence[VoidRow] = ()


@dataclass(frozen=True)
class Journal:
    """What is known of an unfinished game. *actions*: varints; *infractions* as in a result; other lists are per seat.

    *gateways* are link addresses: where each seat was last opened, "" where it never was. *played_us*: the play time
    so far after each hand, the open one last, in microseconds; empty where there is no deadline. *malformed*: how many
    of the illegal answers were no actions at all; *costs*: what each seat's last decision was charged and spared, in
    microseconds.
    """

    actions: bytes
    infractions: list[dict[str, Any]]
    banks: list[int]
    illegal: list[int]
    lost: list[bool]
    asked: list[int]
    gateways: list[str]
    clean: bool
    malformed: list[int]
    costs: list[list[int]]
    played_us: list[int]


@dataclass(frozen=True)
class ClaimedGame:
    """One rotation, or table. players[i] would sit in seat i before a "draw"; *seat_ids* go with players."""

    game_id: int
    rotation: int
    players: list[int]
    seat_ids: list[int]
    journal: Journal | None


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
    """A block that is now leased to a worker; at most *tables* boards of it may be open at once.

    *side_by_side*: the games of a board are open at once, since nobody sits at two; else one after another.
    *columnar*: some of its bots are asked in columns.
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


class JournalRow(NamedTuple):
    """A piece of a game's journal: its actions from index *start* on (varints), and the state after them (JSON).

    The JSON is an object with the other fields of `Journal`. *timeouts*: of these actions.
    """

    game_id: int
    block_id: int
    token: int
    start: int
    actions: bytes
    state: bytes
    clean: bool
    timeouts: Sequence[TimeoutRow] = ()


@dataclass(frozen=True)
class GameResult:
    """The result of a game; its lists by seat, after a "draw". Each infraction is an object that has a `seat`.

    *elapsed_s*: the play time in seconds after each hand, empty where there is no deadline. *timeouts*: those that are
    in no journal row. *faults*: how often each version did what, by the words of docs/explanation/faults.md.
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


@dataclass(frozen=True)
class StoredGame:
    """A game of a closed board: what its record is rebuilt from. *seats*: "name@version" by seat, after a "draw"."""

    id: int
    variant: str
    options: dict[str, Any]
    revision: int
    seed: bytes
    seats: list[str]
    actions: bytes
    infractions: list[dict[str, Any]]
    elapsed_s: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class RatingRow:
    """A bot's Elo in a variant; *provisional* when boards of a running tournament are in it."""

    variant: str
    revision: int
    version_id: int
    bot: str  # "name@version"
    owner: str
    elo: float
    boards: int
    provisional: bool
