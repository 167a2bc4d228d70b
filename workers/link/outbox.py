"""Gather what is to be written to a gateway until its stream is free."""

from collections.abc import Iterator

from arena.wire.gen import link_pb2 as pb
from arena.wire.parcels import parcels


class Outbox:
    """What gathers for one gateway. Closes outlive a stream, for a bot has to hear that its game is over; all else
    is of one stream, and is put in `gathered` by who says it. `questions` are batches, in pieces as `take` gives them.
    """

    def __init__(self) -> None:
        self.gathered = pb.ToGateway()
        self.questions: list[list[bytes]] = []
        self.closes: list[pb.SeatClose] = []

    def begin(self) -> None:
        """Begin on a new stream; what was said on the one before is lost."""
        self.gathered = pb.ToGateway()
        self.questions = []

    def take(self) -> Iterator[list[bytes]]:
        """Take everything, serialised, in messages that are not too long, each in pieces.

        Closes go ahead, with what was said before them: the seats they free may be those that are opened next.
        """
        gathered, self.gathered = self.gathered, pb.ToGateway()
        if self.closes:
            first = pb.ToGateway(tells=gathered.tells, marks=gathered.marks, closes=self.closes)
            gathered.ClearField("tells")
            gathered.ClearField("marks")
            self.closes = []
            yield from _whole(first)
        yield from _whole(gathered)
        questions, self.questions = self.questions, []
        yield from questions


def _whole(gathered: pb.ToGateway) -> Iterator[list[bytes]]:
    """Messages of one piece; none where there is nothing in it."""
    return ([parcel] for parcel in parcels(gathered) if parcel)
