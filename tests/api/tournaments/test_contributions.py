"""Numbers of owners, over the wire: who may bring them in, when, and what is told of them."""

import json
from typing import Any

import grpc
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from arena.league.seeds.contributions import nonce_commitment
from arena.wire.gen.contributions_pb2 import ContributeRequest, GetContributionRequest, RevealNonceRequest
from arena.wire.gen.records_pb2 import ExportBoardsRequest
from arena.wire.gen.running_pb2 import CancelTournamentRequest, StartTournamentRequest
from arena.wire.gen.seeds_pb2 import GetRootRequest, GetRootResponse
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest, VariantChoice, WatchTournamentRequest
from tests.api.conftest import House, Metadata

KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
NONCE = b"\x11" * 32


@pytest.fixture
async def tokens(house: House) -> dict[str, Metadata]:
    """Of two owners with two bots each in the tournament "cup", and of one who has none there."""
    house.store.tournaments.keys = (KEY,)
    tokens = {name: await house.owner(name) for name in ("ada", "ben", "cal")}
    for name, owner in zip("abcd", ("ada", "ada", "ben", "ben"), strict=True):
        await house.bot(name, owner)
    request = CreateTournamentRequest(
        name="cup",
        variants=[VariantChoice(variant="spades-4")],
        bots=list("abcd"),
        boards=2,
        pool="trust",
        allow_same_owner=True,
        contributions=True,
    )
    made = (await house.people.CreateTournament(request, metadata=house.operator)).tournament
    assert (made.state, made.deals, made.boards, made.games) == ("created", "undrawn", 2, 8)
    return tokens


def committing(owner: str, attempt: int = 0) -> ContributeRequest:
    promised = nonce_commitment("cup", attempt, owner, NONCE)
    return ContributeRequest(name="cup", attempt=attempt, commitment=promised.hex())


def revealing(attempt: int = 0, nonce: bytes = NONCE) -> RevealNonceRequest:
    return RevealNonceRequest(name="cup", attempt=attempt, nonce=nonce.hex())


async def start(house: House) -> str:
    request = StartTournamentRequest(name="cup")
    return (await house.people.StartTournament(request, metadata=house.operator)).tournament.state


async def root(house: House) -> GetRootResponse:
    return await house.people.GetRoot(GetRootRequest(name="cup"))


async def exported(house: House, metadata: Metadata) -> dict[str, Any]:
    lines = house.people.ExportBoards(ExportBoardsRequest(name="cup"), metadata=metadata)
    told: dict[str, Any] = json.loads((await anext(aiter(lines))).line)
    return told


async def test_two_owners_bring_in_numbers(house: House, tokens: dict[str, Metadata]) -> None:
    for name in ("ben", "ada"):
        own = (await house.people.Contribute(committing(name), metadata=tokens[name])).contribution
        assert (own.owner, own.attempt, own.open, own.revealed) == (name, 0, True, False)
    assert (await root(house)).lists == []
    assert await start(house) == "drawing"
    (listed,) = (await root(house)).lists
    assert [(each.owner, each.commitment, each.nonce) for each in listed.owners] == [
        (name, nonce_commitment("cup", 0, name, NONCE).hex(), "") for name in ("ada", "ben")
    ]
    assert (listed.signer, len(listed.signature)) == (KEY.public_key().public_bytes_raw().hex(), 128)
    first = (await house.people.RevealNonce(revealing(), metadata=tokens["ada"])).contribution
    assert (first.open, first.revealed) == (False, True)
    before = await exported(house, tokens["cal"])
    assert (before["drawn_from"], before["nonces"], before["lists"][0]["owners"][0]["nonce"]) == ("undrawn", [], "")
    await house.people.RevealNonce(revealing(), metadata=tokens["ben"])  # the last one: nobody has to come by
    told = await root(house)
    assert (told.deals, list(told.contributors), list(told.unrevealed)) == ("owners", ["ada", "ben"], [])
    assert [each.nonce for each in told.lists[0].owners] == [NONCE.hex()] * 2
    line = await exported(house, tokens["cal"])
    assert (line["attempt"], line["nonces"]) == (0, [["ada", NONCE.hex()], ["ben", NONCE.hex()]])
    asked = GetContributionRequest(name="cup")
    cup = (await house.people.GetContribution(asked, metadata=tokens["ada"])).tournament
    assert (cup.state, cup.deals, cup.boards) == ("running", "owners", 2)


