"""A scripted bot and a scripted worker, over a real socket."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

import grpc

from arena.gateway.seats.bot_stream import BotStream
from arena.gateway.seats.hub import Hub
from arena.gateway.server import Endpoints
from arena.wire.address import Address, parse_address
from arena.wire.columns.frame import write_actions
from arena.wire.gen import cards_pb2, link_pb2, seat_pb2
from arena.wire.gen.seat_pb2_grpc import SeatServiceStub
from tests.gateway.messages import card, columns_of, events_of, turn
from workers.link.connection import Connection, NoLinkError, dial

SECRET = "the-link-secret"
MINUTE = 60_000_000
PATIENCE = 60.0  # seconds, after which a test that waits in vain says what it has
M = TypeVar("M")


async def until(holds: Callable[[], bool | Awaitable[bool]]) -> None:
    """Wait for what nobody tells of."""
    while not (answer if isinstance(answer := holds(), bool) else await answer):  # noqa: ASYNC110
        await asyncio.sleep(0.02)


class Inbox:
    """What came in and was not looked at yet."""

    def __init__(self) -> None:
        self._items: deque[Any] = deque()
        self._came = asyncio.Condition()
        self.ended: Any = None

    async def put(self, item: Any) -> None:
        async with self._came:
            self._items.append(item)
            self._came.notify_all()

    async def end(self, how: Any) -> None:
        """Note the end: the code and details of a bot's call, the reason of a worker's link."""
        async with self._came:
            self.ended = how
            self._came.notify_all()

    async def take(self, kind: type[M], where: Callable[[M], bool] = lambda _: True) -> M:
        """Wait for the first item of *kind* for which *where* holds, and take it."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._take(kind, where)
        except TimeoutError:
            raise AssertionError(f"no {kind.__name__} came that was waited for; what came: {self._items}") from None

    def forget(self, kind: type[Any]) -> None:
        """Leave out what has come of *kind*."""
        self._items = deque(item for item in self._items if not isinstance(item, kind))

    async def _take(self, kind: type[M], where: Callable[[M], bool]) -> M:
        async with self._came:
            while True:
                for item in self._items:
                    if isinstance(item, kind) and where(item):
                        self._items.remove(item)
                        return item
                if self.ended:
                    raise AssertionError(f"the stream ended with {self.ended}, what came: {self._items}")
                await self._came.wait()

    async def end_of_stream(self) -> Any:
        async with asyncio.timeout(PATIENCE), self._came:
            await self._came.wait_for(lambda: self.ended is not None)
        assert self.ended
        return self.ended

    def holds(self, kind: type[M], where: Callable[[M], bool] = lambda _: True) -> bool:
        return any(isinstance(item, kind) and where(item) for item in self._items)


