import asyncio
from collections.abc import Sequence
from pathlib import Path

import grpc
import pytest
from google.protobuf.message import Message

from arena.api.accounts import owners
from arena.api.calls import admission
from arena.bundles import pack
from arena.store.accounts.rows import BotRow
from arena.wire.gen import bundles_pb2
from arena.wire.gen.accounts_pb2 import (
    TOKEN_SCOPE_OWNER,
    CreateTokenRequest,
    ListBotsRequest,
    RegisterBotRequest,
    RegisterPairRequest,
    RotateTokenRequest,
)
from arena.wire.gen.records_pb2 import GetLossesRequest
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest, VariantChoice
from tests.api.conftest import House
from tests.api.test_bundles import request_of, submitted
from tests.bundles.bundles import GOOD, folder_of
from tests.gateway.clients import until

NEW_TOKEN = CreateTokenRequest(scope=TOKEN_SCOPE_OWNER, name="ada")


async def test_calls_of_an_owner_beyond_a_few_wait_and_those_of_others_do_not(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "CALLS_AT_ONCE", 2)
    ada, ben = await house.owner("ada"), await house.owner("ben")
    may_end, running = asyncio.Event(), 0

    async def bots(*_page: object) -> Sequence[BotRow]:
        nonlocal running
        running += 1
        await may_end.wait()
        running -= 1
        return []

    monkeypatch.setattr(house.store.accounts, "bots", bots)

    def ask(who: tuple[tuple[str, str], ...]) -> asyncio.Task[tuple[grpc.StatusCode, str]]:
        return asyncio.create_task(house.ends("ListBots", ListBotsRequest(), who))

    first = [ask(ada) for _ in range(5)]
    await until(lambda: running == 2)
    others = ask(ben)
    await until(lambda: running == 3)  # Ben's runs, and three of Ada's still wait
    may_end.set()
    assert {code for code, _ in await asyncio.gather(*first, others)} == {grpc.StatusCode.OK}


@pytest.mark.parametrize(
    ("limit", "call", "request_", "what"),
    [
        ("MAX_VERSIONS", "RegisterBot", RegisterBotRequest(name="third", version="1", owner="ada"), "versions"),
        ("MAX_PAIRS", "RegisterPair", RegisterPairRequest(one="first", other="bens"), "pairs"),
        ("MAX_TOKENS", "CreateToken", NEW_TOKEN, "tokens"),
        ("MAX_TOKENS", "RotateToken", RotateTokenRequest(), "tokens"),
    ],
)
async def test_an_owner_makes_only_so_many_by_itself(
    house: House, monkeypatch: pytest.MonkeyPatch, limit: str, call: str, request_: Message, what: str
) -> None:
    ada, _ = await house.owner("ada"), await house.owner("ben")
    for name, owner in (("first", "ada"), ("second", "ada"), ("bens", "ben")):
        await house.bot(name, owner)
    pair = RegisterPairRequest(one="first", other="second")
    assert await house.ends("RegisterPair", pair, ada) == (grpc.StatusCode.OK, "")
    asked = RegisterPairRequest(one="second", other="bens")
    assert await house.ends("RegisterPair", asked, ada) == (grpc.StatusCode.OK, "")  # a wish counts, too
    count = {"versions": 2, "pairs": 2, "tokens": 3}[what]
    monkeypatch.setattr(owners, limit, count)
    code, line = await house.ends(call, request_, ada)
    assert code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert line.startswith(f"you have {count} {what}, the limit is {count}: ")
    if call != "RotateToken":  # an operator's own
        assert (await house.ends(call, request_, house.operator))[0] is grpc.StatusCode.OK
    monkeypatch.setattr(owners, limit, count + 2)
    assert (await house.ends(call, request_, ada))[0] in (grpc.StatusCode.OK, grpc.StatusCode.ALREADY_EXISTS)


async def test_submitted_bundles_count_as_versions(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.store.bundles.note_runner()
    ada = await house.owner("ada")
    await house.bot("first", "ada")
    monkeypatch.setattr(owners, "MAX_VERSIONS", 1)
    request = request_of(pack(folder_of(tmp_path, GOOD)), bot="second")
    assert (await house.ends("SubmitBot", request, ada))[0] is grpc.StatusCode.RESOURCE_EXHAUSTED
    monkeypatch.setattr(owners, "MAX_VERSIONS", 2)
    assert (await house.ends("SubmitBot", request, ada))[0] is grpc.StatusCode.OK


async def test_uploads_that_are_not_whole_are_bounded(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = await house.owner("ada")
    monkeypatch.setattr("arena.store.bundles.submitting.MAX_UNFINISHED", 10)
    for name, ends in (("a", grpc.StatusCode.OK), ("b", grpc.StatusCode.RESOURCE_EXHAUSTED)):
        put = bundles_pb2.PutBundlePartRequest(packed_sha256=name.encode() * 32, index=0, data=bytes(6))
        assert (await house.ends("PutBundlePart", put, ada))[0] is ends


@pytest.mark.parametrize(
    ("call", "request_", "said"),
    [
        (
            "GetBotLog",
            bundles_pb2.GetBotLogRequest(bot="first", page_size=51),
            "page_size 51 is too large for logs; give 1 to 50",
        ),
        ("GetLosses", GetLossesRequest(name="cup", bot="a", most=201), "most 201 is too large; give 1 to 200"),
        (
            "CreateTournament",
            CreateTournamentRequest(name="cup", variants=[VariantChoice(variant="spades-4")], boards=100_001),
            "boards: 100001 given, 1 to 100000 are accepted",
        ),
    ],
)
async def test_more_than_an_answer_has_is_refused(house: House, call: str, request_: Message, said: str) -> None:
    who = await house.owner("ada") if call == "GetBotLog" else house.operator
    assert await house.ends(call, request_, who) == (grpc.StatusCode.INVALID_ARGUMENT, said)


async def test_no_more_seat_logs_are_kept_than_the_newest(
    house: House, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    await house.store.bundles.note_runner()
    ada = await house.owner("ada")
    bot = (await submitted(house, ada, pack(folder_of(tmp_path, GOOD)))).bot
    monkeypatch.setattr("arena.store.bundles.keeping.MAX_LOGS", 2)
    for seat in (1, 2, 3):
        await house.store.bundles.add_seat_log(bot, seat, "ended", "x", 0, 0)
    logs = await house.people.GetBotLog(bundles_pb2.GetBotLogRequest(bot="first"), metadata=ada)
    assert [each.seat_id for each in logs.logs] == [3, 2]
