"""Links to gateways: one stream each, gathered writes, and futures for what is to come back."""

import asyncio
import logging
from collections.abc import Callable, Hashable
from typing import Any, Final, TypeAlias, TypeVar

import grpc
from grpc import aio

from arena.wire.address import Address, BadAddress, address_for_secrets
from arena.wire.diagnosis import diagnose
from arena.wire.gen import link_pb2 as pb
from arena.wire.gen.link_pb2_grpc import LinkServiceStub
from workers.farewells import Farewells
from workers.lanes import Lanes, Unmarked
from workers.parcels import parcels

logger = logging.getLogger(__name__)
Call: TypeAlias = "aio.StreamStreamCall[pb.ToGateway, pb.ToWorker]"
K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
FIRST_PAUSE: Final = 0.1  # seconds between two attempts to reach a gateway, doubled up to
LONGEST_PAUSE: Final = 1.0
CONNECT_WITHIN: Final = 1.0
FORGET_AFTER: Final = 120.0  # seconds without a stream; who needs that gateway after all dials it anew
CHANNEL_OPTIONS: Final = (
    ("grpc.use_local_subchannel_pool", 1),  # or a new channel would wait for an old one's back-off
    ("grpc.keepalive_time_ms", 5_000),  # a gateway that hangs, or that no packet reaches, ends no stream
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.max_receive_message_length", -1),
)


class LinkBroken(Exception):
    """Nothing comes of what was sent: the stream ended, or there is none, or the seat is not ours at the gateway."""


class BotAway(Exception):
    """The bot that is asked has no stream to the gateway; the question has been open for *elapsed_us* microseconds."""

    def __init__(self, elapsed_us: int) -> None:
        super().__init__("the bot has no stream to the gateway that has its seat")
        self.elapsed_us = elapsed_us


