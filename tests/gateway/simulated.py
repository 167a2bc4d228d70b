"""A gateway's hub between a simulated worker and bot, without sockets and with a time of its own.

Time passes only while the loop waits or is held up, so a minute of play is quick and repeatable.
The bot is arithmetic: no loop delays its messages, except where the gateway reads them.
"""

import asyncio
import math
import selectors
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from arena.gateway.seats.bot_stream import BotStream
from arena.gateway.seats.clock import CAP_US
from arena.gateway.seats.hub import Hub
from arena.gateway.seats.timekeeper import Timekeeper
from arena.gateway.seats.worker_stream import WorkerStream
from arena.play import TimeControl, bank_after
from arena.wire.gen import link_pb2, seat_pb2

T = TypeVar("T")
SECOND = 1_000_000
SEAT = 1
VERSION = 7
NEVER = 10**12


class _Waiting(selectors.DefaultSelector):
    def __init__(self) -> None:
        super().__init__()
        self.us = 0

    def select(self, timeout: float | None = None) -> list[Any]:
        ready = super().select(0)
        if not ready and timeout:
            self.us += math.ceil(timeout * SECOND)
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.clock = _Waiting()
        super().__init__(self.clock)

    def time(self) -> float:
        return self.clock.us / SECOND

    def now(self) -> int:
        return self.clock.us

    def hold_up(self, us: int) -> None:
        """Nothing else happens for so long."""
        self.clock.us += us

    def at(self, us: int, call: Callable[..., Any], *arguments: Any) -> None:
        self.call_at(us / SECOND, call, *arguments)


def simulate(scenario: Callable[[VirtualLoop], Coroutine[Any, Any, T]]) -> T:
    loop = VirtualLoop()
    try:
        return loop.run_until_complete(scenario(loop))
    finally:
        loop.close()


@dataclass(frozen=True)
class Plan:
    """How long a bot takes with a question, in microseconds, and what goes wrong."""

    out: int  # until the bot has it
    think: int | float  # a float is a fraction of what the update says is left
    back: int  # until the arena has the answer
    unread: int = 0  # for how long it reads no further: what is to be written next waits
    wrong: int = 0  # answers that are rejected; the bot then does the same again
    gone: tuple[int, int] | None = None  # its stream breaks gone[0] after the question, and is back gone[1] later
    cpu: int = 0  # what a runner says of each answer
    slept: int = 0  # likewise, where time is up


@dataclass
class Asked:
    """What became of a question's last attempt, in microseconds."""

    plan: Plan
    put: int
    before: int = 0  # how long the bot had the question in earlier attempts
    is_open: bool = True
    written: int = NEVER  # for the first time
    arrived: int = NEVER  # in the arena's machine, not read yet
    left: int = 0  # as the update said
    settled: int = -1
    outcome: link_pb2.Answered = field(default_factory=link_pb2.Answered)

    @property
    def taken(self) -> int:
        """Return how long the bot had the question; time unread counts beyond the cap."""
        unread = 0 if self.outcome.attempt else CAP_US
        return self.before + self.arrived - min(self.written, self.put + unread)

    @property
    def in_time(self) -> bool:
        return self.outcome.WhichOneof("outcome") == "action"


