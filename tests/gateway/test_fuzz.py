"""Whatever is sent to a gateway, it goes on.

Its other tables notice nothing, and nothing of it stays behind.
"""

import asyncio
import gc
import logging
import os
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, cast

import grpc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from arena.gateway.seats.bot_stream import BotStream
from arena.gateway.seats.hub import Hub
from arena.gateway.seats.instances import Instance
from arena.gateway.seats.keeping import KEEP_US
from arena.gateway.seats.row_delivery import Ask
from arena.gateway.seats.seat import Seat
from arena.gateway.seats.worker_stream import WorkerStream
from arena.gateway.server import Gateway
from arena.wire.framed import LENGTH
from arena.wire.gen import link_pb2, seat_pb2
from tests.gateway.clients import SECRET, Bot, Clients, Worker, dialling, until
from tests.gateway.few_tokens import FewTokens
from tests.gateway.serving import serving
from tests.gateway.wild import SEATS, damaged, messages
from tests.loops import ShortLoop

PLAY: Final = "/arena.v1.SeatService/Play"
GRACE: Final = 0.05
QUESTIONS: Final = 4
OTHER_SEATS: Final = (101, 102, 103)  # such as no wild message names
HELLO: Final = seat_pb2.ToArena(
    hello=seat_pb2.Hello(instance="attacker-1", protocol=1, variants=["spades-4"], max_seats=2)
).SerializeToString()

wild_bot = messages(seat_pb2.ToArena.DESCRIPTOR).map(lambda message: message.SerializeToString())
wild_worker = messages(link_pb2.ToGateway.DESCRIPTOR).map(lambda message: message.SerializeToString())


def scripts(wild: SearchStrategy[bytes]) -> SearchStrategy[list[bytes]]:
    """Draw what one stream is sent.

    Messages as they should not be, damaged ones, and what is no message at all.
    """
    piece = st.one_of(wild, wild, wild.flatmap(damaged), st.binary(max_size=40))
    return st.lists(piece, max_size=8)


@dataclass(frozen=True)
class Attack:
    """A bot's stream that is sent *script*.

    Then it ends with a word, or without one.
    """

    script: list[bytes]
    token: str
    is_rude: bool

    async def run(self, clients: Clients) -> None:
        """To the end of the call."""
        call: Any = cast(Any, clients.channel()).stream_stream(PLAY)(
            metadata=(("authorization", f"Bearer {self.token}"),)
        )
        reading = asyncio.create_task(_drain(call))
        try:
            for data in self.script:
                await call.write(data)
            if not self.is_rude:
                await call.done_writing()
                await reading
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            pass  # the gateway ended the call before all was said
        call.cancel()
        await reading


bots = st.builds(
    Attack,
    script=st.one_of(scripts(wild_bot), scripts(wild_bot).map(lambda script: [HELLO, *script])),
    token=st.sampled_from(("token-of-7", "token-of-8")),
    is_rude=st.booleans(),
)


@dataclass(frozen=True)
class Madness:
    """A worker's stream that is sent *script*, each a frame.

    Behind the hello or in its place; then *broken*, bare.
    """

    script: list[bytes]
    is_in: bool
    broken: bytes

    async def run(self, clients: Clients) -> None:
        """Until the gateway ends it, or all was said."""
        host, _, port = clients.link.rpartition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        hello = link_pb2.LinkHello(protocol=1, secret=SECRET).SerializeToString()
        frames = [hello, *self.script] if self.is_in else self.script
        with suppress(ConnectionError):
            writer.write(b"".join(LENGTH.pack(len(frame)) + frame for frame in frames) + self.broken)
            writer.write_eof()
            while await reader.read(4096):
                pass
        writer.close()


workers = st.builds(
    Madness, script=scripts(wild_worker), is_in=st.booleans() | st.just(True), broken=st.binary(max_size=8)
)


async def _drain(call: Any) -> None:
    with suppress(grpc.aio.AioRpcError, asyncio.CancelledError):
        while await call.read() is not grpc.aio.EOF:
            pass


