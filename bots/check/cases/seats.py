"""Many seats at many tables, which the bot must keep apart."""

import asyncio

from arena.rules import Game, Rules, new_game
from bots.check.bench import Bench
from bots.check.cases import Case
from bots.check.cases.decisions import play_out
from bots.check.tables import MockSeat, move_on, short

TABLES = 8
MOST = 256  # seats in one batch
TELLS = 10
SETTLED = 0.3  # seconds in which an answer that nobody asked for would come


def open_game(bench: Bench, rules: Rules) -> Game:
    """Return a game at its first decision with a choice."""
    while True:
        game = new_game(rules, bench.dice.randbytes(32))
        if move_on(game, bench.dice, lambda _: True):
            return game


def first_rules(bench: Bench) -> Rules:
    """Return the rules of the first variant that is checked."""
    return short(bench.variants[0], None)


def first_seats(bench: Bench, count: int) -> list[MockSeat]:
    """Return *count* seats, each at the first decision of its game."""
    games = [open_game(bench, first_rules(bench)) for _ in range(count)]
    return bench.seats((game, game.to_act) for game in games)


async def several_tables(bench: Bench) -> str:
    """Play whole games of several variants side by side."""
    line = await bench.line()
    each = max(1, line.room // TABLES)
    tables = min(TABLES, line.room)
    variants = [bench.variants[table % len(bench.variants)] for table in range(tables)]
    games = [new_game(short(variant, None), bench.dice.randbytes(32)) for variant in variants]
    asked = await asyncio.gather(*(play_out(bench, line, game, each) for game in games))
    return f"{tables} tables side by side, {sum(asked)} decisions"


async def one_batch(bench: Bench) -> str:
    """Start and ask as many seats as possible in one message."""
    line = await bench.line()
    seats = first_seats(bench, min(line.room, MOST))
    await bench.finish(line, seats)
    return f"{len(seats)} seats"


async def neighbouring_ids(bench: Bench) -> str:
    """Ask seats whose ids, as floats, would be the same."""
    line = await bench.line()
    seats = first_seats(bench, min(line.room, 2))
    for seat, seat_id in zip(seats, (2**64 - 1, 2**64 - 2), strict=False):
        seat.seat_id = seat_id
    await bench.finish(line, seats)
    return f"{len(seats)} seats"


async def told_only(bench: Bench) -> str:
    """Send events without a decision; expect no answer to them."""
    line = await bench.line()
    game = open_game(bench, first_rules(bench))
    seat, *_ = bench.seats([(game, game.to_act)])
    await line.update(seat.start(), seat.tell())
    for _ in range(TELLS):
        await line.update(seat.tell())
    await asyncio.sleep(SETTLED)
    await bench.finish(line, [seat], starting=False)
    return "heard, not answered"


CASES = (
    Case("several tables side by side", several_tables),
    Case("many seats in one batch", one_batch),
    Case("seat ids of 64 bits", neighbouring_ids),
    Case("events without a decision", told_only, turns=True),
)