class Bot:
    """A bot's stream, to the gateway of *hub* if that is in this process."""

    def __init__(self, channel: grpc.aio.Channel, token: str, hub: Hub | None = None) -> None:
        self._channel = channel
        self._hub = hub
        self._version = token.rpartition("-")[2]
        self._instance = ""
        self.call = SeatServiceStub(channel).Play(metadata=(("authorization", f"Bearer {token}"),))
        self.inbox = Inbox()
        self.pongs = True  # whether it answers pings
        self._writing = asyncio.Lock()  # a second write while one is under way breaks the call
        self._reader = asyncio.create_task(self._read())

    async def hello(self, instance: str = "instance-1", max_seats: int = 16, **fields: Any) -> None:
        self._instance = instance
        usual: dict[str, Any] = {"protocol": 1, "variants": ["spades-4"]}
        hello = usual | {"instance": instance, "max_seats": max_seats} | fields
        await self.send(seat_pb2.ToArena(hello=seat_pb2.Hello(**hello)))

    async def welcome(self) -> seat_pb2.Welcome:
        return await self.inbox.take(seat_pb2.Welcome)

    async def is_welcome(self) -> bool:
        """Return whether Welcome answers Hello, and not the end of the stream."""
        await until(lambda: self.inbox.ended is not None or self.inbox.holds(seat_pb2.Welcome))
        return self.inbox.holds(seat_pb2.Welcome)

    async def update(self, body: str, seat_id: int = 1) -> seat_pb2.Update:
        def fits(update: seat_pb2.Update) -> bool:
            return update.seat_id == seat_id and update.WhichOneof("body") == body

        return await self.inbox.take(seat_pb2.Update, fits)

    def heard(self, body: str, seat_id: int = 1) -> bool:
        return self.inbox.holds(seat_pb2.Update, lambda u: u.seat_id == seat_id and u.WhichOneof("body") == body)

    async def answer(self, number: int, code: int, seat_id: int = 1, cpu_us: int = 0) -> None:
        answer = seat_pb2.Answer(seat_id=seat_id, number=number, action=card(code), cpu_us=cpu_us)
        await self.send(seat_pb2.ToArena(answers=seat_pb2.Answers(answers=[answer])))

    async def columns(self) -> seat_pb2.Columns:
        return await self.inbox.take(seat_pb2.Columns)

    async def answer_columns(self, batch: int, *codes: int) -> None:
        answers = seat_pb2.ColumnAnswers(batch=batch, actions=write_actions(codes))
        await self.send(seat_pb2.ToArena(column_answers=answers))

    async def send(self, message: seat_pb2.ToArena) -> None:
        async with self._writing:
            await self.call.write(message)

    async def settle(self) -> None:
        """Wait until all that was sent was handled, and pings are answered from now on."""
        stream = self._stream
        assert stream
        await self._answer_a_ping(stream)
        await self._answer_a_ping(stream)  # the first one went before the news that waited

    async def _answer_a_ping(self, stream: BotStream) -> None:
        self.inbox.forget(seat_pb2.Ping)
        stream.beat()
        ping = await self.inbox.take(seat_pb2.Ping)
        await until(lambda: ping.nonce not in stream._pings)

    async def drop(self) -> None:
        """Break off without a word, and wait until a gateway in this process knows."""
        stream = self._stream
        self.call.cancel()
        self._reader.cancel()
        await asyncio.gather(self._reader, return_exceptions=True)
        if stream:
            await until(lambda: stream is not self._stream)

    @property
    def _stream(self) -> BotStream | None:
        """The gateway's end, where that is in this process and has welcomed it."""
        me = (self._version, self._instance)
        connected = self._hub.connected if self._hub else ()
        return next((each.stream for each in connected if (str(each.version_id), each.name) == me), None)

    async def _read(self) -> None:
        try:
            async for message in self.call:
                await self._receive(message)
        except grpc.aio.AioRpcError:
            pass  # the call has ended
        await self.inbox.end((await self.call.code(), await self.call.details() or ""))

    async def _receive(self, message: seat_pb2.ToBot) -> None:
        if message.HasField("batch"):
            for update in message.batch.updates:
                await self.inbox.put(update)
            return
        member = message.WhichOneof("message")
        assert member
        await self.inbox.put(getattr(message, member))
        if member == "ping" and self.pongs:
            # A bot that leaves writes nothing more, but reads on: what it does not read holds the end of the call back.
            with suppress(asyncio.InvalidStateError):
                await self.send(seat_pb2.ToArena(pong=seat_pb2.Pong(nonce=message.ping.nonce)))


