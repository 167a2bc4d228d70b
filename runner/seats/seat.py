"""Play one seat: pass updates to its process, and pass its answers back with their CPU time."""

import asyncio
import socket
from collections.abc import Callable
from typing import Final

from google.protobuf.message import DecodeError

from arena.wire.gen import link_pb2, seat_pb2
from arena.wire.gen.bundles_pb2 import SeatLog
from bots.sdk.seats.session import Answer, Reply, Update
from runner.seats.process import (
    LOOK,
    CannotStartError,
    Ending,
    FrameError,
    Process,
    SleepTimer,
    Starter,
    frame_message,
    read_frame,
)

LAST_WORDS: Final = 1.0  # Seconds that a process has to print output after its game.
WALL_GUARD: Final = 10  # The most move times for which a process may sleep during a decision.
UNASKED: Final = 100  # The most messages in a game that answer no open decision; more end the process.


class TimeUpError(Exception):
    """Raised if a process has used more time than an answer to the open decision may take."""


class Seat:
    """One seat of one game, and the process that plays it.

    *post* sends answers to the arena. *failed* is called if the runner is at fault, not the bot. *keep* stores the log.

    Attributes:
        ending: Why the process ended before the game did; None before that.
    """

    def __init__(
        self,
        seat_id: int,
        starter: Starter,
        post: Callable[[Reply], None],
        failed: Callable[[Ending], None],
        keep: Callable[[SeatLog], None],
    ) -> None:
        self.seat_id = seat_id
        self._keep = keep
        self.ending: Ending | None = None
        self._starter = starter
        self._post = post
        self._failed = failed
        self._news: asyncio.Queue[Update | seat_pb2.Verdict] = asyncio.Queue()
        self._owes_nothing = asyncio.Event()
        self._owes_nothing.set()
        self._number = 0  # number of the open decision; 0 without one
        self._charged_us = 0
        self._limit_us = 0  # time for the open decision, with the bank
        self._move_us = 0  # time for every decision, without the bank
        self._is_free = False  # whether the next answer is free, because the process has to replay the game
        self._unasked = 0

    def tell(self, update: Update) -> None:
        """Queue an update from the arena for the process."""
        self._news.put_nowait(update)
        if start := _start_of(update):
            self._move_us = start.move_time.ToMicroseconds()
        if _number_of(update):
            self._owes_nothing.clear()

    def judge(self, verdict: seat_pb2.Verdict) -> None:
        """Queue a verdict on an earlier answer for the process."""
        self._news.put_nowait(verdict)

    def begin_late(self) -> None:
        """Charge nothing for the first answer, because another process began this game."""
        self._is_free = True

    async def wait_until_answered(self) -> None:
        """Wait until the process has no open decision."""
        await self._owes_nothing.wait()

    async def run(self) -> None:
        """Play until the game is over; resign the game if the process ends earlier."""
        here, there = socket.socketpair()
        try:
            process = await self._starter.start(self.seat_id, there, self._move_us)
        except CannotStartError as problem:
            here.close()
            self._resign(problem.ending)
            if problem.process is not None:
                self._keep_log(problem.process)
            return
        finally:
            there.close()
        try:
            await self._play(process, here)
        finally:
            process.stop()
            self._owes_nothing.set()
            await process.ended()
            self._keep_log(process)

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
                self._resign(ended.result())
            elif wrong := next((task.exception() for task in (reading, watching) if task.done()), None):
                self._resign(Ending(str(wrong)))
            else:
                self._resign(await self._wait_for_ending(process, ended))
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            writer.close()

    async def _wait_for_ending(self, process: Process, ended: "asyncio.Future[Ending]") -> Ending:
        await asyncio.wait({ended}, timeout=LAST_WORDS)
        if ended.done():
            return ended.result()
        process.stop()
        return Ending("it closed its socket before its game was over")

    async def _watch(self, process: Process, wall: SleepTimer) -> None:
        """Raise `TimeUpError` once the process has no time left for the open decision."""
        while True:
            await asyncio.sleep(LOOK)
            if not self._number:
                continue
            spent_us = process.cpu_us() - self._charged_us
            slept_us = wall.look(asyncio.get_running_loop().time())
            if not self._is_free and spent_us > self._limit_us:
                self._report_time_up(spent_us, 0)
                raise TimeUpError(
                    f"it used {spent_us / 1e6:.1f} s of CPU time on a decision that had"
                    f" {self._limit_us / 1e6:.1f} s; search less"
                )
            guard_us = WALL_GUARD * self._move_us
            if slept_us > guard_us:
                self._report_time_up(0 if self._is_free else spent_us, slept_us)
                raise TimeUpError(
                    f"it slept for {slept_us / 1e6:.1f} s during a decision; at most {guard_us / 1e6:.1f} s are allowed"
                )

    def _report_time_up(self, cpu_us: int, slept_us: int) -> None:
        number, self._number = self._number, 0
        self._post(Answer(self.seat_id, number, 0, b"", cpu_us, slept_us))

    async def _write(self, writer: asyncio.StreamWriter, wall: SleepTimer) -> None:
        """Pass queued updates and verdicts to the process until the game is over."""
        while True:
            update = await self._news.get()
            if isinstance(update, seat_pb2.Verdict):
                verdicts = link_pb2.VerdictsEnvelope(verdicts=[update.SerializeToString()])
                message = link_pb2.ToBotEnvelope(verdicts=verdicts)
            else:
                message = link_pb2.ToBotEnvelope(batch=link_pb2.BatchEnvelope(updates=[update]))
                if number := _number_of(update):
                    self._number, self._limit_us = number, update.clock.move_us + update.clock.bank_us
                    wall.begin(asyncio.get_running_loop().time())
            writer.write(frame_message(message.SerializeToString()))
            await writer.drain()
            if message.batch.updates and message.batch.updates[0].WhichOneof("body") == "game_over":
                writer.write_eof()
                return

    async def _read(self, reader: asyncio.StreamReader, process: Process) -> None:
        while (data := await read_frame(reader)) is not None:
            try:
                message = link_pb2.ToArenaEnvelope.FromString(data)
            except DecodeError:
                raise FrameError("it sent a message that is not a ToArena; use the kit") from None
            if message.WhichOneof("message") == "resign" and message.resign.seat_id == self.seat_id:
                self._post(message.resign)
                continue
            for answer in message.answers.answers:
                self._take(answer, process)
            if not message.answers.answers:
                self._ignore()

    def _take(self, answer: link_pb2.AnswerEnvelope, process: Process) -> None:
        """Pass on an answer to the open decision; count any other answer as unasked."""
        if answer.seat_id != self.seat_id or not self._number or answer.number != self._number:
            self._ignore()
            return
        spent_us, self._charged_us = process.cpu_us() - self._charged_us, process.cpu_us()
        cpu_us = 0 if self._is_free else max(0, spent_us)
        self._number, self._is_free = 0, False
        self._owes_nothing.set()
        self._post(Answer(self.seat_id, answer.number, 0, answer.action, cpu_us, replaced=answer.replaced))

    def _ignore(self) -> None:
        self._unasked += 1
        if self._unasked > UNASKED:
            raise FrameError(f"it sent {self._unasked} messages that answer no open decision; answer each once")

    def _keep_log(self, process: Process) -> None:
        ending, cpu_us = self.ending.why if self.ending else "", max(0, process.cpu_us())
        log = SeatLog(seat_id=self.seat_id, ending=ending, text=process.text, cpu_us=cpu_us)
        log.memory_kib = process.memory_kib
        self._keep(log)

    def _resign(self, ending: Ending) -> None:
        """Resign the game, or report *ending* if the runner is at fault."""
        self.ending = ending
        self._owes_nothing.set()
        if ending.is_ours:
            self._failed(ending)
        else:
            self._post(seat_pb2.Resign(seat_id=self.seat_id))


def _start_of(update: Update) -> seat_pb2.SeatStart | None:
    match update.WhichOneof("body"):
        case "start":
            return seat_pb2.SeatStart.FromString(update.start)
        case "resume":
            return seat_pb2.SeatStart.FromString(link_pb2.ResumeEnvelope.FromString(update.resume).start)
        case _:
            return None


def _number_of(update: Update) -> int:
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
