import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import grpc
import pytest_asyncio
from google.protobuf.message_factory import GetMessageClass

from arena.escapes import clip
from arena.wire.gen.arena_pb2 import DESCRIPTOR
from arena.wire.gen.records_pb2 import ListCommitmentsRequest
from arena.wire.gen.tournaments_pb2 import ListTournamentsRequest
from tests import ask
from tests.api.conftest import House
from tests.api.playing import connect, play_blocks

VARIANTS = ["spades-4", "spades-5", "spades-3"]
SERVICE = DESCRIPTOR.services_by_name["ArenaService"]
LISTS = [method.name for method in SERVICE.methods if "List" in method.name]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def furnished(shared_house: House) -> House:
    """With five bots, two tournaments, and one of them half played."""
    house = shared_house
    await house.owner("ada", "abcde")
    for name in ("cup", "other"):
        new = ask.tournament(name, [ask.variant(each) for each in VARIANTS], list("abcde"), 2, allow_same_owner=True)
        await house.store.tournaments.create_tournament(new)
    await connect(house.store, VARIANTS)
    await house.store.tournaments.start_tournament("cup")
    await play_blocks(house.store, 12)
    await house.store.ratings.rate()
    return house


def asked(call: str, **fields: Any) -> Any:
    kind = GetMessageClass(SERVICE.methods_by_name[call].input_type)
    named = {"name": "cup"} if "name" in kind.DESCRIPTOR.fields_by_name else {}
    return kind(**named, **fields)


async def listed(house: House, call: str, size: int) -> tuple[list[Any], int]:
    """All rows, in pages of *size*; and how many pages there were."""
    rows: list[Any] = []
    request, count = asked(call, page_size=size), 0
    while True:
        answer = await getattr(house.people, call)(request, metadata=house.operator)
        (field,) = (field.name for field in answer.DESCRIPTOR.fields if field.is_repeated)
        assert len(getattr(answer, field)) <= (size or 200)
        rows += getattr(answer, field)
        count += 1
        if not answer.next_page_token:
            return rows, count
        request.page_token = answer.next_page_token


async def test_pages_are_the_whole_list_in_pieces(furnished: House) -> None:
    for call in LISTS:
        whole, one = await listed(furnished, call, 0)
        assert one == 1
        for parts in (7, 3, 1):  # of a short list pages of one; few enough calls for the limit on calls a second
            size = max(1, len(whole) // parts)
            assert await listed(furnished, call, size) == (whole, max(1, -(-len(whole) // size))), call


async def test_an_invalid_page_is_refused(furnished: House) -> None:
    made_up: list[Any] = [[""], ["", 1], ["\ud800", -5], [0] * 9, {}, None, [["a"] * 9]]
    tokens = ["x", "é", "1.2", "=" * 5, *(urlsafe_b64encode(json.dumps(each).encode()).decode() for each in made_up)]
    pages: list[dict[str, Any]] = [*({"page_token": token} for token in tokens), {"page_size": 1001}]
    for call in LISTS:
        for fields in pages:
            code, line = await furnished.ends(call, asked(call, **fields), furnished.operator)
            assert code is grpc.StatusCode.INVALID_ARGUMENT
            ((name, value),) = fields.items()
            assert line.startswith(f"{name} {repr(clip(value)) if name == 'page_token' else value}")
            assert len(line.splitlines()) == 1


async def test_a_token_of_another_list_is_refused(furnished: House) -> None:
    first = await furnished.people.ListCommitments(asked("ListCommitments", page_size=1), metadata=furnished.operator)
    token = first.next_page_token
    for request in (ListCommitmentsRequest(name="other", page_token=token), ListTournamentsRequest(page_token=token)):
        call = type(request).__name__.removesuffix("Request")
        code, line = await furnished.ends(call, request, furnished.operator)
        assert (code, "page_token" in line) == (grpc.StatusCode.INVALID_ARGUMENT, True)


async def test_a_key_that_was_made_up_finds_nothing_or_is_refused(furnished: House) -> None:
    request = asked("ListBots", page_size=1)
    token = (await furnished.people.ListBots(request, metadata=furnished.operator)).next_page_token
    of, *_ = json.loads(urlsafe_b64decode(token + "=" * (-len(token) % 4)))
    for key, code in (
        (["zzz", 2**63 - 1], grpc.StatusCode.OK),
        (["zzz", 2**63], grpc.StatusCode.INVALID_ARGUMENT),
        (["z\0z", 1], grpc.StatusCode.INVALID_ARGUMENT),
        (["\ud800", 1], grpc.StatusCode.INVALID_ARGUMENT),
        (["zzz", True], grpc.StatusCode.INVALID_ARGUMENT),
    ):
        request.page_token = urlsafe_b64encode(json.dumps([of, *key]).encode()).decode()
        assert (await furnished.ends("ListBots", request, furnished.operator))[0] is code


async def test_rows_that_come_in_meanwhile_shift_nothing(furnished: House) -> None:
    request = asked("ListOwners", page_size=2)
    for name in ("bob", "cho"):
        await furnished.owner(name)
    first = await furnished.people.ListOwners(request, metadata=furnished.operator)
    for name in ("abe", "zoe"):
        await furnished.owner(name)
    request.page_token = first.next_page_token
    request.page_size = 10
    rest = await furnished.people.ListOwners(request, metadata=furnished.operator)
    assert [line.name for line in (*first.owners, *rest.owners)] == ["ada", "bob", "cho", "zoe"]
