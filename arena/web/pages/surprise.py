"""The biggest upset among the boards that were closed lately."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from arena.api.inside import Desk
from arena.wire.gen.records_pb2 import GetUpsetRequest
from arena.wire.gen.tournaments_pb2 import Tournament

OF_THE_LATEST: Final = 3  # tournaments
BOARDS: Final = 500  # of each, as GetUpset looks through


@dataclass(frozen=True)
class Surprise:
    """A board on which *bot* scored *score* (0..1) where its ratings had it score *expected*, below even."""

    board: str
    number: int
    tournament: str
    variant: str
    bot: str
    others: list[str]
    score: float
    expected: float


async def surprise(desk: Desk, tournaments: Sequence[Tournament]) -> Surprise | None:
    """Return the biggest upset of the newest of *tournaments*; None where nothing came as one."""
    found: list[Surprise] = []
    played = [each for each in tournaments if each.kind != "gate" and each.closed and not each.test_seed]
    for each in played[:OF_THE_LATEST]:
        # Boards are played about in their order, so the latest are those before as many as are closed.
        answer = await desk.ask(GetUpsetRequest(name=each.name, first=max(0, each.closed - BOARDS)))
        if answer.HasField("upset"):
            told = answer.upset
            place = (told.board, told.number, each.name, told.variant)
            found.append(Surprise(*place, told.bot, list(told.others), told.score, told.expected))
    return max(found, key=lambda upset: upset.score - upset.expected, default=None)
