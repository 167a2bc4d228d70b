"""One stream of the bot at the mock arena: what it sends is sorted as it comes, and what it owes is known."""

import asyncio
import time
from typing import Final, NamedTuple, TypeAlias

import grpc

from arena.rules import KIND_NAMES, Legal, card_text
from arena.wire.actions import action_from_pb, told
from arena.wire.columns.frame import read_actions
from arena.wire.gen import seat_pb2
from arena.wire.problems import Malformed
from bots.check.columnar import Batch
from bots.check.failed import Failed

PING_EVERY: Final = 0.25  # seconds
# What grpc.aio raises for reads and writes of a call that has ended.
STREAM_ENDED: Final = (grpc.RpcError, grpc.aio.BaseError, asyncio.InvalidStateError)
FAULTS: Final = 20  # that are kept of one stream

Context: TypeAlias = "grpc.aio.ServicerContext[seat_pb2.ToArena, seat_pb2.ToBot]"


class Ending(NamedTuple):
    """A status, its text, and the trailing metadata that says what to do (seat.proto, "Refusals")."""

    code: grpc.StatusCode
    text: str
    advice: tuple[tuple[str, str], ...] = ()


OK: Final = Ending(grpc.StatusCode.OK, "")


class Asked(NamedTuple):
    """A decision the bot owes an answer to, and the seat's cards; *action* gets the core action, or `Failed`."""

    number: int
    legal: Legal
    hand: list[int]
    action: "asyncio.Future[int]"


