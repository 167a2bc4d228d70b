"""What a bot says of another bot's seat changes nothing and counts as an infraction."""

from arena.wire.gen import seat_pb2
from tests.gateway.clients import Bot, Clients


async def resign(bot: Bot, seat_id: int) -> None:
    await bot.send(seat_pb2.ToArena(resign=seat_pb2.Resign(seat_id=seat_id)))


async def test_another_versions_seat(clients: Clients) -> None:
    """Even its id, which nobody tells, does not help."""
    mine, theirs = await clients.seated(), await clients.seated(token="token-of-8")
    worker = clients.worker()
    await worker.open(seat_id=1, version_id=7)
    await worker.open(seat_id=2, version_id=8)
    await worker.ask(1, 3, seat_id=1)
    await worker.ask(1, 3, seat_id=2)
    await mine.update("turn", seat_id=1)
    await theirs.update("turn", seat_id=2)
    for intruder, seat_id in ((theirs, 1), (mine, 2)):
        await resign(intruder, seat_id)
        await intruder.answer(1, 44, seat_id=seat_id)
        await intruder.settle()
    await mine.answer(1, 30, seat_id=1)
    await theirs.answer(1, 31, seat_id=2)
    assert await worker.card(1, seat_id=1) == 30
    assert await worker.card(1, seat_id=2) == 31


async def test_another_instances_seat_of_the_same_version(clients: Clients) -> None:
    bots = [await clients.seated(f"instance-{number}", max_seats=1) for number in (1, 2)]
    worker = clients.worker()
    for seat_id in (1, 2):
        await worker.open(seat_id=seat_id)
        await worker.ask(1, 3, seat_id=seat_id)
    for bot in bots:
        await bot.settle()
    own = [next(seat_id for seat_id in (1, 2) if bot.heard("turn", seat_id)) for bot in bots]
    assert sorted(own) == [1, 2]
    for bot, seat_id in zip(bots, reversed(own), strict=True):
        await resign(bot, seat_id)
        await bot.answer(1, 44, seat_id=seat_id)
        await bot.settle()
    for bot, seat_id in zip(bots, own, strict=True):
        await bot.answer(1, 30 + seat_id, seat_id=seat_id)
        assert await worker.card(1, seat_id=seat_id) == 30 + seat_id
