import asyncio

from arena.wire.gen import cards_pb2, seat_pb2
from arena.wire.gen import link_pb2 as pb
from arena.wire.splitting import MOST, split_message
from tests.gateway.clients import SECRET
from tests.workers.link.blocks import gateway
from workers.link.link_pool import LinkPool

EVENTS = seat_pb2.Turn(events=[cards_pb2.Event()] * 50_000).SerializeToString()


async def test_seats_that_are_opened_again_all_at_once_are_opened() -> None:
    """After a gateway's restart every table's seat comes with all its events, here 20 MB."""
    links = LinkPool(SECRET)
    async with gateway() as (_, reached):
        link = links.to(reached.workers)
        assert await link.comes_up(10)
        openings = [pb.SeatOpen(seat_id=seat, version_id=7, lease_number=1, events=EVENTS) for seat in range(1, 201)]
        opened = await asyncio.gather(*(link.open(opening) for opening in openings))
        assert {each.status for each in opened} == {pb.OPEN_STATUS_NO_INSTANCE}
        assert link.epoch == 1
        await links.stop()


def test_parcels_have_everything_in_the_order_of_the_fields() -> None:
    asks = [pb.Ask(seat_id=number, turn=bytes(MOST // 3)) for number in range(7)]
    gathered = pb.ToGateway(asks=asks, tells=[pb.Tell(turn=bytes(2 * MOST)), pb.Tell()], marks=[pb.Mark(number=1)])
    made = [pb.ToGateway.FromString(parcel) for parcel in split_message(gathered)]
    assert [[field.name for field, _ in parcel.ListFields()] for parcel in made] == [
        ["tells"],
        ["tells", "asks"],
        ["asks"],
        ["asks"],
        ["asks", "marks"],
    ]
    together = pb.ToGateway()
    for parcel in made:
        together.MergeFrom(parcel)
    assert together == gathered


def test_what_is_small_goes_as_it_is() -> None:
    gathered = pb.ToGateway(marks=[pb.Mark(number=1)])
    assert list(split_message(gathered)) == [gathered.SerializeToString()]
