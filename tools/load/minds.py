"""The bots of the load. Each is a `Thinker` for the kit's own dialler, so that many share a process."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from math import isfinite
from typing import Any, Final

from arena.wire.actions import action_to_bytes
from arena.wire.gen import link_pb2, seat_pb2
from arena.wire.legal import legal_from_bytes
from bots.sdk.seats.session import Answer, Reply
from bots.sdk.streams.thinker import Listener, News
from bots.sdk.vector.batch import Batch
from tests.workers.both_ways import Asked, lowest
from tools.load.kinds import Kind

TOLD: Final[dict[str, Any]] = {"turn": link_pb2.TurnEnvelope, "resume": link_pb2.ResumeEnvelope}


class Shares:
    """Microseconds from an answer at one table to the table's next question: the arena's own share.

    Loopback and gRPC on the bots' side are included; the time between two games is not.
    """

    def __init__(self) -> None:
        self.taken: list[int] = []
        self._since: int | None = None

    def answered(self) -> None:
        """Note that a bot of the table has answered."""
        self._since = time.monotonic_ns()

    def asked(self) -> None:
        """Note that a bot of the table is asked."""
        if self._since is not None:
            self.taken.append((time.monotonic_ns() - self._since) // 1000)
            self._since = None

    def cut(self) -> None:
        """Forget the last answer, since a game or a stream begins or ends."""
        self._since = None


class Mind:
    """Answers legally, after the think time of its kind times *pace*.

    *counts*, shared by a process: decisions, welcomes, rejected. *shares*: those of a probe's table.
    """

    def __init__(self, kind: Kind, pace: float, counts: Counter[str], chance: random.Random, shares: Shares) -> None:
        self._loop = asyncio.get_running_loop()
        self.failed: asyncio.Future[None] = self._loop.create_future()
        self.stream: Listener | None = None
        self.welcomed = 0.0  # `time.monotonic` of its last welcome, the same clock in all processes
        self._kind, self._pace, self._counts = kind, pace, counts
        self._chance, self._shares = chance, shares

    async def run(self, job: Coroutine[Any, Any, None]) -> None:
        """Run *job* in the loop that created this bot."""
        await job

    def soon(self, callback: Callable[[], object]) -> None:
        """Have the loop call *callback*."""
        self._loop.call_soon(callback)

    def begin(self, stream: Listener) -> None:
        """Begin a new stream: open decisions are asked again."""
        self.stream, self.welcomed = stream, time.monotonic()
        self._counts["welcomes"] += 1
        self._shares.cut()

    def put(self, stream: Listener, news: News) -> None:
        """Take updates; answer each decision after its think time."""
        if isinstance(news, seat_pb2.Columns):
            batch = Batch(news.data)
            self._counts["decisions"] += len(batch)
            actions = batch.first_legal.astype("<i8", copy=False).tobytes()
            self._post(stream, [seat_pb2.ColumnAnswers(batch=news.batch, actions=actions)])
            return
        for update in news.updates:
            body = update.WhichOneof("body")
            message = TOLD[body].FromString(getattr(update, body)) if body and body in TOLD else None
            if message and message.decision:
                self._answer(stream, update.seat_id, message.decision)
            elif body == "rejected":
                self._counts["rejected"] += 1
            elif not message:
                self._shares.cut()

    def hear(self, stream: Listener, verdicts: Sequence[seat_pb2.Verdict]) -> None:
        """Ignore verdicts."""

    async def finish(self) -> None:
        """Return at once: nothing is pending."""

    def stop(self) -> None:
        """Return at once: there is no thread."""

    def _answer(self, stream: Listener, seat_id: int, data: bytes) -> None:
        self._shares.asked()
        decision = link_pb2.DecisionEnvelope.FromString(data)
        number, kind = decision.number, decision.kind
        legal = legal_from_bytes(kind, decision.legal)
        action = action_to_bytes(kind, lowest(Asked(seat_id, number, 0, legal)))
        self._counts["decisions"] += 1
        self._post(stream, [Answer(seat_id, number, kind, action)] * (1 + self._kind.repeats))

    def _post(self, stream: Listener, replies: list[Reply]) -> None:
        think = self._pace * self._kind.think(self._chance)
        if isfinite(think):
            self._loop.call_later(think, self._say, stream, replies)

    def _say(self, stream: Listener, replies: list[Reply]) -> None:
        if stream is self.stream:
            self._shares.answered()
            for reply in replies:
                stream.post(reply)
