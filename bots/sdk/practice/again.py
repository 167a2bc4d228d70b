"""Ask a bot again in a game that is over: would it have answered as its seats did?"""

from collections.abc import Callable, Collection

from arena.rules import Game, new_game
from bots.sdk.bot.bot import Bot
from bots.sdk.seats.diary import Diary
from bots.sdk.seats.faults import Faults
from bots.sdk.seats.pace import at_once
from bots.sdk.seats.seat import Seat


def first_other(game: Game, make: Callable[[], Bot], seats: Collection[int]) -> int | None:
    """Return which action of *game*, from 0, the bot that *make* makes would not have played in *seats*.

    None where all actions of these seats are its own. The bot answers equal views alike. Raises `BotFailed`.
    """
    assert game.seed is not None, "a game that was played has one"
    faults = Faults(strict=True)
    asked = {seat: Seat(make, game.rules, seat, faults, Diary()) for seat in seats}
    again = new_game(game.rules, game.seed)
    for number, action in enumerate(game.actions):
        seat = asked.get(again.to_act)
        if seat is not None:
            seat.hear(again.events(again.to_act, len(seat.events)))
            if at_once(seat.decide(again.legal())) != action:
                return number
        again.apply(action)
    return None