class Table:
    """One seat, asked repeatedly; *pong* has the time that each ping takes, in turn."""

    def __init__(self, loop: VirtualLoop, pong: list[int], is_confined: bool = False) -> None:
        self._loop = loop
        self._is_confined = is_confined
        self._pong = pong
        self._pings = 0
        self._plans: dict[int, Asked] = {}
        self._inbox: asyncio.Queue[tuple[BotStream, Callable[[], object]]] = asyncio.Queue()
        self._settled: asyncio.Queue[link_pb2.Answered] = asyncio.Queue()
        self.time = Timekeeper(loop.now)
        self.hub = Hub(30.0, self.time)
        self.link = WorkerStream(self._wake, self._wake)
        self._stream: BotStream | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def play(self, plans: list[Plan], time: TimeControl, pause_us: int = 10_000) -> list[Asked]:
        """Ask as many questions as there are plans, *pause_us* after each."""
        parts = (self.time.run(), self._read(), self._beat())
        self._tasks += [asyncio.create_task(part) for part in parts]
        self._connect()
        opening = link_pb2.SeatOpen(
            seat_id=SEAT, version_id=VERSION, lease_number=1, variant="spades-4", is_confined=self._is_confined
        )
        self.hub.open(self.link, opening)
        bank_us = time.bank_us
        for number, plan in enumerate(plans, start=1):
            await asyncio.sleep(pause_us / SECOND)
            asked = self._plans[number] = Asked(plan, self._loop.now())
            await self._ask(number, asked, time.move_us, bank_us)
            while asked.in_time and asked.outcome.attempt < plan.wrong:
                asked.before = asked.taken
                await asyncio.sleep(pause_us / SECOND)
                asked.put, asked.written, asked.arrived = self._loop.now(), NEVER, NEVER
                await self._ask(number, asked, time.move_us, bank_us)
            bank_us = bank_after(time, bank_us, asked.outcome.think_us) if asked.in_time else 0
        for task in self._tasks:
            task.cancel()
        ends = await asyncio.gather(*self._tasks, return_exceptions=True)
        assert all(isinstance(end, asyncio.CancelledError) for end in ends), ends
        return list(self._plans.values())

    async def _ask(self, number: int, asked: Asked, move_us: int, bank_us: int) -> None:
        attempt = asked.outcome.attempt + 1 if asked.in_time else 0
        turn = seat_pb2.Turn(decision=seat_pb2.Decision(number=number)).SerializeToString()
        rejected = seat_pb2.Rejected(number=number).SerializeToString()
        times = {"move_us": move_us, "bank_us": bank_us}
        ask = link_pb2.Ask(
            seat_id=SEAT, lease_number=1, number=number, attempt=attempt, turn=turn, rejected=rejected, **times
        )
        asked.is_open = True
        self.hub.ask(self.link, ask)
        asked.outcome = await self._settled.get()
        asked.is_open = False
        asked.settled = self._loop.now()

    def _connect(self) -> None:
        if self._stream is None:
            instance = self.hub.homes.roster.get_or_create(VERSION, "instance-1")
            self._stream = stream = BotStream(instance, "bot@1", self.time)
            self._tasks.append(asyncio.create_task(stream.pump.run(partial(self._write, stream))))
            self.hub.join(stream, seat_pb2.Hello(variants=["spades-4"], max_seats=1))

    def _break(self) -> None:
        if self._stream:
            self.hub.leave(self._stream)
            self._stream = None
            for asked in self._plans.values():
                asked.arrived = NEVER if asked.is_open else asked.arrived

    async def _write(self, stream: BotStream, data: bytes) -> None:
        """Hand a message to the network, and schedule the bot's reaction."""
        message = link_pb2.ToBotEnvelope.FromString(data)
        now = self._loop.now()
        if stream is not self._stream:
            return
        if message.HasField("ping"):
            back = now + self._pong[self._pings % len(self._pong)]
            self._pings += 1
            self._loop.at(back, self._arrive, stream, lambda: self.hub.pong(stream, message.ping.nonce))
        numbers = [(number, update) for update in message.batch.updates if (number := _number(update))]
        waits = [self._think(number, update, stream, now) for number, update in numbers]
        await asyncio.sleep(max(waits, default=0) / SECOND)

    def _think(self, number: int, update: link_pb2.UpdateEnvelope, stream: BotStream, now: int) -> int:
        """The bot has a question. Returns for how long it reads no further."""
        asked = self._plans[number]
        plan = asked.plan
        if not asked.is_open:
            return 0
        if plan.gone and asked.written == NEVER:
            self._loop.at(now + plan.gone[0], self._break)
            self._loop.at(now + sum(plan.gone), self._connect)
        asked.written, asked.left = min(now, asked.written), update.clock.move_us + update.clock.bank_us
        think = int(plan.think * asked.left) if isinstance(plan.think, float) else plan.think
        asked.arrived = now + plan.out + think + plan.back
        answer = link_pb2.AnswerEnvelope(seat_id=SEAT, number=number, action=b"", cpu_us=plan.cpu, slept_us=plan.slept)
        self._loop.at(asked.arrived, self._arrive, stream, lambda: self.hub.answers(stream, [answer]))
        return plan.unread

    def _arrive(self, stream: BotStream, handle: Callable[[], object]) -> None:
        """Put a message into the gateway's machine; as in gRPC, the loop hands it on later."""
        self._inbox.put_nowait((stream, handle))

    async def _read(self) -> None:
        while True:
            stream, handle = await self._inbox.get()
            if stream is self._stream:
                handle()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(2)
            self.hub.beat()
            self.hub.tend()

    def _wake(self) -> None:
        self._loop.call_soon(self._settle)

    def _settle(self) -> None:
        message = self.link.take()
        for answered in message.answered if message else ():
            self._settled.put_nowait(answered)


def _number(update: link_pb2.UpdateEnvelope) -> int:
    """Of the decision it asks; 0 where it asks none."""
    match update.WhichOneof("body"):
        case "turn":
            return seat_pb2.Turn.FromString(update.turn).decision.number
        case "resume":
            resume = link_pb2.ResumeEnvelope.FromString(update.resume)
            return seat_pb2.Decision.FromString(resume.decision).number
        case "rejected":
            return seat_pb2.Rejected.FromString(update.rejected).number
    return 0
