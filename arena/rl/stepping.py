"""Step many tables at once and pack their decisions; compiled with the rules core."""

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

WAIT: Final = -1  # in place of an action: the table does not change
MOVE_US: Final = 5_000_000  # written in each row, with the arena's defaults, though no clock runs here
BANK_US: Final = 60_000_000
ACTION_BYTES: Final = 8


def deal_seed(seed: int, deal: int) -> bytes:
    """Return the seed of a deal of an environment, 32 bytes."""
    return hashlib.sha256(f"arena-rl-v1 {seed} {deal}".encode()).digest()


class Stepper:
    """Tables of one variant; a table deals its next game as soon as one ends.

    Each call of `step` and `begin` fills the writers, which the caller empties. `columns` and `players` get a row per
    table, `done` a byte per table. `finals` gets the scores (i32 per player) of each ended game, in row order.
    """

    def __init__(self, rules: Rules, count: int) -> None:
        self.rules: Final[Rules] = rules
        self.count: i64 = count
        self.seats: i64 = rules.seats
        self.seed: int = 0
        self.games: list[Game] = []
        self.deals: list[int] = []
        self.rotations: list[int] = []
        self.asked: list[i64] = []  # number of decisions so far, by table and seat
        self.chance = Chance(0)
        self.columns: Final = Columns(rules)
        self.players: Final = BytesWriter()
        self.done: Final = BytesWriter()
        self.finals: Final = BytesWriter()

    def begin(self, seed: int, deals: Sequence[int], rotations: Sequence[int]) -> None:
        """Deal at every table."""
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
        """Apply one action per table, i64 each; `WAIT` leaves a table unchanged.

        Raises `IllegalActionError`, and then no table has changed.
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
        """Raise `IllegalActionError` for the first illegal action."""
        for row in range(self.count):
            action = read_i64_le(actions, row * ACTION_BYTES)
            if action != WAIT and not self.games[row].allows(action):
                raise IllegalActionError(f"table {row}: {self.games[row].refusal(action)}")

    def deal_next(self, row: i64) -> None:
        """Write the scores of the ended game, and deal the table's next game."""
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
        """Add the open decision of a table to the columns."""
        game = self.games[row]
        seat: i64 = game.to_act
        place: i64 = row * self.seats + seat
        number: i64 = self.asked[place] + 1
        self.asked[place] = number
        self.columns.add(game, place + 1, number, 0, MOVE_US, BANK_US)
        player: i64 = game.seating[seat] - self.rotations[row]
        self.players.append(u8(player % self.seats))

    def draw(self) -> bytes:
        """Return a random legal action for each table, i64 each."""
        actions = BytesWriter()
        for game in self.games:
            write_i64_le(actions, random_action(game, self.chance))
        return actions.getvalue()
