"""Play a vector bot in this process, with the decisions of many tables in one batch."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from time import monotonic
from typing import Final

from arena.rules import Game, Rules, new_game, sides_of
from arena.wire.columns.pack import Columns
from bots.sdk.bot.bot import Bot, Outcome
from bots.sdk.seats.diary import Diary
from bots.sdk.seats.errors import BotErrors
from bots.sdk.seats.pace import SeatClock, Ticks, Time, at_once
from bots.sdk.seats.seat import Seat
from bots.sdk.vector import TIME_US
from bots.sdk.vector.batch import Batch
from bots.sdk.vector.bot import VectorBot
from bots.sdk.vector.guarded import Guarded

TOGETHER: Final = 128  # boards that are played at the same time, each in all its rotations


class Table:
    """A game with seats of the vector bot and of other bots.

    *others* creates the bot of each player; None is the vector bot. *first_id*: seat id of seat 0; the next seats have
    the next ids. *time*: time limits; None: no clock runs.
    """

    def __init__(
        self,
        rules: Rules,
        seed: bytes,
        first_id: int,
        others: Sequence[Callable[[], Bot] | None],
        bot: Guarded,
        time: Time | None,
    ) -> None:
        self.game = new_game(rules, seed)
        self.bot = bot
        self._clocks = [] if time is None else [SeatClock(time) for _ in self.game.seating]
        self.seats: dict[int, Seat] = {}
        self.ids: dict[int, int] = {}  # by seat of the vector bot: its id; `asked`: number of its decisions so far
        self.asked: dict[int, int] = {}
        for seat, player in enumerate(self.game.seating):
            make = others[player]
            if make is None:
                self.ids[seat], self.asked[seat] = first_id + seat, 0
                bot.started(first_id + seat, rules, seat)
            else:
                self.seats[seat] = Seat(make, rules, seat, bot.errors, Diary())

    def play_on(self) -> bool:
        """Play until the vector bot must decide; return False at the end of the game."""
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
                game.apply(at_once(seat.decide(legal)))
        result = self.game.result()
        for number in range(self.game.rules.seats):
            late = self._clocks[number].late if self._clocks else 0
            outcome = Outcome(result.ranks[number], result.scores[number], result.ended, late)
            if number in self.ids:
                self.bot.game_over(self.ids[number], outcome)
            else:
                seat = self.seats[number]
                seat.hear(self.game.events(number, len(seat.events)))
                at_once(seat.over(outcome))
        return False

    def ask(self, columns: Columns) -> None:
        """Add the open decision to a batch as a row."""
        seat = self.game.to_act
        self.asked[seat] += 1
        times = self._clocks[seat].left_us if self._clocks else (TIME_US, 0)
        columns.add(self.game, self.ids[seat], self.asked[seat], 0, *times)

    def settle(self, action: int, think: float) -> str:
        """Play *action*, or the fallback if *think* seconds are too many; return why they are, or ""."""
        late = self._clocks[self.game.to_act].charge(think) if self._clocks else ""
        self.game.apply(self.game.fallback() if late else action)
        return late


def play_boards(
    rules: Rules,
    seeds: Iterable[bytes],
    bot: VectorBot,
    others: Sequence[Callable[[], Bot] | None],
    errors: BotErrors,
    diary: Diary | None = None,
    time: Time | None = None,
    ticks: Ticks = monotonic,
) -> Iterator[list[Game]]:
    """Play a deal for each seed in every rotation, and yield the games of each deal. Raises `BotFailedError`.

    The line-up is *bot*, then a bot of each of *others*, which must not be async; None is *bot* again. *diary* records
    the times of *bot*. *time*: time limits for each seat of *bot*, in seconds of *ticks*; None: no clock runs. The time
    of a batch is charged to each of its rows.
    """
    guarded = Guarded(bot, errors, diary or Diary())
    sides = sides_of(rules)
    line_up = [None, *others]
    rotations = [[line_up[(player - rotation) % sides] for player in range(rules.seats)] for rotation in range(sides)]
    first_ids = itertools.count(1, rules.seats)
    waiting = iter(seeds)
    while together := list(itertools.islice(waiting, TOGETHER)):
        boards = [
            [Table(rules, seed, next(first_ids), players, guarded, time) for players in rotations] for seed in together
        ]
        _play([table for tables in boards for table in tables], guarded, ticks)
        yield from ([table.game for table in tables] for tables in boards)


def _play(tables: Sequence[Table], bot: Guarded, ticks: Ticks) -> None:
    live = tables
    while live := [table for table in live if table.play_on()]:
        columns = Columns(live[0].game.rules)
        for table in live:
            table.ask(columns)
        batch, began = Batch(columns.take()), ticks()
        actions = bot.actions(batch)
        think = ticks() - began
        for row, (table, action) in enumerate(zip(live, actions, strict=True)):
            if late := table.settle(int(action), think):
                bot.late(batch, row, late)
