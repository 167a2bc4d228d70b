import random
from functools import partial
from itertools import permutations

import grpc

from arena.wire.gen.measures_pb2 import GetFindingsRequest
from tests import ask
from tests.api.conftest import House
from tests.api.playing import connect, play_blocks, result

BOTS = [f"b{number}" for number in range(8)]  # any two sit together in 6 line-ups of 3
ONE_HAND = {"format": {"kind": "hands", "count": 1}}


async def test_pairs_are_tested_once_they_were_together_and_apart(house: House) -> None:
    await house.owner("ada", BOTS)
    chosen = [ask.variant(name, options=ONE_HAND) for name in ("spades-3", "pinochle-single-deck")]
    new = ask.tournament("cup", chosen, BOTS, 1, test_seed="s", allow_same_owner=True)
    await house.store.tournaments.create_tournament(new)
    await connect(house.store, ["spades-3", "pinochle-single-deck"])
    await house.store.tournaments.start_tournament("cup")
    request = GetFindingsRequest(name="cup")
    assert not (await house.people.GetFindings(request, metadata=house.operator)).findings
    await play_blocks(house.store, play=partial(result, luck=random.Random(1)))
    findings = (await house.people.GetFindings(request, metadata=house.operator)).findings
    pairs = [each for each in findings if each.kind == "transfer"]
    assert {each.variant for each in pairs} == {"spades-3"}  # where two sides meet nobody is a third
    assert {tuple(each.bots) for each in pairs} == set(permutations((f"{bot}@1" for bot in BOTS), 2))
    assert all(each.boards and 0 <= each.chance <= 1 for each in pairs)
    assert [each.chance for each in pairs] == sorted(each.chance for each in pairs)
    only = GetFindingsRequest(name="cup", variant="spades-3")
    assert {each.variant for each in (await house.people.GetFindings(only, metadata=house.operator)).findings} == {
        "spades-3"
    }
    code, said = await house.ends("GetFindings", GetFindingsRequest(name="cup", variant="spades-5"), house.operator)
    assert (code, "spades-5" in said) == (grpc.StatusCode.INVALID_ARGUMENT, True)