class Link:
    """The stream to one gateway, dialled again until there was none for two minutes.

    Attributes:
        epoch: counts the streams there have been; a seat opened in an earlier one has to be opened again.
        lanes: what is asked in columns.
    """

    def __init__(self, address: str, secret: str, flush: Callable[[], None], farewells: Farewells) -> None:
        """*flush* sends what is ready in the lanes of all links: a table's seats may be at several gateways."""
        self._farewells = farewells
        self.address = address
        self._flush = flush
        self.epoch = 0
        self._up = asyncio.Event()
        self._metadata = (("authorization", f"Bearer {secret}"),)
        self._out = pb.ToGateway()
        self._closes: list[pb.SeatClose] = []  # these outlive a stream: a bot has to hear that its game is over
        self._ready = asyncio.Event()
        self._written = asyncio.Event()
        self._opens: dict[tuple[int, int], asyncio.Future[pb.SeatOpened]] = {}  # by seat id and token
        self._asks: dict[tuple[int, int, int], asyncio.Future[pb.Answered]] = {}
        self.lanes = Lanes(self._ask_columns)
        self._task = asyncio.create_task(self._stay_connected(), name=f"link to {address}")

    @property
    def is_over(self) -> bool:
        """Whether it is not dialled any more."""
        return self._task.done()

    @property
    def is_up(self) -> bool:
        """Whether there is a stream now."""
        return self._up.is_set()

    async def comes_up(self, within: float) -> bool:
        """Whether there is a stream, now or *within* so many seconds."""
        try:
            await asyncio.wait_for(self._up.wait(), within)
        except TimeoutError:
            return False
        return True

    async def open(self, message: pb.SeatOpen) -> pb.SeatOpened:
        """Put a bot in a seat. Raises `LinkBroken`."""
        self._require_stream()
        self._out.opens.append(message)
        return await self._reply(self._opens, (message.seat_id, message.token))

    async def ask(self, message: pb.Ask) -> pb.Answered:
        """Ask, and wait as long as it takes; asking again changes nothing. Raises `LinkBroken`, `BotAway`."""
        self._require_stream()
        self._out.asks.append(message)
        return await self._reply(self._asks, (message.seat_id, message.number, message.attempt))

    def tell(self, message: pb.Tell) -> None:
        """Pass on events; lost with the stream (whoever opens the seat again says them again)."""
        self._out.tells.append(message)
        self._ready.set()

    def mark(self, message: pb.Mark) -> None:
        """Let the gateway forget answers; lost with the stream (the next mark says it again)."""
        self._out.marks.append(message)
        self._ready.set()

    def mark_columns(self, epoch: int, journalled: Unmarked, keep: bool) -> None:
        """Let the gateway forget what came of batches, in the stream of that *epoch*; *keep*: but for seats to keep."""
        if self.is_up and epoch == self.epoch:
            self.lanes.mark(journalled)
            mark = self._out.column_marks.add(answered=journalled.read, keep=keep)
            mark.keep_seats.extend(journalled.missing)
            self._ready.set()

    def _ask_columns(self) -> pb.ColumnAsk:
        self._ready.set()
        return self._out.column_asks.add()

    def close(self, message: pb.SeatClose) -> None:
        """Give a seat up: at once, or as soon as there is a stream."""
        self._closes.append(message)
        self._ready.set()

    def say_again(self, message: pb.Farewell) -> None:
        """Have a bot told that its game is over; lost with the stream."""
        self._out.farewells.append(message)
        self._ready.set()

    async def stop(self) -> None:
        """Write what is left, if there is a stream, and end it."""
        if self.is_up:
            await self._written.wait()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def _require_stream(self) -> None:
        if not self.is_up:
            raise LinkBroken(f"there is no stream to the gateway {self.address}")

    async def _reply(self, waiting: dict[K, asyncio.Future[T]], key: K) -> T:
        """Have the message written and wait for what answers it."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        waiting[key] = future
        self._ready.set()
        try:
            return await future
        finally:
            if waiting.get(key) is future:
                del waiting[key]

    async def _stay_connected(self) -> None:
        loop = asyncio.get_running_loop()
        pause, up_at = FIRST_PAUSE, loop.time()
        while loop.time() - up_at < FORGET_AFTER:
            try:
                address = address_for_secrets(self.address)
                async with address.aio_channel(CHANNEL_OPTIONS) as channel:
                    await _connected(channel, address)
                    pause = FIRST_PAUSE
                    try:
                        await self._stream(LinkServiceStub(channel).Link(metadata=self._metadata))
                    finally:
                        up_at = loop.time()
                logger.info("the gateway %s ended the link", self.address)
            except (TimeoutError, BadAddress) as error:
                logger.warning("no link to the gateway %s: %s", self.address, error)
            except aio.AioRpcError as error:
                logger.warning("link to the gateway %s: %s: %s", self.address, error.code().name, error.details())
                pause = LONGEST_PAUSE if error.code() == grpc.StatusCode.UNAUTHENTICATED else pause
            except asyncio.InvalidStateError:
                logger.warning("link to the gateway %s: it ended while we wrote", self.address)
            except Exception:
                logger.exception("link to the gateway %s failed", self.address)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _stream(self, call: Call) -> None:
        """Be up for as long as the stream lasts; raises what ended it."""
        self.epoch += 1
        self._out = pb.ToGateway()
        self._ready.set()
        self._up.set()
        jobs = [asyncio.create_task(self._read(call)), asyncio.create_task(self._write(call))]
        try:
            await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._up.clear()
            self._written.set()
            call.cancel()
            for job in jobs:
                job.cancel()
            ends = await asyncio.gather(*jobs, return_exceptions=True)
            self._break_off()
        for end in ends:
            if isinstance(end, Exception):
                raise end

    async def _read(self, call: Call) -> None:
        async for message in call:
            self._receive(message)

    async def _write(self, call: Call) -> None:
        """Send what gathers while the write before is under way."""
        while True:
            await self._ready.wait()
            self._ready.clear()
            self._written.clear()
            message, self._out = self._out, pb.ToGateway()
            if self._closes:
                await self._write_closes(call, message)
            for parcel in parcels(message):
                await call.write(parcel)
            if not self._ready.is_set():
                self._written.set()

    async def _write_closes(self, call: Call, gathered: pb.ToGateway) -> None:
        """Closes go ahead, with what was said before them: the seats they free may be those that are opened next."""
        closes, self._closes = self._closes, []
        message = pb.ToGateway(tells=gathered.tells, marks=gathered.marks, closes=closes)
        gathered.ClearField("tells")
        gathered.ClearField("marks")
        try:
            for parcel in parcels(message):
                await call.write(parcel)
        except BaseException:
            self._closes = closes + self._closes
            raise

    def _receive(self, message: pb.ToWorker) -> None:
        for opened in message.opened:
            if opened.status == pb.OPEN_STATUS_AWAY:
                self._break_asks(opened.seat_id, BotAway(opened.elapsed_us))
                self._farewells.away(opened.seat_id)
            elif opened.status != pb.OPEN_STATUS_CLOSED and (opened.seat_id, opened.token) in self._opens:
                _resolve(self._opens, (opened.seat_id, opened.token), opened)
            elif opened.seat_id in self.lanes.seats:
                self.lanes.seats[opened.seat_id](opened)
            elif opened.status == pb.OPEN_STATUS_CLOSED:
                broken = f"seat {opened.seat_id:x} is not ours at the gateway {self.address}"
                self._break_asks(opened.seat_id, LinkBroken(broken))
        for answered in message.answered:
            _resolve(self._asks, (answered.seat_id, answered.number, answered.attempt), answered)
        for seat_id in message.read:
            self._farewells.read(seat_id)
        if message.columns_answered:
            for columns in message.columns_answered:
                self.lanes.answered(columns)
            self._flush()

    def _break_asks(self, seat_id: int, reason: Exception) -> None:
        """The gateway says unasked that the seat is not ours there, or that its bot is away."""
        for key, future in self._asks.items():
            if key[0] == seat_id and not future.done():
                future.set_exception(reason)

    def _break_off(self) -> None:
        """Tell everyone who waits that nothing comes."""
        self.lanes.close()
        broken = f"the stream to the gateway {self.address} broke"
        waiting: list[asyncio.Future[Any]] = [*self._opens.values(), *self._asks.values()]
        for future in waiting:
            if not future.done():
                future.set_exception(LinkBroken(broken))


async def _connected(channel: aio.Channel, address: Address) -> None:
    """Wait for the connection. Raises `TimeoutError` with the reason."""
    try:
        await asyncio.wait_for(channel.channel_ready(), CONNECT_WITHIN)
    except TimeoutError:
        raise TimeoutError(await asyncio.to_thread(diagnose, address) or "it does not answer") from None


def _resolve(waiting: dict[K, asyncio.Future[T]], key: K, value: T) -> None:
    """Hand *value* to who waits for it; what nobody waits for (any more) is dropped."""
    future = waiting.get(key)
    if future is not None and not future.done():
        future.set_result(value)


class Links:
    """The links of this worker, by address; made when first needed. `farewells`: what was said there last."""

    def __init__(self, secret: str) -> None:
        self._secret = secret
        self._links: dict[str, Link] = {}
        self._flushing = False
        self.farewells = Farewells()

    def to(self, address: str) -> Link:
        """The link to the gateway at *address*; it may not be up yet."""
        link = self._links.get(address)
        if link is None or link.is_over:
            self._links = {address: link for address, link in self._links.items() if not link.is_over}
            link = self._links[address] = Link(address, self._secret, self.flush, self.farewells)
        return link

    def flush(self) -> None:
        """Send the rows that are ready."""
        self._flushing = False
        for link in self._links.values():
            link.lanes.flush()

    def flush_soon(self) -> None:
        """Send the rows that are ready once everybody has had a turn: those who begin together go together."""
        if not self._flushing:
            self._flushing = True
            asyncio.get_running_loop().call_soon(self.flush)

    def columns_read(self) -> list[tuple[Link, int, Unmarked]]:
        """For each link, the epoch of its stream and what was answered there; for `mark_columns`."""
        links = [link for link in self._links.values() if link.lanes.read > link.lanes.marked]
        return [(link, link.epoch, link.lanes.unmarked()) for link in links]

    @staticmethod
    def mark_columns(read: list[tuple[Link, int, Unmarked]], keep: bool) -> None:
        """What had been *read* is in the journals; *keep*: but for games that are not ours any more."""
        for link, epoch, journalled in read:
            link.mark_columns(epoch, journalled, keep)

    async def stop(self) -> None:
        """End all links."""
        await asyncio.gather(*(link.stop() for link in self._links.values()))
