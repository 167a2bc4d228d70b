"""One seat: updates go to its process, answers come back with their CPU time."""

import asyncio
import socket
from collections.abc import Callable
from typing import Final

from google.protobuf.message import DecodeError

from arena.wire.gen import link_pb2, seat_pb2
from bots.sdk.seats.session import Answer, Reply, Update
from runner.seats.process import (
    LOOK,
    BadFrame,
    CannotRun,
    Ending,
    Process,
    SleepTimer,
    Starter,
    Told,
    framed,
    next_frame,
)

LAST_WORDS: Final = 1.0  # seconds that a process has after its game, to print what it likes
WALL_GUARD: Final = 10  # times its move time that a process may sleep over a decision
UNASKED: Final = 100  # messages that answer no open decision, in a game; more end its process


class TimeUp(Exception):
    """Raised where a process thinks longer than any answer may take."""


class Seat:
    """One seat of one game, and the process that plays it.

    *post* takes its answers; *failed* is called if the runner, not the program, is at fault; *keep* takes its log.

    Attributes:
        ending: why the process ended before the game did; None while it has not.
    """

    def __init__(
        self,
        seat_id: int,
        starter: Starter,
        post: Callable[[Reply], None],
        failed: Callable[[Ending], None],
        keep: Callable[[Told], None],
    ) -> None:
        self.seat_id = seat_id
        self._keep = keep
        self.ending: Ending | None = None
        self._starter = starter
        self._post = post
        self._failed = failed
        self._news: asyncio.Queue[Update | seat_pb2.Verdict] = asyncio.Queue()
        self._is_told = asyncio.Event()  # set while it owes no answer
        self._is_told.set()
        self._number = 0  # of the open decision; 0: none
        self._charged_us = 0
        self._limit_us = 0  # of the open decision: beyond it time is up, whatever the answer
        self._move_us = 0  # of every decision; who sleeps `WALL_GUARD` times as long has given up
        self._is_free = False  # the next answer costs nothing: the process had to learn the game so far
        self._unasked = 0

    def tell(self, update: Update) -> None:
        """Take an update, to be passed on."""
        self._news.put_nowait(update)
        if start := _start_of(update):
            self._move_us = start.move_time.ToMicroseconds()
        if _asks(update):
            self._is_told.clear()

    def judge(self, verdict: seat_pb2.Verdict) -> None:
        """Take what the arena held against it, to be passed on."""
        self._news.put_nowait(verdict)

    def came_late(self) -> None:
        """Charge nothing for the first answer: another process began this game."""
        self._is_free = True

    async def answered(self) -> None:
        """Wait until nothing is asked."""
        await self._is_told.wait()

    async def run(self) -> None:
        """Play until the game is over or the process ends; give the game up where it ends early."""
        here, there = socket.socketpair()
        try:
            process = await self._starter.start(self.seat_id, there, self._move_us)
        except CannotRun as problem:
            here.close()
            self._give_up(problem.ending)
            if problem.process is not None:
                self._keep_what_was_told(problem.process)
            return
        finally:
            there.close()
        try:
            await self._play(process, here)
        finally:
            process.stop()
            self._is_told.set()
            await process.ended()
            self._keep_what_was_told(process)

    async def _play(self, process: Process, channel: socket.socket) -> None:
        reader, writer = await asyncio.open_connection(sock=channel)
        wall = SleepTimer(process)
        writing = asyncio.ensure_future(self._write(writer, wall))
        reading = asyncio.ensure_future(self._read(reader, process))
        watching = asyncio.ensure_future(self._watch(process, wall))
        ended = asyncio.ensure_future(process.ended())
        tasks = (writing, reading, watching, ended)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if writing.done() and not writing.exception():
                await asyncio.wait({ended}, timeout=LAST_WORDS)
                return
            if ended.done():
                self._give_up(ended.result())
            elif wrong := next((task.exception() for task in (reading, watching) if task.done()), None):
                self._give_up(Ending(str(wrong)))
            else:
                self._give_up(await self._closed(process, ended))
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            writer.close()

    async def _closed(self, process: Process, ended: "asyncio.Future[Ending]") -> Ending:
        """Return why a process ended whose socket was closed first."""
        await asyncio.wait({ended}, timeout=LAST_WORDS)
        if ended.done():
            return ended.result()
        process.stop()
        return Ending("it closed its socket before its game was over")

    async def _watch(self, process: Process, wall: SleepTimer) -> None:
        """Raise `TimeUp` once a decision has taken more than it may: no answer can be in time."""
        while True:
            await asyncio.sleep(LOOK)
            if not self._number:
                continue
            spent_us = process.cpu_us() - self._charged_us
            slept_us = wall.look(asyncio.get_running_loop().time())
            if not self._is_free and spent_us > self._limit_us:
                self._time_up(spent_us, 0)
                raise TimeUp(
                    f"it used {spent_us / 1e6:.1f} s of CPU time on a decision that had {self._limit_us / 1e6:.1f} s"
                )
            guard_us = WALL_GUARD * self._move_us
            if slept_us > guard_us:
                self._time_up(0 if self._is_free else spent_us, slept_us)
                raise TimeUp(
                    f"it slept for {slept_us / 1e6:.1f} s over a decision, {guard_us / 1e6:.1f} s are the most"
                )

    def _time_up(self, cpu_us: int, slept_us: int) -> None:
        """Say that the open decision's time is up; its process has given the game up."""
        number, self._number = self._number, 0
        self._post(Answer(self.seat_id, number, 0, b"", cpu_us, slept_us))

    async def _write(self, writer: asyncio.StreamWriter, wall: SleepTimer) -> None:
        """Pass updates on until the game is over."""
        while True:
            update = await self._news.get()
            if isinstance(update, seat_pb2.Verdict):
                told = link_pb2.VerdictsEnvelope(verdicts=[update.SerializeToString()])
                writer.write(framed(link_pb2.ToBotEnvelope(verdicts=told).SerializeToString()))
                await writer.drain()
                continue
            if number := _asks(update):
                self._number, self._limit_us = number, update.clock.move_us + update.clock.bank_us
                wall.begin(asyncio.get_running_loop().time())
            message = link_pb2.ToBotEnvelope(batch=link_pb2.BatchEnvelope(updates=[update]))
            writer.write(framed(message.SerializeToString()))
            await writer.drain()
            if update.WhichOneof("body") == "game_over":
                writer.write_eof()
                return

    async def _read(self, reader: asyncio.StreamReader, process: Process) -> None:
        """Take answers until the process closes its end. Raises `BadFrame`."""
        while (data := await next_frame(reader)) is not None:
            try:
                message = link_pb2.ToArenaEnvelope.FromString(data)
            except DecodeError:
                raise BadFrame("a message came from it that is no ToArena") from None
            if message.WhichOneof("message") == "resign" and message.resign.seat_id == self.seat_id:
                self._post(message.resign)
                continue
            for answer in message.answers.answers:
                self._take(answer, process)
            if not message.answers.answers:
                self._ignore()

    def _take(self, answer: link_pb2.AnswerEnvelope, process: Process) -> None:
        """Pass on the answer to the open decision; no other is anybody's business."""
        if answer.seat_id != self.seat_id or not self._number or answer.number != self._number:
            self._ignore()
            return
        spent_us, self._charged_us = process.cpu_us() - self._charged_us, process.cpu_us()
        cpu_us = 0 if self._is_free else max(0, spent_us)
        self._number, self._is_free = 0, False
        self._is_told.set()
        self._post(Answer(self.seat_id, answer.number, 0, answer.action, cpu_us, replaced=answer.replaced))

    def _ignore(self) -> None:
        self._unasked += 1
        if self._unasked > UNASKED:
            raise BadFrame(f"{self._unasked} messages came from it that answer nothing it was asked")

    def _keep_what_was_told(self, process: Process) -> None:
        ending = self.ending.why if self.ending else ""
        self._keep(Told(self.seat_id, ending, process.text, process.cpu_us(), process.memory_kib))

    def _give_up(self, ending: Ending) -> None:
        """Let the fallback play on, unless the runner is at fault."""
        self.ending = ending
        self._is_told.set()
        if ending.is_ours:
            self._failed(ending)
        else:
            self._post(seat_pb2.Resign(seat_id=self.seat_id))


def _start_of(update: Update) -> seat_pb2.SeatStart | None:
    """Return what *update* says of the game, where it begins here."""
    match update.WhichOneof("body"):
        case "start":
            return seat_pb2.SeatStart.FromString(update.start)
        case "resume":
            return seat_pb2.SeatStart.FromString(link_pb2.ResumeEnvelope.FromString(update.resume).start)
        case _:
            return None


def _asks(update: Update) -> int:
    """Return the number of the decision that *update* puts; 0 where it puts none."""
    match update.WhichOneof("body"):
        case "turn":
            decision = link_pb2.TurnEnvelope.FromString(update.turn).decision
        case "resume":
            decision = link_pb2.ResumeEnvelope.FromString(update.resume).decision
        case "rejected":
            return seat_pb2.Rejected.FromString(update.rejected).number
        case _:
            return 0
    return link_pb2.DecisionEnvelope.FromString(decision).number if decision else 0
