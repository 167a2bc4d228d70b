import json
from typing import Any

import grpc
import pytest
import pytest_asyncio

from arena.rules.records.verify import verify
from arena.store.play.rows import Claim, JournalRow
from arena.wire.gen.accounts_pb2 import TOKEN_SCOPE_OWNER, CreateTokenRequest
from arena.wire.gen.records_pb2 import ExportRecordsRequest, GetBoardRequest, ListGamesRequest
from tests.api.accounts.test_scopes import OPERATORS_ONLY, REQUESTS, RUNNERS_ONLY
from tests.api.conftest import House, Metadata, bearer
from tests.api.playing import result
from tests.api.tournaments.test_tournaments import start
from tests.store.house import claimed

READING = [
    name
    for name in REQUESTS
    if name.startswith(("Get", "List", "Watch", "Export")) and name not in OPERATORS_ONLY + RUNNERS_ONLY
]
VARIANT = "spades-4"
ASKED = {"name": "cup", "tournament": "cup", "bot": "a@1", "opponent": "b@1", "variant": VARIANT}
CLOSED = {"GetBoard": {"board": "1"}}  # of the first block
OF_OTHER_KINDS = ("GetGate", "GetSwissStandings", "GetBotLog")
NOT_OPEN = ("GetLuck",)  # the pool open has none of that


def asked(call: str) -> Any:
    """The request, for what is there."""
    request = type(REQUESTS[call])()
    request.CopyFrom(REQUESTS[call])
    for field, value in ASKED.items():
        if field in request.DESCRIPTOR.fields_by_name:
            setattr(request, field, value)
    for field, value in CLOSED.get(call, {}).items():
        setattr(request, field, value)
    return request


async def call_text(house: House, caller: Metadata, call: str) -> str:
    """Return all text of an answer; of an endless stream only the first message."""
    answer = getattr(house.people, call)(asked(call), metadata=caller)
    if not hasattr(answer, "__aiter__"):
        return repr(await answer)
    if call == "WatchTournament":
        at_once = repr(await answer.read())
        answer.cancel()
        return at_once
    return "\n".join([repr(part) async for part in answer])


@pytest_asyncio.fixture(params=["trust", "open"], loop_scope="session")
async def cup(house: House, request: pytest.FixtureRequest) -> House:
    """Return a house whose tournament has a closed block, and another at the tables."""
    return await under_way(house, request.param)


async def under_way(house: House, pool: str) -> House:
    await house.owner("ada")
    names = "abcdefgh" if pool == "open" else "abcd"
    for name in names:
        if pool == "open" and name > "a":
            await house.owner(f"of-{name}")
        await house.bot(name, "ada" if pool == "trust" or name == "a" else f"of-{name}")
    await house.tournament(names, 24, pool=pool, allow_same_owner=pool == "trust", master="5eed" * 8)
    await start(house, blocks=1)
    return house


def journal(claim: Claim) -> list[JournalRow]:
    """Every open game a good deal further, with an infraction in it."""
    infraction = {"hand": 1, "seat": 2, "decision": 3, "reason": "illegal"}
    state = {"infractions": [infraction], "banks": [77] * 4, "illegal": [4] * 4, "malformed": [0] * 4}
    state |= {"costs": [[0, 0, 0]] * 4, "lost": [False] * 4, "asked": [9] * 4, "gateways": [""] * 4, "played_us": []}
    data = json.dumps(state).encode()
    games = [game for board in claim.boards for game in board.games]
    return [
        JournalRow(game.game_id, claim.block_id, claim.lease_number, 0, bytes(range(1, 90)), bytes(89), data, False)
        for game in games
    ]


async def its_owner(house: House) -> Metadata:
    request = CreateTokenRequest(scope=TOKEN_SCOPE_OWNER, name="ada")
    return bearer((await house.people.CreateToken(request, metadata=house.operator)).token)


