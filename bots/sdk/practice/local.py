"""Play games and boards in this process, with the rules of an arena."""

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
from bots.sdk.bot.clock import MICROSECONDS
from bots.sdk.seats.diary import Diary
from bots.sdk.seats.errors import BotErrors
from bots.sdk.seats.pace import Driver, SeatClock, Ticks, Time, interrupt_after, is_async
from bots.sdk.seats.seat import Seat

HOUSE: Final = {"random": "RandomBot", "simple": "SimpleBot", "expert": "ExpertBot", "search": "SearchBot"}
# Versions of each house bot, the current one first. The current one is the default; earlier ones have own modules.
VERSIONS: Final = {"random": ("1",), "simple": ("2", "1"), "expert": ("1",), "search": ("1",)}
MAX_BUDGET: Final = 1_000_000
HANG: Final = 5.0  # seconds after a move's time until a note says where the bot is, and after the bank's until the end
BUDGET: Final = re.compile(r"([1-9][0-9]{0,6})(ms)?")
NO_DIARIES: Final[Mapping[Callable[[], AnyBot], Diary]] = {}
NO_TIMES: Final[Mapping[Callable[[], AnyBot], Time]] = {}


BotType = TypeVar("BotType", bound=type)


class BudgetError(ValueError):
    """Raised for a malformed budget, or if the bot class does not support this unit of budget."""


def with_budget(bot: BotType, budget: str) -> BotType:
    """Return a subclass of *bot* with `playouts` (budget "200") or `ms` ("100ms") set. Raises `BudgetError`."""
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
    """Raised if no house bot has the given name or version."""


def house_bot(word: str) -> type[Bot]:
    """Return the class of the house bot NAME[@VERSION][:BUDGET], as simple, simple@1 or search:200.

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
    """Play one game to its end, and return the game.

    `bots[i]` creates the bot of player i; the game's `seating` says which player has which seat. *errors* counts and
    reports errors; None: the first error ends the game. *diaries* records the decisions of some bots. *times* limits
    the time of some bots, in seconds of *ticks*; a late answer is an error, and the fallback is played. Do not call
    this inside an event loop, because async bots run in a new one. Raises `BotFailedError` if *errors* is strict.
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
        move, bank = (us / MICROSECONDS for us in clock.left_us)
        with interrupt_after(move + bank + HANG, move + HANG):
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
    """Play one deal in every rotation, and return the games.

    *bots* has one bot for each of the n sides; it plays both partners of a side. In game r, `bots[j]` is player (j + r)
    mod n. *over* is called after each game. The other arguments and the exceptions are as in `play_local`.
    """
    sides = sides_of(rules)
    rotations = ([bots[(player - rotation) % sides] for player in range(rules.seats)] for rotation in range(sides))
    games = []
    for players in rotations:
        games.append(play_local(rules, seed, players, errors, diaries, times))
        over()
    return games


def board_seed(seed: int, board: int) -> bytes:
    """Return the 32-byte seed of the board number *board* in a local run with the seed *seed*."""
    return hashlib.sha256(f"arena-local-v1 {seed} {board}".encode()).digest()


def seat_of(game: Game, bot: int, rotation: int) -> int:
    """Return the first seat, in the game of a rotation, of the bot with index *bot* in the line-up."""
    return game.seating.index((bot + rotation) % sides_of(game.rules))


def board_score(games: Sequence[Game], bot: int) -> float:
    """Return the score, from 0 to 1, of the bot with index *bot* on a board. *games*: the board's games by rotation."""
    # The mean over rotations and opponents: 1 for a better rank than the opponent's, 1/2 for an equal one, else 0.
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
