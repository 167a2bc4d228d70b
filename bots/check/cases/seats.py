"""Cases about games: every kind of decision, whole games, and many seats at once."""

import asyncio
from collections.abc import Sequence
from functools import partial

from arena.rules import KIND_NAMES, Game, Rules, new_game, presets_of
from bots.check.bench import Bench
from bots.check.cases import Case
from bots.check.line import Line
from bots.check.tables import MockSeat, any_action, move_on, positions, short_rules

EACH = 4  # decisions of each kind
HANDS = 2  # hands in a whole game
TABLES = 8  # most tables at once
MOST = 256  # most seats in one batch
TELLS = 10  # updates without a decision
SETTLED = 0.3  # seconds in which an unasked answer would arrive


def cases_of(variant: str, quick: bool) -> list[Case]:
    """Return the cases of one variant. *quick*: leave out the variant's presets."""
    presets: list[str | None] = [None] if quick else list(presets_of(variant))
    return [
        Case(f"{variant}: every kind of decision", partial(ask_every_kind, variant, presets)),
        Case(f"{variant}: a whole game", partial(play_whole_game, variant)),
    ]


async def ask_every_kind(variant: str, presets: Sequence[str | None], bench: Bench) -> str:
    """Ask decisions of games that the bot has not seen, each after a Resume. A preset None is the default rules."""
    games = [game for preset in presets for game in positions(short_rules(variant, preset), EACH, bench.dice)]
    line = await bench.line()
    seats = bench.seats((game, game.to_act) for game in games)
    for first in range(0, len(seats), line.room):
        some = seats[first : first + line.room]
        await bench.resume(line, some)
        await bench.release(line, some)
    return f"{' '.join(KIND_NAMES[kind] for kind in sorted({game.kind for game in games}))}; {len(games)} decisions"


async def play_whole_game(variant: str, bench: Bench) -> str:
    """Play a whole game of *variant*, with the bot in as many seats as possible."""
    line = await bench.line()
    decisions = await play_out(bench, line, new_game(short_rules(variant, None, HANDS), bench.dice.randbytes(32)))
    return f"{decisions} decisions in {HANDS} hands"


async def play_out(bench: Bench, line: Line, game: Game, most: int = 5) -> int:
    """Play *game* to its end; return how many decisions the bot was asked. *most*: seats that the bot plays at most."""
    seats = bench.seats((game, seat) for seat in range(min(game.rules.seats, line.room, most)))
    await line.update(*(seat.start() for seat in seats))
    asked = 0
    while not game.is_over:
        legal = game.legal()
        if legal.single >= 0:
            game.apply(legal.single)
        elif game.to_act >= len(seats):
            game.apply(any_action(legal, bench.dice))
        else:
            asked += 1
            (action,) = await bench.ask(line, [seats[game.to_act]], starting=False)
            game.apply(action)
    await bench.release(line, seats)
    return asked


def open_game(bench: Bench, rules: Rules) -> Game:
    """Return a new game at its first decision with more than one legal answer."""
    while True:
        game = new_game(rules, bench.dice.randbytes(32))
        if move_on(game, bench.dice, lambda _: True):
            return game


def first_rules(bench: Bench) -> Rules:
    """Return the rules of the first variant that is checked."""
    return short_rules(bench.variants[0], None)


def first_seats(bench: Bench, count: int) -> list[MockSeat]:
    """Return *count* seats, each at the first decision of a new game."""
    games = [open_game(bench, first_rules(bench)) for _ in range(count)]
    return bench.seats((game, game.to_act) for game in games)


async def play_several_tables(bench: Bench) -> str:
    """Play whole games of several variants at the same time."""
    line = await bench.line()
    each = max(1, line.room // TABLES)
    tables = min(TABLES, line.room)
    variants = [bench.variants[table % len(bench.variants)] for table in range(tables)]
    games = [new_game(short_rules(variant, None), bench.dice.randbytes(32)) for variant in variants]
    asked = await asyncio.gather(*(play_out(bench, line, game, each) for game in games))
    return f"{tables} tables side by side, {sum(asked)} decisions"


async def ask_one_batch(bench: Bench) -> str:
    """Start and ask as many seats as possible in one message."""
    line = await bench.line()
    seats = first_seats(bench, min(line.room, MOST))
    await bench.finish(line, seats)
    return f"{len(seats)} seats"


async def ask_neighbouring_ids(bench: Bench) -> str:
    """Ask two seats whose ids differ as integers but are equal as floats."""
    line = await bench.line()
    seats = first_seats(bench, min(line.room, 2))
    for seat, seat_id in zip(seats, (2**64 - 1, 2**64 - 2), strict=False):
        seat.seat_id = seat_id
    await bench.finish(line, seats)
    return f"{len(seats)} seats"


async def send_events_only(bench: Bench) -> str:
    """Send events without a decision, and expect no answer to them."""
    line = await bench.line()
    game = open_game(bench, first_rules(bench))
    seat, *_ = bench.seats([(game, game.to_act)])
    await line.update(seat.start(), seat.news())
    for _ in range(TELLS):
        await line.update(seat.news())
    await asyncio.sleep(SETTLED)
    await bench.finish(line, [seat], starting=False)
    return "heard, not answered"


CASES = (
    Case("several tables side by side", play_several_tables),
    Case("many seats in one batch", ask_one_batch),
    Case("seat ids of 64 bits", ask_neighbouring_ids),
    Case("events without a decision", send_events_only, turns=True),
)
