"""Play games in process, as the arena plays them."""

import hashlib
import importlib
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from time import monotonic
from typing import Final, TypeVar, cast

from arena.rules import Game, Rules, new_game, sides_of
from bots.sdk.bot.async_bot import AnyBot
from bots.sdk.bot.bot import Bot, Outcome
from bots.sdk.seats.diary import Diary
from bots.sdk.seats.errors import BotErrors
from bots.sdk.seats.pace import Driver, SeatClock, Ticks, Time, is_async
from bots.sdk.seats.seat import Seat

HOUSE: Final = {"random": "RandomBot", "simple": "SimpleBot", "expert": "ExpertBot", "search": "SearchBot"}
# Versions of house bots, the current one first, which is the default. Each earlier one has its own module.
VERSIONS: Final = {"random": ("1",), "simple": ("2", "1"), "expert": ("1",), "search": ("1",)}
MAX_BUDGET: Final = 1_000_000
BUDGET: Final = re.compile(r"([1-9][0-9]{0,6})(ms)?")
NO_DIARIES: Final[Mapping[Callable[[], AnyBot], Diary]] = {}
NO_TIMES: Final[Mapping[Callable[[], AnyBot], Time]] = {}


BotType = TypeVar("BotType", bound=type)


class BudgetError(ValueError):
    """Raised for a malformed budget, or one that the bot does not take."""


def with_budget(bot: BotType, budget: str) -> BotType:
    """Return the bot with a budget per decision: "200", its `playouts`, or "100ms", its `ms`. Raises `BudgetError`."""
    read = BUDGET.fullmatch(budget)
    if read is None or int(read[1]) > MAX_BUDGET:
        accepted = f"give a number of playouts, as in 200, or a time, as in 100ms, at most {MAX_BUDGET}"
        raise BudgetError(f"budget {budget[:40]!r} is not valid; {accepted}")
    name, unit = ("ms", "time") if read[2] else ("playouts", "playouts")
    if not hasattr(bot, name):
        raise BudgetError(f"budget {budget}: {bot.__name__} takes no budget of {unit}; leave it out")
    own = {name: int(read[1]), "__module__": bot.__module__, "__doc__": bot.__doc__}
    return cast(BotType, type(bot.__name__, (bot,), own))


class UnknownOpponentError(ValueError):
    """Raised for a name that no house bot has."""


def house_bot(word: str) -> type[Bot]:
    """Return the house bot NAME[@VERSION][:BUDGET], as simple, simple@1 or search:200.

    Raises `UnknownOpponentError`.
    """
    versioned, colon, budget = word.partition(":")
    name, at, version = versioned.partition("@")
    if name not in HOUSE or (at and version not in VERSIONS[name]):
        known = ", ".join(f"{name}@{version}" for name, versions in VERSIONS.items() for version in versions)
        raise UnknownOpponentError(
            f"{versioned!r} is not a house bot; use one of {', '.join(HOUSE)}, or a version of {known}"
        )
    module = f"{name}_{version}" if version in VERSIONS[name][1:] else name
    bot: type[Bot] = getattr(importlib.import_module(f"bots.house.{module}"), HOUSE[name])
    try:
        return with_budget(bot, budget) if colon else bot
    except BudgetError as bad:
        raise UnknownOpponentError(f"{word[:80]!r}: {bad}") from None


def play_local(
    rules: Rules,
    seed: bytes,
    bots: Sequence[Callable[[], AnyBot]],
    errors: BotErrors | None = None,
    diaries: Mapping[Callable[[], AnyBot], Diary] = NO_DIARIES,
    times: Mapping[Callable[[], AnyBot], Time] = NO_TIMES,
    ticks: Ticks = monotonic,
) -> Game:
    """Play one game to its end and return it.

    `bots[i]` makes the bot of player i, who sits where the game's `seating` says. *errors* counts and reports errors;
    without it the first one ends the game. *diaries* note the decisions of their bots. *times*: what those bots have,
    in seconds of *ticks*; an answer that comes later is an error, and the fallback is played. Async bots run in a loop
    of the game's own, so do not call this inside another loop. Raises `BotFailedError` if the errors are strict.
    """
    game = new_game(rules, seed)
    counted = errors or BotErrors(strict=True)
    players = [bots[player] for player in game.seating]
    seats = [Seat(make, rules, seat, counted, diaries.get(make) or Diary()) for seat, make in enumerate(players)]
    clocks = [SeatClock(times[make], ticks) if make in times else None for make in players]
    with closing(Driver(any(is_async(seat.bot) for seat in seats))) as driver:
        _play(game, seats, clocks, driver)
        result = game.result()
        for number, (seat, clock) in enumerate(zip(seats, clocks, strict=True)):
            seat.hear(game.events(number, len(seat.events)))
            late = clock.late if clock else 0
            driver(seat.over(Outcome(result.ranks[number], result.scores[number], result.ended, late)))
    return game


def _play(game: Game, seats: Sequence[Seat], clocks: Sequence[SeatClock | None], driver: Driver) -> None:
    asked = 0
    while not game.is_over:
        legal, seat = game.legal(), seats[game.to_act]
        asked += 1
        if seat.is_answered_for(legal):
            game.apply(legal.single)
            continue
        seat.hear(game.events(game.to_act, len(seat.events)))
        clock = clocks[game.to_act]
        if clock is None:
            game.apply(driver(seat.decide(legal, asked)))
            continue
        action = driver(seat.decide(legal, asked, clock.begin()))
        late = clock.stop()
        game.apply(seat.fallback(legal, late) if late else action)


def play_board(
    rules: Rules,
    seed: bytes,
    bots: Sequence[Callable[[], AnyBot]],
    errors: BotErrors | None = None,
    diaries: Mapping[Callable[[], AnyBot], Diary] = NO_DIARIES,
    times: Mapping[Callable[[], AnyBot], Time] = NO_TIMES,
    over: Callable[[], object] = lambda: None,
) -> list[Game]:
    """Play one deal in every rotation. Raises as `play_local`.

    There are n sides and one bot for each, which plays both partners. In game r, `bots[j]` is player (j + r) mod n.
    *over* is called after each game.
    """
    sides = sides_of(rules)
    rotations = ([bots[(player - rotation) % sides] for player in range(rules.seats)] for rotation in range(sides))
    games = []
    for players in rotations:
        games.append(play_local(rules, seed, players, errors, diaries, times))
        over()
    return games


def board_seed(seed: int, board: int) -> bytes:
    """Return the 32-byte seed of a board of a local run."""
    return hashlib.sha256(f"arena-local-v1 {seed} {board}".encode()).digest()


def seat_of(game: Game, bot: int, rotation: int) -> int:
    """Return the first seat of a line-up's bot in a rotation."""
    return game.seating.index((bot + rotation) % sides_of(game.rules))


def board_score(games: Sequence[Game], bot: int) -> float:
    """Return a bot's score of a board, from 0 to 1."""
    # The mean over rotations and opponents, by rank: 1 if better, 1/2 if equal, else 0.
    scores = [
        _game_score(game.result().ranks[: sides_of(game.rules)], seat_of(game, bot, rotation))
        for rotation, game in enumerate(games)
    ]
    return sum(scores) / len(scores)


def _game_score(ranks: Sequence[int], seat: int) -> float:
    won = sum(
        1.0 if ranks[seat] < rank else 0.5 for other, rank in enumerate(ranks) if other != seat and ranks[seat] <= rank
    )
    return won / (len(ranks) - 1)
