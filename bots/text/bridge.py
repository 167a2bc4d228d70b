"""`python -m bots.text.bridge COMMAND`: play a bot that connects over gRPC as a text program, for `arena match`."""

import asyncio
import secrets
import shlex
import sys
from collections.abc import Coroutine, Sequence
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar, Final

from arena.rules import CARD_CODES, HandStarted
from arena.wire.gen import seat_pb2
from arena.wire.seats import game_over_bytes, start_bytes, turn_bytes
from bots.check.bench import Bench
from bots.check.cases.dialling import check_first_message
from bots.check.line import Line
from bots.check.mock import CaseFailedError, MockArena
from bots.check.target import Target
from bots.sdk.bot.answers import AnswerError, answer_of
from bots.sdk.bot.bot import Bot, Outcome
from bots.sdk.bot.parsing import ERROR, USER_ERROR
from bots.sdk.bot.view import View
from bots.sdk.seats.diary import Diary
from bots.sdk.seats.errors import TEXT_PROGRAM, BotErrors
from bots.sdk.text.serving import serve_text

CONNECT_TIMEOUT: Final = 8.0  # seconds; `arena match` waits 10 s
SEAT_IDS: Final = count(2**63)  # a seat's id needs 64 bits at an arena too
LOOP: Final = asyncio.new_event_loop()  # runs in a thread of its own, so that pings go on while the bot thinks


class BridgedBot(Bot):
    """A bot whose answers come from a process that is connected over gRPC, by *bench*."""

    bench: ClassVar[Bench]

    def __init__(self) -> None:
        self._line: Line | None = None  # the stream that has the game's events so far
        self._seat_id, self._number, self._sent = next(SEAT_IDS), 0, 0

    def answer(self, view: View) -> Any:
        """Ask the process for the open decision. Raises `AnswerError` for an illegal answer."""
        return _wait(self._ask(view))

    def game_over(self, view: View, outcome: Outcome) -> None:
        """Send the process the last events and the result."""
        if self._line is not None and self._line.alive:
            over = seat_pb2.GameOver.FromString(game_over_bytes(view.events[self._sent :], *outcome))
            _wait(self._line.update(seat_pb2.Update(seat_id=self._seat_id, game_over=over)))

    async def _ask(self, view: View) -> Any:
        legal, line, updates = view.asked, await self.bench.line(), []
        assert legal is not None
        times = int(1e6 * view.clock.move), int(1e6 * view.clock.bank)
        if line is not self._line:  # a new stream gets the game from its beginning
            self._line, self._sent = line, 0
            dealer = next(event.dealer for event in view.events if isinstance(event, HandStarted))
            start = start_bytes(view.rules, view.seat, dealer, *times)
            updates.append(seat_pb2.Update(seat_id=self._seat_id, start=seat_pb2.SeatStart.FromString(start)))
        self._number += 1
        turn = turn_bytes(view.events[self._sent :], self._number, legal.kind, legal)
        self._sent = len(view.events)
        clock = seat_pb2.Clock(move_us=times[0], bank_us=times[1])
        updates.append(seat_pb2.Update(seat_id=self._seat_id, turn=seat_pb2.Turn.FromString(turn), clock=clock))
        answer = line.owed.add(self._seat_id, self._number, legal, [CARD_CODES[card] for card in view.hand], 0)
        await line.update(*updates)
        try:
            return answer_of(legal.kind, await answer, view.cards)
        except CaseFailedError as wrong:
            if not line.alive:
                raise
            raise AnswerError(str(wrong)) from None


def main(command: Sequence[str]) -> None:
    """Start *command*, wait until it connects, and answer lines on standard input until `quit`."""
    sys.argv = [f"{TEXT_PROGRAM}{shlex.join(command)}"]
    Thread(target=LOOP.run_forever, daemon=True).start()
    arena, why = MockArena(Line), ""
    _wait(arena.start())
    token = secrets.token_urlsafe(24)
    bench = Bench(arena, Target(command, arena.address, token, captures=False), wanted=(), patience=0.0)
    try:
        _wait(asyncio.wait_for(check_first_message(bench), CONNECT_TIMEOUT))
        if bench.columnar:
            raise CaseFailedError("its Hello asks for columns, which only an arena sends; send columnar = 0")
        file = next((word for word in reversed(command) if Path(word).is_file()), command[0])
        names = {"bench": bench, "variants": tuple(bench.variants)}
        serve_text(type(Path(file).stem, (BridgedBot,), names), BotErrors(), Diary(), sys.stdin, sys.stdout)
    except OSError as problem:
        why = problem.strerror or f"it did not connect to $ARENA_SERVER within {CONNECT_TIMEOUT:g} s"
    except CaseFailedError as problem:
        ended = "it ended before it connected to $ARENA_SERVER; a program that reads lines is 'text:COMMAND'"
        why = str(problem) if bench.target.running else ended
    finally:
        _wait(bench.target.kill())
    if why:
        print(f"{ERROR}{why}", flush=True)  # on standard output, where `arena match` reads it
        raise SystemExit(USER_ERROR)


def _wait(job: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run_coroutine_threadsafe(job, LOOP).result()


if __name__ == "__main__":
    main(sys.argv[1:])
