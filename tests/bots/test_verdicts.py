"""What the arena held against a bot is told where its author looks."""

import io

from arena.wire.gen import link_pb2, seat_pb2
from bots.house.random import RandomBot
from bots.sdk.seats.diary import Diary
from bots.sdk.seats.faults import TOLD_IN_FULL, Faults
from bots.sdk.seats.session import Session


async def test_a_game_with_infractions_is_told_once() -> None:
    out = io.StringIO()
    faults = Faults(out=out)
    session = Session(RandomBot, faults, Diary())
    over = seat_pb2.GameOver(rank=1, infractions=7).SerializeToString()
    for _ in range(2):  # the arena may repeat it
        await session.handle(link_pb2.UpdateEnvelope(seat_id=3, game_over=over), 0.0)
    assert (session.games_over, faults.verdicts, faults.count) == (1, 7, 0)
    assert out.getvalue() == "the arena counted 7 infractions in a game of seat 3: arena bot faults\n"


def test_a_clean_game_is_not_told_and_many_are_cut_short() -> None:
    out = io.StringIO()
    faults = Faults(out=out)
    faults.note_infractions(1, 0)
    assert out.getvalue() == ""
    for seat in range(TOLD_IN_FULL + 5):
        faults.note_infractions(seat, 2)
    assert faults.verdicts == 2 * (TOLD_IN_FULL + 5)
    assert len(out.getvalue().splitlines()) == TOLD_IN_FULL + 1