async def test_who_comes_too_early_too_late_or_with_something_else_is_told_so(
    house: House, tokens: dict[str, Metadata]
) -> None:
    async def ends(call: str, request: Any, owner: str) -> tuple[grpc.StatusCode, str]:
        return await house.ends(call, request, tokens[owner])

    denied, early = grpc.StatusCode.PERMISSION_DENIED, grpc.StatusCode.FAILED_PRECONDITION
    for call, request in (("GetContribution", GetContributionRequest(name="cup")), ("Contribute", committing("cal"))):
        code, line = await ends(call, request, "cal")
        assert (code, line) == (
            denied,
            "cal has no bot in tournament 'cup': only owners of its bots contribute",
        )
    assert (await ends("GetContribution", GetContributionRequest(name="cap"), "ada"))[0] is grpc.StatusCode.NOT_FOUND
    for digits in ("", "11" * 31, "zz" * 32):
        code, line = await ends("Contribute", ContributeRequest(name="cup", commitment=digits), "ada")
        assert code is grpc.StatusCode.INVALID_ARGUMENT
        assert line == f"commitment: {len(digits)} characters given, 64 hex digits are accepted"
    assert (await ends("Contribute", committing("ada", 1), "ada"))[1].endswith("attempt 1 is not open yet")
    assert (await ends("RevealNonce", revealing(), "ada"))[0] is early  # before the list
    assert (await ends("Contribute", committing("ada"), "ada"))[0] is grpc.StatusCode.OK
    code, line = await ends("Contribute", committing("ben"), "ada")
    assert code is early
    assert line.startswith("another program of ada reported 0 s ago")
    await start(house)
    assert (await ends("Contribute", committing("ben"), "ben"))[1].endswith("attempt 0 is closed")
    assert (await ends("RevealNonce", revealing(), "ben"))[1].endswith("ben is not on its list")
    code, line = await ends("RevealNonce", revealing(nonce=bytes(32)), "ada")
    assert (code, line) == (grpc.StatusCode.INVALID_ARGUMENT, "nonce: it is not the one that ada committed to")
    assert (await ends("RevealNonce", revealing(), "ada"))[0] is grpc.StatusCode.OK
    assert (await ends("RevealNonce", revealing(), "ada"))[0] is grpc.StatusCode.OK  # the answer was lost
    assert (await ends("RevealNonce", revealing(nonce=bytes(32)), "ada"))[0] is grpc.StatusCode.INVALID_ARGUMENT
    assert (await ends("Contribute", committing("ada"), "ada"))[1].endswith("is running: nothing more is brought in")


async def test_a_cancelled_drawing_is_over_for_who_watches(house: House, tokens: dict[str, Metadata]) -> None:
    await house.people.Contribute(committing("ada"), metadata=tokens["ada"])
    await start(house)
    watched = house.people.WatchTournament(WatchTournamentRequest(name="cup"), metadata=house.operator)
    assert (await anext(aiter(watched))).tournament.state == "drawing"
    await house.people.CancelTournament(CancelTournamentRequest(name="cup"), metadata=house.operator)
    assert [look.tournament.state async for look in watched][-1] == "cancelled"
    line = await exported(house, tokens["cal"])
    assert (line["drawn_from"], [each["owner"] for each in line["lists"][0]["owners"]]) == ("undrawn", ["ada"])


async def test_an_arena_without_a_key_refuses(house: House, tokens: dict[str, Metadata]) -> None:
    house.store.tournaments.keys = ()
    code, line = await house.ends("StartTournament", StartTournamentRequest(name="cup"), house.operator)
    assert code is grpc.StatusCode.FAILED_PRECONDITION
    assert "ARENA_SIGNING_KEY" in line
