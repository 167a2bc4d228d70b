"""Every kind of decision of every variant, and whole games."""

from collections.abc import Sequence
from functools import partial

from arena.rules import KIND_NAMES, Game, new_game, presets_of
from bots.check.bench import Bench
from bots.check.cases import Case
from bots.check.line import Line
from bots.check.tables import any_action, kinds, positions, short

EACH = 4  # positions of a kind
HANDS = 2


def cases_of(variant: str, quick: bool) -> list[Case]:
    """Return the cases of one variant, if *quick* without its presets."""
    presets: list[str | None] = [None] if quick else list(presets_of(variant))
    return [
        Case(f"{variant}: every kind of decision", partial(every_kind, variant, presets)),
        Case(f"{variant}: a whole game", partial(whole_game, variant)),
    ]


async def every_kind(variant: str, presets: Sequence[str | None], bench: Bench) -> str:
    """Ask open decisions of unknown games, as after a take-over."""
    games = [game for preset in presets for game in positions(short(variant, preset), EACH, bench.dice)]
    line = await bench.line()
    seats = bench.seats((game, game.to_act) for game in games)
    for first in range(0, len(seats), line.room):
        some = seats[first : first + line.room]
        await bench.resume(line, some)
        await bench.release(line, some)
    return f"{' '.join(KIND_NAMES[kind] for kind in kinds(games))}; {len(games)} decisions"


async def whole_game(variant: str, bench: Bench) -> str:
    """Play a whole game, the bot in as many seats as possible."""
    line = await bench.line()
    decisions = await play_out(bench, line, new_game(short(variant, None, HANDS), bench.dice.randbytes(32)))
    return f"{decisions} decisions in {HANDS} hands"


async def play_out(bench: Bench, line: Line, game: Game, most: int = 5) -> int:
    """Play *game* out; return how many decisions the bot was asked."""
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
