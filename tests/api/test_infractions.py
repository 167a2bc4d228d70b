import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import grpc
import pytest
import pytest_asyncio

from arena.api.calls import admission
from arena.store.play.rows import Claim, TimeoutRow
from arena.wire.gen.accounts_pb2 import GetBotStatusRequest, ListBotsRequest
from arena.wire.gen.infractions_pb2 import GetInfractionsRequest, ListInfractionsRequest
from tests import ask
from tests.api.conftest import House, Metadata
from tests.api.playing import connect
from tests.store.house import claimed, piece, results

if TYPE_CHECKING:
    from arena.wire.gen.infractions_pb2 import Infraction

BOTS = ["one", "two", "three", "four"]


@pytest_asyncio.fixture(loop_scope="session")
async def owners(house: House) -> dict[str, Metadata]:
    """Return ann and bob, who have two bots each in a running tournament of one board."""
    owners = {name: await house.owner(name) for name in ("ann", "bob")}
    for number, bot in enumerate(BOTS):
        await house.bot(bot, "ann" if number < 2 else "bob")
    await connect(house.store, ["spades-4"])
    await house.store.tournaments.create_tournament(
        ask.tournament("cup", [ask.variant("spades-4")], BOTS, 1, allow_same_owner=True)
    )
    await house.store.tournaments.start_tournament("cup")
    return owners


def timeout(claim: Claim, seat: int) -> TimeoutRow:
    game = claim.boards[0].games[0]
    return TimeoutRow(
        *(game.game_id, 0, 9, seat, game.players[seat], 3, 1_000_000, 0, 1_350_000, 20_000, 7_000, 400_000), True
    )


async def listed(house: House, who: Metadata, **fields: str | int) -> "list[Infraction]":
    rows: list[Infraction] = []
    request = ListInfractionsRequest(name="cup", **fields)  # type: ignore[arg-type]
    while True:
        page = await house.people.ListInfractions(request, metadata=who)
        rows.extend(page.infractions)
        if not page.next_page_token:
            return rows
        request.page_token = page.next_page_token


async def test_the_evidence_of_an_open_board_is_its_owners_and_the_operators(
    house: House, owners: dict[str, Metadata]
) -> None:
    claim = await claimed(house.store)
    late = [timeout(claim, seat) for seat in range(4)]
    row = piece(claim, late[0].game_id, 0, b"\x01" * 12)._replace(timeouts=late)
    await house.store.play.renew("w", [(claim.block_id, claim.lease_number)], [row], 60)
    for who, count in ((owners["ann"], 2), (owners["bob"], 2), (house.operator, 4)):
        rows = await listed(house, who)
        assert len(rows) == count
        assert all(each.open and each.reason == "timeout" for each in rows)
    assert {each.bot for each in await listed(house, owners["ann"])} == {"one@1", "two@1"}
    for page_size in (0, 1):
        for each in await listed(house, owners["ann"], page_size=page_size):
            assert not each.game
            assert not any(each.HasField(part) for part in ("board", "hand", "decision", "seat"))
    assert {each.seat for each in await listed(house, house.operator)} == {0, 1, 2, 3}
    shown = (await listed(house, owners["ann"]))[0].timeout
    assert (shown.number, shown.move_us, shown.elapsed_us, shown.rtt_us) == (3, 1_000_000, 1_350_000, 20_000)
    assert (shown.lag_us, shown.silent_us, shown.connected) == (7_000, 400_000, True)
    assert shown.HasField("noted")

    infractions = [{"hand": 0, "seat": seat, "decision": 9, "reason": "timeout"} for seat in range(4)]
    games = results(claim)
    games[0] = replace(games[0], infractions=infractions)
    await house.store.play.finish(claim.block_id, claim.lease_number, games)
    rows = await listed(house, owners["ann"], page_size=3)
    assert len(rows) == 4
    assert not any(each.open for each in rows)
    assert {(each.board, each.hand, each.decision) for each in rows} == {(0, 0, 9)}
    assert all(each.timeout.elapsed_us == 1_350_000 for each in rows)
    assert {each.bot for each in await listed(house, owners["bob"], bot="one@1")} == {"one@1"}


async def test_infractions_are_told_to_a_bots_owner_and_operators(house: House, owners: dict[str, Metadata]) -> None:
    (version,) = [row.version_id for row in await house.store.accounts.bots() if row.bot == "one@1"]
    await house.store.play.count_infractions({(version, "stale"): 4, (version, "flood"): 1})
    request = GetInfractionsRequest(bot="one@1")
    for who in (owners["ann"], house.operator):
        answer = await house.people.GetInfractions(request, metadata=who)
        assert {line.infraction: line.count for line in answer.infractions} == {"flood": 1, "stale": 4}
    assert (await house.ends("GetInfractions", request, owners["bob"]))[0] is grpc.StatusCode.PERMISSION_DENIED
    nobody = await house.ends("GetInfractions", GetInfractionsRequest(bot="nobody@1"), owners["bob"])
    assert nobody[0] is grpc.StatusCode.NOT_FOUND


async def test_a_bots_status_has_what_went_wrong_with_its_answers(house: House, owners: dict[str, Metadata]) -> None:
    request = GetBotStatusRequest(bot="one@1")
    (status,) = (await house.people.GetBotStatus(request, metadata=owners["ann"])).versions
    assert "So far" not in status.line
    (version,) = [row.version_id for row in await house.store.accounts.bots() if row.bot == "one@1"]
    counts = {"timeout": 3, "illegal": 2, "malformed": 1, "replaced": 12, "stale": 5}
    await house.store.play.count_infractions({(version, infraction): count for infraction, count in counts.items()})
    (status,) = (await house.people.GetBotStatus(request, metadata=owners["ann"])).versions
    assert (status.timeouts, status.illegal, status.replaced) == (3, 3, 12)
    summary = "So far: 3 timeouts, 3 illegal answers, 12 answers that its kit gave in its stead"
    assert f"{summary} (`arena bot infractions one@1`)" in status.line
    assert status.state == "online"  # nobody is suspended for it
    (listed,) = [row for row in await house.store.accounts.bots() if row.bot == "one@1"]
    assert listed.infractions == 0


@pytest.fixture
def few_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "CALLS_BURST", 20)
    monkeypatch.setattr(admission, "CALLS_RATE", 1)


async def test_only_the_caller_of_too_many_calls_is_refused(
    few_calls: None, house: House, owners: dict[str, Metadata]
) -> None:
    ends = await asyncio.gather(*(house.ends("ListBots", ListBotsRequest(), owners["ann"]) for _ in range(40)))
    assert (grpc.StatusCode.OK, "") in ends
    code, line = next(end for end in ends if end[0] is not grpc.StatusCode.OK)
    assert code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert "wait a moment" in line
    assert (await house.ends("ListBots", ListBotsRequest(), owners["bob"]))[0] is grpc.StatusCode.OK
