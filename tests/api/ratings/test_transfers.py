import random
from itertools import permutations

import grpc

from arena.store.tournaments.rows import NewTournament, NewVariant
from arena.wire.gen.measures_pb2 import GetTransfersRequest
from tests.api.conftest import House
from tests.api.playing import connect, play_blocks

BOTS = [f"b{number}" for number in range(8)]  # any two sit together in 6 line-ups of 3


async def test_pairs_are_tested_once_they_were_together_and_apart(house: House) -> None:
    await house.owner("ada")
    for name in BOTS:
        await house.bot(name, "ada")
    chosen = [NewVariant("spades-3"), NewVariant("pinochle-single-deck")]
    new = NewTournament("cup", chosen, BOTS, 1, test_seed="s", allow_same_owner=True)
    await house.store.tournaments.create_tournament(new)
    await connect(house.store, ["spades-3", "pinochle-single-deck"])
    await house.store.tournaments.start_tournament("cup")
    request = GetTransfersRequest(name="cup")
    answer = await house.people.GetTransfers(request, metadata=house.operator)
    assert [(each.variant, len(each.lines)) for each in answer.variants] == [(each.variant, 0) for each in chosen]
    await play_blocks(house.store, luck=random.Random(1))
    solo, sides = (await house.people.GetTransfers(request, metadata=house.operator)).variants
    assert not sides.lines  # two sides meet: nobody is a third
    assert {(line.helper, line.helped) for line in solo.lines} == set(permutations((f"{bot}@1" for bot in BOTS), 2))
    assert all(line.helper != line.helped and line.boards and 0 <= line.chance <= 1 for line in solo.lines)
    assert [line.chance for line in solo.lines] == sorted(line.chance for line in solo.lines)
    only = GetTransfersRequest(name="cup", variant="spades-3")
    assert len((await house.people.GetTransfers(only, metadata=house.operator)).variants) == 1
    code, said = await house.ends("GetTransfers", GetTransfersRequest(name="cup", variant="spades-5"), house.operator)
    assert (code, "spades-5" in said) == (grpc.StatusCode.INVALID_ARGUMENT, True)
