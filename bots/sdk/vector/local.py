"""Games of a vector bot in process: many tables side by side, its open decisions at all of them in one batch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from arena.rules import Game, Rules, new_game, sides_of
from arena.wire.columns.pack import Columns
from bots.sdk.bot import Bot, Outcome
from bots.sdk.faults import Faults
from bots.sdk.local import tell_the_end
from bots.sdk.seat import Seat
from bots.sdk.vector.batch import Batch
from bots.sdk.vector.bot import VectorBot
from bots.sdk.vector.guarded import Guarded

TIME_US: Final = 5_000_000  # what a row says: nobody's clock runs here


class Table:
    """A game whose seat ids begin at *first_id*; *others* makes the bot of each player, None for the vector bot's."""

    def __init__(
        self, rules: Rules, seed: bytes, first_id: int, others: Sequence[Callable[[], Bot] | None], bot: Guarded
    ) -> None:
        self.game = new_game(rules, seed)
        self.bot = bot
        self.seats: dict[int, Seat] = {}
        self.ids: dict[int, int] = {}  # the vector bot's seats, and how many decisions each was asked
        self.asked: dict[int, int] = {}
        for seat, player in enumerate(self.game.seating):
            make = others[player]
            if make is None:
                self.ids[seat], self.asked[seat] = first_id + seat, 0
                bot.started(first_id + seat, rules, seat)
            else:
                self.seats[seat] = Seat(make, rules, seat, bot.faults)

    def play_on(self) -> bool:
        """Play until the vector bot is asked, decisions with one answer unasked; False when the game is over."""
        game = self.game
        while not game.is_over:
            legal = game.legal()
            seat = self.seats.get(game.to_act)
            if legal.single >= 0:
                game.apply(legal.single)
            elif seat is None:
                return True
            else:
                seat.hear(game.events(game.to_act, len(seat.events)))
                game.apply(seat.decide(legal))
        tell_the_end(game, self.seats.items())
        result = game.result()
        for number, seat_id in self.ids.items():
            self.bot.game_over(seat_id, Outcome(result.ranks[number], result.scores[number], result.ended, 0))
        return False

    def ask(self, columns: Columns) -> None:
        """Put the open decision into a batch."""
        seat = self.game.to_act
        self.asked[seat] += 1
        columns.add(self.game, self.ids[seat], self.asked[seat], 0, TIME_US, 0)


def play_boards(
    rules: Rules, seeds: Sequence[bytes], bot: VectorBot, other: Callable[[], Bot] | None, faults: Faults
) -> list[list[Game]]:
    """Play deals in every rotation, as `play_board` does: the vector bot against *other* (None: against itself).

    One list of games for each seed.

    Raises:
        BotFailed: a bot is at fault and the faults are strict.
    """
    guarded = Guarded(bot, faults)
    sides = sides_of(rules)
    line_up = [None] + [other] * (sides - 1)
    rotations = [[line_up[(player - rotation) % sides] for player in range(rules.seats)] for rotation in range(sides)]
    boards: list[list[Table]] = []
    for seed in seeds:
        first_id = 1 + len(boards) * sides * rules.seats
        tables = (Table(rules, seed, first_id + r * rules.seats, rotations[r], guarded) for r in range(sides))
        boards.append(list(tables))
    live = [table for tables in boards for table in tables]
    while live := [table for table in live if table.play_on()]:
        columns = Columns(rules)
        for table in live:
            table.ask(columns)
        for table, action in zip(live, guarded.actions(Batch(columns.take())), strict=True):
            table.game.apply(int(action))
    return [[table.game for table in tables] for tables in boards]
