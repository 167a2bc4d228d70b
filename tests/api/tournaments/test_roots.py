import asyncio

import grpc
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from arena.guards.limits import CALLS_BURST
from arena.league.seeds import epochs
from arena.league.seeds.merkle import root_by_proof
from arena.wire.gen.running_pb2 import ExtendTournamentRequest
from arena.wire.gen.seeds_pb2 import GetRootRequest, ListEpochsRequest
from arena.wire.gen.tournaments_pb2 import ListTournamentsRequest
from tests.api.conftest import House
from tests.api.tournaments.test_tournaments import start

KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))


async def create_cup(house: House) -> str:
    """A tournament that is not started; its root, as its making says."""
    house.store.tournaments.keys = (KEY,)
    await house.owner("ada", "abcd")
    return (await house.tournament("abcd", 2)).root


async def test_the_root_is_public_at_once_and_secrets_after_the_last_game(house: House) -> None:
    published = await create_cup(house)
    root = await house.people.GetRoot(GetRootRequest(name="cup"))
    assert (root.name, root.root, root.schedule_secret, root.test_seed) == ("cup", published, "", "")
    assert [signer.key for signer in root.signers] == [KEY.public_key().public_bytes_raw().hex()]
    (epoch,) = (await house.people.ListEpochs(ListEpochsRequest(name="cup"))).epochs
    assert (epoch.index, epoch.occasion, epoch.first, epoch.boards, epoch.secret) == (0, "first", 0, 2, "")
    assert (len(epoch.root), len(epoch.signature), epoch.signer) == (64, 128, root.signers[0].key)
    await start(house, blocks=1)
    (first_epoch,) = (await house.people.ListEpochs(ListEpochsRequest(name="cup"))).epochs
    leaf, proof = (
        epochs.secret_leaf(bytes.fromhex(first_epoch.secret)),
        [bytes.fromhex(each) for each in first_epoch.proof],
    )
    assert root_by_proof(leaf, 0, epochs.SECRETS, proof).hex() == published
    over = await house.people.GetRoot(GetRootRequest(name="cup"))
    leaf = epochs.secret_leaf(bytes.fromhex(over.schedule_secret))
    proof = [bytes.fromhex(each) for each in over.schedule_proof]
    assert root_by_proof(leaf, epochs.SCHEDULE, epochs.SECRETS, proof).hex() == published
    await house.people.ExtendTournament(ExtendTournamentRequest(name="cup", boards=1), metadata=house.operator)
    page = await house.people.ListEpochs(ListEpochsRequest(name="cup", page_size=1))
    rest = ListEpochsRequest(name="cup", page_size=1, page_token=page.next_page_token)
    (later,) = (await house.people.ListEpochs(rest)).epochs
    assert (later.index, later.occasion, later.secret) == (1, "extension", "")
    assert later.signature


async def test_calls_without_a_token_are_limited_and_others_go_on(house: House) -> None:
    codes: list[grpc.StatusCode] = []
    while grpc.StatusCode.RESOURCE_EXHAUSTED not in codes:
        calls = [house.ends("GetRoot", GetRootRequest(name="cup"), None) for _ in range(CALLS_BURST)]
        codes += [code for code, _ in await asyncio.gather(*calls)]
    assert codes[:CALLS_BURST] == [grpc.StatusCode.NOT_FOUND] * CALLS_BURST
    assert (await house.ends("ListTournaments", ListTournamentsRequest(), house.operator))[0] is grpc.StatusCode.OK