async def test_no_call_returns_anything_of_an_open_board(cup: House) -> None:
    callers = {"its owner": await its_owner(cup), "another": await cup.owner("eve")}
    first = await claimed(cup.store)
    await cup.store.play.void(first.boards[0].board_id, first.lease_number, "why")
    await cup.store.play.release(first.block_id, first.lease_number)
    claim = await claimed(cup.store)
    closed = {row.number for row in await cup.store.tournaments.commitments("cup") if row.seed}
    assert len(closed) == 8
    before: dict[tuple[str, str], str] = {}
    for who, caller in callers.items():
        refused = set()
        for call in READING:
            try:
                before[who, call] = await call_text(cup, caller, call)
            except grpc.aio.AioRpcError as problem:
                if problem.code() is grpc.StatusCode.PERMISSION_DENIED:
                    refused.add(call)
                elif call not in OF_OTHER_KINDS + NOT_OPEN:
                    raise
        assert who == "another" or not refused
        assert {call for each, call in before if each == who} >= {
            *("GetBoard", "GetStandings", "ListTournaments", "WatchTournament", "ListCommitments", "ExportRecords")
        }
    await cup.store.play.renew("w", [(claim.block_id, claim.lease_number)], journal(claim), 60)
    secret = {"5eed" * 8, first.boards[0].seed.hex()}
    for board in claim.boards:
        secret |= {board.seed.hex(), repr(board.seed)[2:-1]}
        for game in board.games:
            secret |= {f'"{game.game_id}"', *map(str, game.seat_ids)}
    for (who, call), text in before.items():
        after = await call_text(cup, callers[who], call)
        assert after == text, f"{call} tells {who} how an open board goes"
        assert not [word for word in secret if word in after], f"{call} tells {who} what an open board is"


async def test_a_board_is_listed_only_once_it_is_closed(cup: House) -> None:
    claim = await claimed(cup.store)
    await cup.store.play.renew("w", [(claim.block_id, claim.lease_number)], journal(claim), 60)
    closed = [str(each.id) async for each in cup.store.play.stored_games("cup")]
    for caller in (cup.operator, await its_owner(cup), await cup.owner("eve")):
        for board in claim.boards:
            for request in (
                GetBoardRequest(board=str(board.board_id)),
                *(GetBoardRequest(game=str(game.game_id)) for game in board.games),
            ):
                code, _ = await cup.ends("GetBoard", request, caller)
                assert code is grpc.StatusCode.NOT_FOUND
        answer = await cup.people.GetBoard(GetBoardRequest(game=closed[0]), metadata=caller)
        assert json.loads(answer.records[0])["id"] == closed[0]


async def test_an_operator_alone_reads_the_games_of_open_boards_that_are_over(cup: House) -> None:
    closed = [each async for each in cup.store.play.stored_games("cup")]
    claim = await claimed(cup.store)
    over, goes_on, *_ = journal(claim)
    board = claim.boards[0]
    actions = result(claim, board, board.games[0]).actions
    state = json.dumps(json.loads(over.state) | {"infractions": []}).encode()
    rows = [over._replace(actions=actions, state=state), goes_on._replace(actions=actions[:20])]
    await cup.store.play.renew("w", [(claim.block_id, claim.lease_number)], rows, 60)

    async def records(caller: Metadata, **more: Any) -> list[dict[str, object]]:
        fields: dict[str, Any] = {"name": "cup", "open": True} | more
        request = ExportRecordsRequest(**fields)
        return [json.loads(each.record) async for each in cup.people.ExportRecords(request, metadata=caller)]

    read = await records(cup.operator)
    assert [each["id"] for each in read] == [*(str(each.id) for each in closed), str(over.game_id)]
    assert verify(read[-1]) == []
    assert read[-1]["seed"] == board.seed.hex()
    assert await records(cup.operator, game=str(over.game_id)) == read[-1:]
    for caller in (cup.operator, await its_owner(cup), await cup.owner("adam")):
        for asked_for in ({"board": str(board.board_id)}, {"game": str(over.game_id)}):
            code, _ = await cup.ends("GetBoard", GetBoardRequest(**asked_for), caller)
            assert code is grpc.StatusCode.NOT_FOUND
    with pytest.raises(grpc.aio.AioRpcError, match=r"has no game .* that is over"):
        await records(cup.operator, game=str(goes_on.game_id))
    for caller in (await its_owner(cup), await cup.owner("eve")):
        with pytest.raises(grpc.aio.AioRpcError, match="open: only operators may export records of open boards"):
            await records(caller)
        assert [each["id"] for each in await records(caller, open=False)] == [str(each.id) for each in closed]
        code, line = await cup.ends("ExportRecords", ExportRecordsRequest(name="cup", game=str(over.game_id)), caller)
        assert (code, "no game" in line) == (grpc.StatusCode.NOT_FOUND, True)
        code, _ = await cup.ends("ListGames", ListGamesRequest(name="cup", open=True), caller)
        assert code is grpc.StatusCode.PERMISSION_DENIED
