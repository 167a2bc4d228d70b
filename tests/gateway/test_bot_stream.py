from arena.gateway.bot_stream import OPEN_PINGS, BotStream
from arena.gateway.instances import Instance
from arena.gateway.timekeeper import Timekeeper


async def test_pings_that_are_never_answered_are_not_kept() -> None:
    stream = BotStream(Instance(7, "instance-1"), "ash@1", Timekeeper())
    for _ in range(OPEN_PINGS):
        for _ in range(4):
            stream.beat()
            last = stream._gather()
        assert last
        assert stream.pong(last.ping.nonce) == []
    assert len(stream._pings) <= OPEN_PINGS
    assert not stream.faults
