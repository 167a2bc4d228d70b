import json

import grpc

from arena.guards.limits import RECEIVED_BYTES
from arena.rules import VARIANTS, options_of
from arena.wire.gen import tournaments_pb2 as pb
from tests.api.conftest import House

BOTS = 10_000
LONGEST = f"{'b' * 40}@{'1' * 34}"


def tournament(bots: int) -> pb.CreateTournamentRequest:
    """Return the longest request for that many bots, which do not exist: all variants with all their options."""
    variants = [
        pb.VariantChoice(variant=name, options=json.dumps(options_of(rules))) for name, rules in VARIANTS.items()
    ]
    names = [f"{LONGEST}{number:06}" for number in range(bots)]
    return pb.CreateTournamentRequest(
        name="c" * 40, variants=variants, bots=names, boards=1, pool="trust", test_seed="s" * 1000
    )


async def test_a_tournament_of_ten_thousand_bots_is_a_message(house: House) -> None:
    assert tournament(BOTS).ByteSize() < RECEIVED_BYTES
    code, line = await house.ends("CreateTournament", tournament(BOTS), house.operator)
    assert code is grpc.StatusCode.NOT_FOUND
    assert len(line) < 200


async def test_a_request_that_is_too_large_is_refused(house: House) -> None:
    code, line = await house.ends("CreateTournament", tournament(2 * BOTS), house.operator)
    assert code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert str(RECEIVED_BYTES) in line