class Loud(logging.Handler):
    """What was logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


class Besieged:
    """A gateway under attack, with honest tables on it.

    They are of an honest bot and an honest worker, at *seats*.
    """

    def __init__(self, gateway: Gateway, clients: Clients, seats: Sequence[int]) -> None:
        self.gateway = gateway
        self.seats = seats
        self.clients = clients
        self.errors: list[str] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: self.errors.append(str(context)))

    async def play(self, meanwhile: Callable[[], Awaitable[None]]) -> None:
        """Play the honest tables, from their start to their end.

        *meanwhile* runs beside them.
        """
        bot, worker = await self.clients.seated("honest-instance"), self.clients.worker(lease_number=5)
        for seat_id in self.seats:
            assert (await worker.open(seat_id)).status == link_pb2.OPEN_STATUS_OPEN
        siege = asyncio.ensure_future(meanwhile())
        for number in range(1, QUESTIONS + 1):
            await self._ask(bot, worker, number)
        await siege
        await self._ask(bot, worker, QUESTIONS + 1)
        for seat_id in self.seats:
            await worker.close(seat_id)
            await worker.mark(QUESTIONS + 1, seat_id)
            await bot.update("game_over", seat_id)
        await until(self._is_read)
        await bot.drop()
        await worker.drop()

    async def _ask(self, bot: Bot, worker: Worker, number: int) -> None:
        for seat_id in self.seats:
            await worker.ask(number, 2 * number, seat_id=seat_id)
        for seat_id in self.seats:
            update = await bot.update("turn", seat_id)
            assert update.turn.decision.number == number
            await bot.answer(number, number + seat_id, seat_id)
            assert await worker.card(number, seat_id=seat_id) == number + seat_id

    def _is_read(self) -> bool:
        """Say whether the bot has read how its games ended.

        A pong told so; pings make it do so.
        """
        self.gateway.hub.beat()
        return not any(seat_id in self.gateway.hub.seats for seat_id in self.seats)

    async def is_clean(self) -> None:
        """Wait until nothing is left of anybody.

        Ten minutes pass for what workers left behind.
        """
        hub = self.gateway.hub

        def is_empty() -> bool:
            for seat in hub.seats.values():
                seat.left_at -= KEEP_US
                seat.over_at -= KEEP_US
            return not any(held(hub).values())

        await until(is_empty)


def held(hub: Hub) -> dict[str, int]:
    """What the gateway holds of bots and workers."""
    homes = hub.homes
    return {
        "seats": len(hub.seats),
        "instances": len(list(homes.roster)),
        "waiting": len(homes._waiting),
        "links": len(hub._links),
    }


def run(siege: Coroutine[Any, Any, list[str]]) -> list[str]:
    """Run *siege* on a loop of its own, as an example among many has it."""
    with asyncio.Runner(loop_factory=ShortLoop) as runner:
        return runner.run(siege)


async def besieged(
    attack: Callable[[Clients], Awaitable[None]],
    seats: Sequence[int] = SEATS,
    rounds: int = 1,
    after: Callable[[int], Awaitable[None]] | None = None,
) -> list[str]:
    """Play while *attack* goes on; then nothing may be left. Returns the errors that were logged or nobody caught."""
    loud = Loud()
    logging.getLogger().addHandler(loud)
    async with serving(FewTokens(), GRACE) as (gateway, reached):
        failing = asyncio.create_task(gateway.fail())
        try:
            for siege_number in range(rounds):
                async with dialling(reached) as clients:
                    siege = Besieged(gateway, clients, seats)
                    await siege.play(lambda: attack(clients))
                await siege.is_clean()
                if after:
                    await after(siege_number)
            assert not failing.done(), failing.exception()
            return siege.errors + loud.lines
        finally:
            logging.getLogger().removeHandler(loud)
            failing.cancel()
            await asyncio.gather(failing, return_exceptions=True)


def attacking(attacks: Sequence[Attack] | Sequence[Madness]) -> Callable[[Clients], Awaitable[None]]:
    async def attack(clients: Clients) -> None:
        await asyncio.gather(*(each.run(clients) for each in attacks))

    return attack


several_bots = st.lists(bots, min_size=1, max_size=3)
several_workers = st.lists(workers, min_size=1, max_size=3)
long = settings(max_examples=1500)


@given(several_bots)
def test_bots_may_send_anything(attacks: Sequence[Attack]) -> None:
    assert not run(besieged(attacking(attacks)))


@given(several_workers)
def test_a_worker_that_is_mad_harms_its_own_seats_only(attacks: Sequence[Madness]) -> None:
    run(besieged(attacking(attacks), OTHER_SEATS))


@pytest.mark.slow
@long
@given(several_bots)
def test_bots_may_send_anything_for_long(attacks: Sequence[Attack]) -> None:
    assert not run(besieged(attacking(attacks)))


@pytest.mark.slow
@long
@given(several_workers)
def test_a_worker_that_is_mad_harms_its_own_seats_only_for_long(attacks: Sequence[Madness]) -> None:
    run(besieged(attacking(attacks), OTHER_SEATS))


def counted() -> Counter[str]:
    """Objects of a gateway's state that are alive, and open file handles."""
    gc.collect()
    kinds = (Seat, Ask, Instance, BotStream, WorkerStream)
    alive = Counter(type(each).__name__ for each in gc.get_objects() if isinstance(each, kinds))
    alive["file handles"] = len(os.listdir("/proc/self/fd"))
    return alive


async def test_nothing_grows() -> None:
    """Ten more sieges leave nothing each.

    The first may fill caches, of the last a stream may still end.
    """
    before: Counter[str] = Counter()
    attacks = [
        Attack([HELLO, b"\xff\xff"], "token-of-7", is_rude=False),
        Attack([HELLO, HELLO], "token-of-8", is_rude=True),
        Attack([HELLO], "token-of-8", is_rude=True),
        Attack([b""], "token-of-8", is_rude=False),
    ]

    async def count_after(siege: int) -> None:
        if siege == 1:
            await asyncio.sleep(2.5)  # a stream that was closed is remembered until it would be cut off
            before.update(counted())
        if siege == 11:
            while (counted() - before).total() >= 5:  # noqa: ASYNC110
                await asyncio.sleep(0.5)

    assert not await besieged(attacking(attacks), rounds=12, after=count_after)
