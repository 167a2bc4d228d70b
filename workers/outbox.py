"""What is to be written to a gateway: gathered, and taken when the stream is free."""

from collections.abc import Iterator

from arena.wire.gen import link_pb2 as pb
from arena.wire.parcels import parcels


class Outbox:
    """What gathers for one gateway. Closes outlive a stream, for a bot has to hear that its game is over; all else
    is of one stream, and is put in `gathered` by who says it.
    """

    def __init__(self) -> None:
        self.gathered = pb.ToGateway()
        self.closes: list[pb.SeatClose] = []

    def begin(self) -> None:
        """Another stream: what was said on the one before is lost."""
        self.gathered = pb.ToGateway()

    def take(self) -> Iterator[bytes]:
        """All of it, serialised, in messages of which none is too long.

        Closes go ahead, with what was said before them: the seats they free may be those that are opened next.
        """
        gathered, self.gathered = self.gathered, pb.ToGateway()
        if self.closes:
            first = pb.ToGateway(tells=gathered.tells, marks=gathered.marks, closes=self.closes)
            gathered.ClearField("tells")
            gathered.ClearField("marks")
            self.closes = []
            yield from parcels(first)
        yield from parcels(gathered)