class Worker:
    """A worker's link to the gateway at *address*; its messages carry *lease_number*."""

    def __init__(self, address: str, lease_number: int = 1, secret: str = SECRET) -> None:
        self.lease_number = lease_number
        self.inbox = Inbox()
        self.line: Connection | None = None
        self.under_way: list[int] = []  # as was said last
        self._came: asyncio.Queue[link_pb2.ToWorker] = asyncio.Queue()
        self._jobs = [asyncio.create_task(job) for job in (self._dial(address, secret), self._read())]

    async def open(
        self, seat_id: int = 1, version_id: int = 7, events: bytes = b"", is_confined: bool = False
    ) -> link_pb2.SeatOpened:
        await self.ask_to_open(seat_id, version_id, events, is_confined)
        return await self.opened(seat_id)

    async def ask_to_open(
        self, seat_id: int = 1, version_id: int = 7, events: bytes = b"", is_confined: bool = False
    ) -> None:
        start = seat_pb2.SeatStart(variant="spades-4", seat=2, seats=4).SerializeToString()
        opening = link_pb2.SeatOpen(
            seat_id=seat_id,
            version_id=version_id,
            lease_number=self.lease_number,
            start=start,
            events=events,
            variant="spades-4",
            is_confined=is_confined,
        )
        await self.send(link_pb2.ToGateway(opens=[opening]))

    async def opened(self, seat_id: int = 1) -> link_pb2.SeatOpened:
        return await self.inbox.take(link_pb2.SeatOpened, lambda opened: opened.seat_id == seat_id)

    async def ask(
        self,
        number: int,
        *events: int,
        seat_id: int = 1,
        attempt: int = 0,
        move_us: int = MINUTE,
        bank_us: int = MINUTE,
        **fields: Any,
    ) -> None:
        rejected = seat_pb2.Rejected(number=number, reason="no such card", left=2) if attempt else None
        ask = link_pb2.Ask(
            seat_id=seat_id,
            lease_number=self.lease_number,
            number=number,
            attempt=attempt,
            turn=turn(number, *events),
            rejected=rejected.SerializeToString() if rejected else b"",
            move_us=move_us,
            bank_us=bank_us,
            **fields,
        )
        await self.send(link_pb2.ToGateway(asks=[ask]))

    async def answered(self, number: int, attempt: int = 0, seat_id: int = 1) -> link_pb2.Answered:
        key = (seat_id, number, attempt)
        return await self.inbox.take(link_pb2.Answered, lambda a: (a.seat_id, a.number, a.attempt) == key)

    async def card(self, number: int, attempt: int = 0, seat_id: int = 1) -> int:
        """The card that was answered to *number*."""
        answered = await self.answered(number, attempt, seat_id)
        assert answered.WhichOneof("outcome") == "action", answered
        return cards_pb2.Action.FromString(answered.action).play

    async def open_columnar(self, seat_id: int = 1, **fields: Any) -> int:
        """Open a seat; what its instance is called."""
        opened = await self.open(seat_id, **fields)
        assert opened.status == link_pb2.OPEN_STATUS_OPEN
        assert opened.instance
        return opened.instance

    async def ask_columns(self, instance: int, batch: int, *asked: tuple[int, int], limit_us: int = MINUTE) -> None:
        """Ask *asked*: (seat id, number)."""
        columns = seat_pb2.Columns(batch=batch, data=columns_of(*asked))
        ask = link_pb2.ColumnAsk(instance=instance, columns=columns, rows=len(asked), limit_us=limit_us)
        await self.send(link_pb2.ToGateway(column_asks=[ask]))

    async def columns_answered(self, batch: int) -> link_pb2.ColumnsAnswered:
        return await self.inbox.take(link_pb2.ColumnsAnswered, lambda answered: answered.batch == batch)

    async def mark_columns(self, answered: int, keep: bool = False, keep_seats: Sequence[int] = ()) -> None:
        mark = link_pb2.ColumnMark(answered=answered, keep=keep, keep_seats=keep_seats)
        await self.send(link_pb2.ToGateway(column_marks=[mark]))

    async def settle(self) -> None:
        """Wait until all that was sent was handled: an unknown seat is answered after it."""
        await self.ask(1, seat_id=99)
        await self.opened(99)

    async def tell(self, *events: int, seat_id: int = 1) -> None:
        tell = link_pb2.Tell(seat_id=seat_id, lease_number=self.lease_number, turn=events_of(*events))
        await self.send(link_pb2.ToGateway(tells=[tell]))

    async def mark(self, number: int, seat_id: int = 1) -> None:
        mark = link_pb2.Mark(seat_id=seat_id, lease_number=self.lease_number, number=number)
        await self.send(link_pb2.ToGateway(marks=[mark]))

    async def close(self, seat_id: int = 1, rank: int = 1) -> None:
        game_over = seat_pb2.GameOver(rank=rank, score=310, ended="hands").SerializeToString()
        close = link_pb2.SeatClose(seat_id=seat_id, lease_number=self.lease_number, game_over=game_over)
        await self.send(link_pb2.ToGateway(closes=[close]))

    async def send(self, message: link_pb2.ToGateway) -> None:
        await until(lambda: self.line is not None)
        assert self.line
        self.line.send(message.SerializeToString())

    async def drop(self) -> None:
        """Break off without a word."""
        if self.line:
            self.line.abort("the test broke it off")
        for job in self._jobs:
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)

    async def _dial(self, address: str, secret: str) -> None:
        try:
            self.line = await dial(address, secret, self._came.put_nowait, lambda: None)
            await self.inbox.end(await asyncio.shield(self.line.over))
        except NoLinkError as problem:
            await self.inbox.end(str(problem))

    async def _read(self) -> None:
        while True:
            message = await self._came.get()
            self.under_way = list(message.under_way) or self.under_way
            for item in (*message.opened, *message.answered, *message.columns_answered):
                await self.inbox.put(item)


class Clients:
    """Makes bots that dial *address* and workers that dial *link*."""

    def __init__(self, address: str | Address, link: str = "", hub: Hub | None = None) -> None:
        self.address = str(address)
        self.link = link
        self.hub = hub
        self._dialled = parse_address(address) if isinstance(address, str) else address
        self._channels: list[grpc.aio.Channel] = []
        self._workers: list[Worker] = []

    def bot(self, token: str = "token-of-7") -> Bot:
        return Bot(self.channel(), token, self.hub)

    async def seated(
        self, instance: str = "instance-1", token: str = "token-of-7", max_seats: int = 16, columnar: int = 0
    ) -> Bot:
        """A bot that was welcomed."""
        bot = self.bot(token)
        await bot.hello(instance, max_seats, columnar=columnar)
        await bot.welcome()
        return bot

    def worker(self, lease_number: int = 1, secret: str = SECRET) -> Worker:
        self._workers.append(Worker(self.link, lease_number, secret))
        return self._workers[-1]

    def channel(self) -> grpc.aio.Channel:
        options = (("grpc.use_local_subchannel_pool", 1),)  # a connection each
        self._channels.append(self._dialled.aio_channel(options))
        return self._channels[-1]

    async def hang_up(self) -> None:
        await asyncio.gather(*(worker.drop() for worker in self._workers))
        await asyncio.gather(*(channel.close() for channel in self._channels))


@asynccontextmanager
async def dialling(where: Endpoints | str | Address, hub: Hub | None = None) -> AsyncIterator[Clients]:
    """Yield clients of a gateway, *hub*'s if in this process; a bare address has no workers."""
    clients = Clients(*where, hub) if isinstance(where, Endpoints) else Clients(where, "", hub)
    yield clients
    await clients.hang_up()
