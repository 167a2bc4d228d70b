"""Play one seat over one socket. A frame is a length in four bytes, big-endian, and a message.

The process reads `ToBot` messages with updates of this seat, and writes `ToArena` messages with answers (seat.proto).
There is no Hello, no token and no ping, because a runner connects the process to the arena.
"""

import importlib
import socket
import sys
import time
import traceback
from typing import Any, Final

from arena.wire.gen import link_pb2, seat_pb2
from bots.sdk.bot.async_bot import AnyBot, AsyncBot
from bots.sdk.bot.bot import Bot
from bots.sdk.bot.traces import format_trace, is_outside_kit
from bots.sdk.practice.loading import BORROWING, BotCaptured
from bots.sdk.seats.diary import Diary
from bots.sdk.seats.errors import RAISED, BotErrors, BotFailedError
from bots.sdk.seats.pace import Driver, is_async
from bots.sdk.seats.session import Answer, Reply, Session

LENGTH: Final = 4  # bytes of a frame's length
FAILED: Final = 1  # exit codes
NO_BOT: Final = 2
OUR_FAULT: Final = 3


def play(entry: str, descriptor: int, is_strict: bool) -> int:
    """Play the bot class *entry*, "module:Class", on the socket with file number *descriptor*; return the exit code.

    *is_strict*: end at the first exception or illegal answer.
    """
    try:
        bot = _import_bot(entry)
    except RAISED as error:
        print(format_trace(error, is_outside_kit), end="", file=sys.stderr)
        return NO_BOT
    try:
        with socket.socket(fileno=descriptor) as line:
            _play(bot, line, is_strict)
    except BotFailedError:
        return FAILED
    except ConnectionError:
        pass  # the runner closed the socket
    except Exception:
        traceback.print_exc()
        return OUR_FAULT
    return 0


def _import_bot(entry: str) -> type[AnyBot]:
    module, _, name = entry.partition(":")
    borrowing = BORROWING.set(True)  # makes `run(MyBot)` raise `BotCaptured`
    try:
        bot: Any = getattr(importlib.import_module(module), name)
    except BotCaptured as lent:
        bot = lent.bot
    finally:
        BORROWING.reset(borrowing)
    if not isinstance(bot, type) or not issubclass(bot, Bot | AsyncBot):
        raise TypeError(f"{entry} is {bot!r}; give a class of Bot or AsyncBot")
    return bot


def _play(bot: type[AnyBot], line: socket.socket, is_strict: bool) -> None:
    session, driver = Session(bot, BotErrors(is_strict), Diary(), time.process_time), Driver(is_async(bot))
    charged = 0.0  # CPU time at the last answer; time spent after it is charged to the next one
    with line.makefile("rb") as coming:
        while len(head := coming.read(LENGTH)) == LENGTH:
            message = link_pb2.ToBotEnvelope.FromString(coming.read(int.from_bytes(head, "big")))
            for verdict in message.verdicts.verdicts:
                session.judge(seat_pb2.Verdict.FromString(verdict), True)
            for update in message.batch.updates:
                reply = driver(session.handle(update, charged))
                if isinstance(reply, Answer) and reply.wait:
                    began = time.monotonic()
                    time.sleep(reply.wait)
                    session.pace.note_wait(reply.wait, time.monotonic() - began)
                if reply is not None:
                    line.sendall(_frame(reply))
                    charged = time.process_time()
    driver.close()


def _frame(reply: Reply) -> bytes:
    message = link_pb2.ToArenaEnvelope()
    if isinstance(reply, Answer):
        named = {"seat_id": reply.seat_id, "number": reply.number}
        message.answers.answers.add(**named, action=reply.action, replaced=reply.replaced)
    else:
        assert isinstance(reply, seat_pb2.Resign)
        message.resign.CopyFrom(reply)
    data = message.SerializeToString()
    return len(data).to_bytes(LENGTH, "big") + data