class Line:
    """A stream after its Hello. The mock arena sees to it that only `welcome` and `refuse` come before the rest."""

    def __init__(self, context: Context, hello: seat_pb2.Hello, authorization: str) -> None:
        self.hello = hello
        self.authorization = authorization
        self.over: asyncio.Future[Ending] = asyncio.get_running_loop().create_future()
        self.gone = ""  # how the bot ended the stream; "" while it has not
        self.faults: list[str] = []
        self.resigned: set[int] = set()
        self.slowest_pong = 0.0  # seconds, less what the mock arena itself was late
        self.heeding = asyncio.Event()  # cleared: what the bot sends is left in the socket
        self.heeding.set()
        self._context = context
        self.two_batches = asyncio.Semaphore(2)  # that may be open at once
        self._asked: dict[int, Asked] = {}
        self._batches: dict[int, Batch] = {}
        self._pings: dict[int, float] = {}
        self._lag = 0.0
        self._writing = asyncio.Lock()

    @property
    def alive(self) -> bool:
        """Whether the stream goes on."""
        return not self.gone and not self.over.done()

    @property
    def room(self) -> int:
        """Seats the bot is willing to hold."""
        return max(1, self.hello.max_seats)

    @property
    def columnar(self) -> bool:
        """Whether decisions come as columns, and only so."""
        return bool(self.hello.columnar)

    async def welcome(self, token_name: str = "checked@1", resumed: int = 0) -> None:
        """Let the bot in."""
        welcome = seat_pb2.Welcome(bot=token_name, resumed=resumed)
        welcome.grace.FromMilliseconds(30_000)
        await self.write(seat_pb2.ToBot(welcome=welcome))

    async def update(self, *updates: seat_pb2.Update) -> None:
        """One batch."""
        await self.write(seat_pb2.ToBot(batch=seat_pb2.Batch(updates=updates)))

    async def write(self, message: seat_pb2.ToBot) -> None:
        """Any message. `Failed`: the bot has gone."""
        if not self.alive:
            raise Failed(self.gone or "the stream has ended")
        async with self._writing:
            try:
                await self._context.write(message)
            except STREAM_ENDED as error:
                raise Failed(self.gone or "the bot broke its stream off") from error

    def owe(self, seat_id: int, number: int, legal: Legal, hand: list[int]) -> "asyncio.Future[int]":
        """Note a decision that is about to be asked; the future gets the answer, or `Failed` if it is no legal one."""
        action: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._asked[seat_id] = Asked(number, legal, hand, action)
        return action

    def owe_batch(self, batch: Batch) -> None:
        """Note a batch that is about to be sent, whose rows are owed; `two_batches` was acquired for it."""
        self._batches[batch.number] = batch

    def end(self, ending: Ending = OK) -> None:
        """End the stream with a status."""
        if not self.over.done():
            self.over.set_result(ending)

    async def close(self, closing: seat_pb2.Closing) -> None:
        """The last message, and the end."""
        await self.write(seat_pb2.ToBot(closing=closing))
        self.end()

    async def ping(self, nonce: int) -> None:
        """One ping; its pong is timed."""
        self._pings[nonce] = time.monotonic()
        await self.write(seat_pb2.ToBot(ping=seat_pb2.Ping(nonce=nonce)))

    def late(self) -> float:
        """Seconds that the longest ping has taken so far; those that a stream left open when it ended do not count."""
        waiting = [time.monotonic() - sent - self._lag for sent in self._pings.values()] if self.alive else []
        return max([self.slowest_pong, *waiting])

    @property
    def unanswered(self) -> int:
        """Pings without a pong."""
        return len(self._pings)

    async def keep_pinging(self) -> None:
        """Ping for as long as the stream lives, and know how late this loop itself is."""
        nonce = 2**64 - 1  # the largest there is: a bot that keeps it in 53 bits sends another one back
        while self.alive:
            await self.ping(nonce)
            nonce -= 1
            due = time.monotonic() + PING_EVERY
            await asyncio.sleep(PING_EVERY)
            self._lag = max(self._lag * 0.5, time.monotonic() - due)

    async def listen(self) -> None:
        """Sort what the bot sends, until it ends the stream."""
        try:
            while True:
                await self.heeding.wait()
                message = await self._context.read()
                if not isinstance(message, seat_pb2.ToArena):
                    self.lost("the bot half-closed its stream")
                    return
                self._heed(message)
        except STREAM_ENDED:
            self.lost("the bot broke its stream off")

    def lost(self, how: str) -> None:
        """The bot has ended the stream: nothing that it owes will come."""
        if not self.gone:
            self.gone = how
        for asked in self._asked.values():
            if not asked.action.done():
                asked.action.set_exception(Failed(f"{self.gone} while {_named(asked)} was open"))
                asked.action.exception()  # looked at: a case that has failed already does not wait for it
        self._asked.clear()
        self.end()

    def fault(self, what: str) -> None:
        """Note what no protocol allows; the case that runs fails with it."""
        if len(self.faults) < FAULTS:
            self.faults.append(what)

    def _heed(self, message: seat_pb2.ToArena) -> None:
        member = message.WhichOneof("message")
        if member == "answers":
            if not message.answers.answers:
                self.fault("sent Answers with no answer in it")
            for answer in message.answers.answers:
                self._answered(answer)
        elif member == "pong":
            sent = self._pings.pop(message.pong.nonce, None)
            if sent is None:
                self.fault(f"sent a pong with the nonce {message.pong.nonce}, which no open ping has")
            else:
                self.slowest_pong = max(self.slowest_pong, time.monotonic() - sent - self._lag)
        elif member == "column_answers":
            self._batch_answered(message.column_answers)
        elif member == "resign":
            self.resigned.add(message.resign.seat_id)
            self._refuse(message.resign.seat_id, "gave the game up")
        else:
            self.fault("sent a second Hello" if member == "hello" else "sent a ToArena with nothing in it")

    def _answered(self, answer: seat_pb2.Answer) -> None:
        asked = self._asked.get(answer.seat_id)
        if asked is None:
            self.fault(f"answered decision {answer.number} of seat {answer.seat_id}, which is not open")
            return
        if answer.number != asked.number:
            self.fault(f"answered decision {answer.number} of a seat where {_named(asked)} is open")
            return
        try:
            action = action_from_pb(asked.legal.kind, answer.action)
        except Malformed as problem:
            self._refuse(answer.seat_id, str(problem))
            return
        self._decided(answer.seat_id, asked, action, told(answer.action))

    def _batch_answered(self, answers: seat_pb2.ColumnAnswers) -> None:
        batch = self._batches.pop(answers.batch, None)
        if batch is None:
            self.fault(f"answered batch {answers.batch}, which is not open")
            return
        self.two_batches.release()
        try:
            actions = read_actions(answers.actions, len(batch.seat_ids))
        except Malformed as problem:
            for seat_id in batch.seat_ids:
                self._refuse(seat_id, str(problem))
            return
        for seat_id, action in zip(batch.seat_ids, actions, strict=True):
            if seat_id in self._asked:
                self._decided(seat_id, self._asked[seat_id], action, f"action {action}")

    def _decided(self, seat_id: int, asked: Asked, action: int, said: str) -> None:
        if not asked.legal.allows(action):
            hand = " ".join(card_text(card) for card in asked.hand)
            self._refuse(seat_id, f"answered {said}; legal is {asked.legal.describe()}; its hand: {hand}")
            return
        del self._asked[seat_id]
        if not asked.action.done():
            asked.action.set_result(action)

    def _refuse(self, seat_id: int, why: str) -> None:
        asked = self._asked.pop(seat_id, None)
        if asked is None or asked.action.done():
            self.fault(why)
        else:
            asked.action.set_exception(Failed(f"{_named(asked)}: {why}"))
            asked.action.exception()


def _named(asked: Asked) -> str:
    return f"decision {asked.number} ({KIND_NAMES[asked.legal.kind]})"
