"""Step many tables at once and pack their open decisions; compiled together with the rules core."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from librt.strings import BytesWriter, read_i64_le, write_i32_le, write_i64_le

from arena.rules import Chance, Game, IllegalActionError, Kind, Rules, new_game, random_action
from arena.rules.native import i32, u8
from arena.wire.columns.pack import Columns

if TYPE_CHECKING:
    from mypy_extensions import i64

WAIT: Final = -1  # used instead of an action: the table does not change
MOVE_US: Final = 5_000_000  # microseconds, the arena's default. Rows need such limits, but nobody is timed here
BANK_US: Final = 60_000_000
ACTION_BYTES: Final = 8


def deal_seed(seed: int, deal: int) -> bytes:
    """Return the 32-byte seed of deal number *deal*, from 0; *seed*: that of the environment."""
    return hashlib.sha256(f"arena-rl-v1 {seed} {deal}".encode()).digest()


class Stepper:
    """Tables of one variant. When a game ends, the table's next game is dealt at once.

    Each call of `step` and `begin` fills the writers, which the caller reads and empties. `columns` and `players` get a
    row for each table, `done` a byte for each table. `finals` gets the scores of each ended game in the order of
    tables, an i32 for each player.
    """

    def __init__(self, rules: Rules, count: int) -> None:
        self.rules: Final[Rules] = rules
        self.count: i64 = count
        self.seats: i64 = rules.seats
        self.seed: int = 0
        self.games: list[Game] = []
        self.deals: list[int] = []
        self.rotations: list[int] = []
        self.asked: list[i64] = []  # number of decisions so far: index table * seats + seat
        self.chance = Chance(0)
        self.columns: Final = Columns(rules)
        self.players: Final = BytesWriter()
        self.done: Final = BytesWriter()
        self.finals: Final = BytesWriter()

    def begin(self, seed: int, deals: Sequence[int], rotations: Sequence[int]) -> None:
        """Deal a game at every table; *deals*: each table's deal number, *rotations*: from 0, by table."""
        self.seed = seed
        self.deals = list(deals)
        self.rotations = list(rotations)
        self.chance = Chance(seed)
        self.games = [new_game(self.rules, deal_seed(seed, deal)) for deal in self.deals]
        self.asked = [0] * (self.count * self.seats)
        for row in range(self.count):
            self.done.append(0)
            self.pack(row)

    def step(self, actions: bytes) -> None:
        """Apply *actions*, an i64 for each table; `WAIT` leaves a table unchanged.

        Raises `IllegalActionError` before any table has changed.
        """
        self.check(actions)
        for row in range(self.count):
            action = read_i64_le(actions, row * ACTION_BYTES)
            over: i64 = 0
            if action != WAIT:
                game = self.games[row]
                game.apply(action)
                if game.kind == Kind.NONE:
                    over = 1
                    self.deal_next(row)
            self.done.append(u8(over))
            self.pack(row)

    def check(self, actions: bytes) -> None:
        """Raise `IllegalActionError` if an action is illegal at its table; *actions* as in `step`."""
        for row in range(self.count):
            action = read_i64_le(actions, row * ACTION_BYTES)
            if action != WAIT and not self.games[row].allows(action):
                raise IllegalActionError(f"table {row}: {self.games[row].refusal(action)}")

    def deal_next(self, row: i64) -> None:
        """Write the final scores of the ended game at table *row*, and deal its next game."""
        ended = self.games[row]
        for place in range(self.seats):
            player: i64 = (place + self.rotations[row]) % self.seats
            write_i32_le(self.finals, i32(ended.seats[ended.seating.index(player)].score))
        self.deals[row] += self.count
        self.games[row] = new_game(self.rules, deal_seed(self.seed, self.deals[row]))
        first: i64 = row * self.seats
        for seat_number in range(self.seats):
            self.asked[first + seat_number] = 0

    def pack(self, row: i64) -> None:
        """Write the open decision of table *row* to `columns`, and its player to `players`."""
        game = self.games[row]
        seat: i64 = game.to_act
        place: i64 = row * self.seats + seat
        number: i64 = self.asked[place] + 1
        self.asked[place] = number
        self.columns.add(game, place + 1, number, 0, MOVE_US, BANK_US)
        player: i64 = game.seating[seat] - self.rotations[row]
        self.players.append(u8(player % self.seats))

    def draw(self) -> bytes:
        """Return a random legal action for each table, packed as i64."""
        actions = BytesWriter()
        for game in self.games:
            write_i64_le(actions, random_action(game, self.chance))
        return actions.getvalue()
