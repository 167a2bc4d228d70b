import asyncio
import hashlib
from datetime import timedelta
from pathlib import Path

import grpc
import psycopg
import pytest
import pytest_asyncio

from arena.bundles import PART_BYTES, BundleError, Packed, compare_apart, pack
from arena.bundles.sandboxed import Comparison
from arena.store.accounts.tokens import NewToken
from arena.tokens import digest
from arena.wire.gen import bundles_pb2 as pb
from arena.wire.gen.accounts_pb2 import TOKEN_SCOPE_BOT, CreateTokenRequest
from tests.api.conftest import House, Metadata, bearer
from tests.bundles.bundles import GOOD, folder_of, zipped

HOUR = timedelta(hours=1)


@pytest_asyncio.fixture(loop_scope="session")
async def ann(house: House) -> Metadata:
    await house.store.bundles.note_runner()
    return await house.owner("ann")


@pytest_asyncio.fixture(loop_scope="session")
async def runner(house: House, monkeypatch: pytest.MonkeyPatch) -> Metadata:
    monkeypatch.setattr("arena.store.bundles.keeping.CHECK_LEASE", HOUR)  # however long a test takes
    await house.store.accounts.create_service_token("runner", NewToken(digest("a-runner")))
    return bearer("a-runner")


def request_of(packed: Packed, bot: str = "first", **fields: str) -> pb.SubmitBotRequest:
    return pb.SubmitBotRequest(
        bot=bot,
        packed_sha256=hashlib.sha256(packed.data).digest(),
        packed_bytes=len(packed.data),
        hash=bytes.fromhex(packed.hash),
        **fields,
    )


async def bring(house: House, who: Metadata, data: bytes, request: pb.SubmitBotRequest) -> None:
    for index in (await house.people.SubmitBot(request, metadata=who)).missing:
        part = data[index * PART_BYTES : (index + 1) * PART_BYTES]
        put = pb.PutBundlePartRequest(packed_sha256=request.packed_sha256, index=index, data=part, owner=request.owner)
        await house.people.PutBundlePart(put, metadata=who)


async def submitted(house: House, who: Metadata, packed: Packed, **fields: str) -> pb.SubmittedVersion:
    request = request_of(packed, **fields)
    await bring(house, who, packed.data, request)
    return (await house.people.SubmitBot(request, metadata=who)).version


async def test_a_folder_becomes_a_version_once(house: House, ann: Metadata, tmp_path: Path) -> None:
    packed = pack(folder_of(tmp_path, GOOD))
    answer = await submitted(house, ann, packed)
    assert (answer.bot, answer.state, answer.is_new) == ("first@1", "waiting", True)
    again = await submitted(house, ann, packed)
    assert (again.bot, again.state, again.is_new) == ("first@1", "waiting", False)
    other = await submitted(house, ann, pack(folder_of(tmp_path / "2", GOOD | {"more.py": ""})))
    assert other.bot == "first@2"
    versions = await house.people.ListBotVersions(pb.ListBotVersionsRequest(bot="first"), metadata=ann)
    assert [(each.bot, each.state, each.memory_mib) for each in versions.versions] == [
        ("first@2", "waiting", 256),
        ("first@1", "waiting", 256),
    ]
    assert versions.versions[1].hash == packed.hash


async def test_an_upload_is_taken_up_where_it_was(house: House, ann: Metadata, tmp_path: Path) -> None:
    folder = folder_of(tmp_path, GOOD | {"noise.bin": bytes(hashlib.shake_256(b"").digest(3 * PART_BYTES))})
    packed = pack(folder)
    request = request_of(packed)
    assert list((await house.people.SubmitBot(request, metadata=ann)).missing) == [0, 1, 2, 3]
    for index in (2, 0, 0):
        data = packed.data[index * PART_BYTES : (index + 1) * PART_BYTES]
        put = pb.PutBundlePartRequest(packed_sha256=request.packed_sha256, index=index, data=data)
        await house.people.PutBundlePart(put, metadata=ann)
    assert list((await house.people.SubmitBot(request, metadata=ann)).missing) == [1, 3]
    assert (await submitted(house, ann, packed)).is_new


async def test_an_invalid_bundle_is_refused_and_deleted(house: House, ann: Metadata, tmp_path: Path) -> None:
    packed = pack(folder_of(tmp_path, GOOD))
    bad = packed._replace(data=zipped(GOOD | {"../evil": "x"}))
    await bring(house, ann, bad.data, request_of(bad))
    code, line = await house.ends("SubmitBot", request_of(bad), ann)
    assert code is grpc.StatusCode.INVALID_ARGUMENT
    assert "give a path inside the folder" in line
    assert list((await house.people.SubmitBot(request_of(bad), metadata=ann)).missing) == [0]


async def test_an_upload_must_match_its_announcement(house: House, ann: Metadata, tmp_path: Path) -> None:
    packed = pack(folder_of(tmp_path, GOOD))
    request = request_of(packed)
    await bring(house, ann, bytes(len(packed.data)), request)
    code, line = await house.ends("SubmitBot", request, ann)
    assert (code, "does not match its hash" in line) == (grpc.StatusCode.INVALID_ARGUMENT, True)


async def test_the_arena_computes_the_hash_itself(house: House, ann: Metadata, tmp_path: Path) -> None:
    packed = pack(folder_of(tmp_path, GOOD))
    answer = await submitted(house, ann, packed._replace(hash="00" * 32))
    (version,) = (await house.people.ListBotVersions(pb.ListBotVersionsRequest(bot=answer.bot), metadata=ann)).versions
    assert version.hash == packed.hash


async def test_a_version_has_no_token_and_is_nobody_elses(house: House, ann: Metadata, tmp_path: Path) -> None:
    answer = await submitted(house, ann, pack(folder_of(tmp_path, GOOD)))
    asked = CreateTokenRequest(scope=TOKEN_SCOPE_BOT, name=answer.bot)
    code, line = await house.ends("CreateToken", asked, ann)
    assert (code, "was submitted" in line) == (grpc.StatusCode.FAILED_PRECONDITION, True)
    bob = await house.owner("bob")
    for call, request in (
        ("GetBotLog", pb.GetBotLogRequest(bot=answer.bot)),
        ("WithdrawVersion", pb.WithdrawVersionRequest(bot=answer.bot)),
        ("CompareVersions", pb.CompareVersionsRequest(old=answer.bot, new=answer.bot)),
    ):
        assert (await house.ends(call, request, bob))[0] is grpc.StatusCode.PERMISSION_DENIED
    assert (await house.ends("GetBotLog", pb.GetBotLogRequest(bot=answer.bot), house.operator))[0] is (
        grpc.StatusCode.PERMISSION_DENIED
    )
    other = pack(folder_of(tmp_path / "2", GOOD | {"x.py": ""}))
    await bring(house, bob, other.data, request_of(other))
    assert (await house.ends("SubmitBot", request_of(other), bob))[0] is grpc.StatusCode.PERMISSION_DENIED
    (seen,) = (await house.people.ListBotVersions(pb.ListBotVersionsRequest(bot="first"), metadata=bob)).versions
    assert (seen.manifest, seen.packed_bytes, seen.state) == ("", 0, "waiting")


async def test_an_owner_keeps_and_hands_in_so_much(
    house: House, ann: Metadata, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.store.bundles.submitting.MAX_AN_HOUR", 1)
    await submitted(house, ann, pack(folder_of(tmp_path, GOOD)))
    other = request_of(pack(folder_of(tmp_path / "2", GOOD | {"x.py": ""})))
    code, line = await house.ends("SubmitBot", other, ann)
    assert (code, "at most 1 may be" in line) == (grpc.StatusCode.RESOURCE_EXHAUSTED, True)


async def test_a_runner_checks_a_version_and_then_holds_it(
    house: House, ann: Metadata, runner: Metadata, tmp_path: Path
) -> None:
    packed = pack(folder_of(tmp_path, GOOD))
    answer = await submitted(house, ann, packed)
    work = await house.people.GetRunnerWork(pb.GetRunnerWorkRequest(takes_check=True), metadata=runner)
    assert (work.check.bot, work.check.hash, list(work.wanted)) == (answer.bot, packed.hash, [])
    again = await house.people.GetRunnerWork(pb.GetRunnerWorkRequest(takes_check=True), metadata=runner)
    assert not again.HasField("check")
    part = pb.GetBundlePartRequest(hash=packed.hash)
    assert (await house.people.GetBundlePart(part, metadata=runner)).data == packed.data
    part.index = 1
    assert (await house.people.GetBundlePart(part, metadata=runner)).data == b""
    report = pb.ReportCheckRequest(bot=answer.bot, passed=True, report="ok")
    await house.people.ReportCheck(report, metadata=runner)
    code, line = await house.ends("ReportCheck", report, runner)
    assert (code, line) == (
        grpc.StatusCode.FAILED_PRECONDITION,
        "first@1 does not wait for its check: it was checked already",
    )
    for number in range(3):
        seat = pb.SeatLog(seat_id=2**63 + number, text=f"line {number}\0\n", cpu_us=5, ending="killed" * (number == 1))
        await house.people.AddSeatLog(pb.AddSeatLogRequest(bot=answer.bot, log=seat), metadata=runner)
    log = await house.people.GetBotLog(pb.GetBotLogRequest(bot="first", page_size=2), metadata=ann)
    assert (log.bot, log.report) == (answer.bot, "ok")
    assert [each.text for each in log.logs] == ["line 2\ufffd\n", "line 1\ufffd\n"]
    failed = await house.people.GetBotLog(pb.GetBotLogRequest(bot="first", failed=True), metadata=ann)
    assert [each.text for each in failed.logs] == ["line 1\ufffd\n"]


async def test_a_check_is_kept_by_who_says_so_and_else_taken_over(
    house: House, ann: Metadata, runner: Metadata, tmp_path: Path, database: str
) -> None:
    answer = await submitted(house, ann, pack(folder_of(tmp_path, GOOD)))

    async def look(checking: str = "") -> str:
        request = pb.GetRunnerWorkRequest(takes_check=not checking, checking=checking)
        return (await house.people.GetRunnerWork(request, metadata=runner)).check.bot

    def let_pass(minutes: int) -> None:
        with psycopg.connect(database) as sql:
            sql.execute(f"UPDATE bundles SET check_until = check_until - interval '{minutes} minutes'")

    assert await look() == answer.bot
    let_pass(40)
    assert await look(checking=answer.bot) == ""
    let_pass(40)
    assert await look() == "", "it was kept"
    let_pass(40)
    assert await look() == answer.bot


async def test_versions_are_compared_and_withdrawn(house: House, ann: Metadata, tmp_path: Path) -> None:
    await submitted(house, ann, pack(folder_of(tmp_path / "1", GOOD | {"old.py": ""})))
    change = {"my_bot.py": "class MyBot: pass\n", "new.py": ""}
    await submitted(house, ann, pack(folder_of(tmp_path / "2", GOOD | change)))
    comparison = await house.people.CompareVersions(
        pb.CompareVersionsRequest(old="first@1", new="first@2"), metadata=ann
    )
    assert (list(comparison.added), list(comparison.removed), comparison.same) == (["new.py"], ["old.py"], 1)
    (changed,) = comparison.changed
    assert "-class MyBot: ..." in changed.diff
    for _ in range(2):
        gone = await house.people.WithdrawVersion(pb.WithdrawVersionRequest(bot="first@1"), metadata=ann)
        assert (gone.version.bot, gone.version.state) == ("first@1", "withdrawn")


async def test_an_owner_compares_one_pair_at_a_time_and_others_go_on(
    house: House, ann: Metadata, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, done = asyncio.Event(), asyncio.Event()

    async def compare(old: bytes, new: bytes) -> Comparison:
        begun.set()
        await done.wait()
        return await compare_apart(old, new)

    monkeypatch.setattr("arena.api.bundles.submitting.compare_apart", compare)
    await submitted(house, ann, pack(folder_of(tmp_path / "1", GOOD)))
    asked = pb.CompareVersionsRequest(old="first@1", new="first@1")
    first = asyncio.ensure_future(house.people.CompareVersions(asked, metadata=ann))
    await begun.wait()
    refusal = (grpc.StatusCode.RESOURCE_EXHAUSTED, "a comparison of yours is still running: wait until it is done")
    assert await house.ends("CompareVersions", asked, ann) == refusal
    bob = await house.owner("bob")
    assert (await house.people.ListBotVersions(pb.ListBotVersionsRequest(bot="first"), metadata=bob)).versions
    done.set()
    assert (await first).same == 2
    assert (await house.people.CompareVersions(asked, metadata=ann)).same == 2


async def test_a_comparison_that_takes_too_much_memory_is_refused(
    house: House, ann: Metadata, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def too_much(_old: bytes, _new: bytes) -> Comparison:
        raise BundleError("unpacking takes too much memory or time")

    monkeypatch.setattr("arena.api.bundles.submitting.compare_apart", too_much)
    await submitted(house, ann, pack(folder_of(tmp_path / "1", GOOD)))
    asked = pb.CompareVersionsRequest(old="first@1", new="first@1")
    code, line = await house.ends("CompareVersions", asked, ann)
    assert code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert "cannot be compared: unpacking takes too much memory or time" in line


async def test_where_no_runner_is_nothing_is_taken(house: House, tmp_path: Path) -> None:
    bob = await house.owner("bob")
    request = request_of(pack(folder_of(tmp_path, GOOD)))
    code, line = await house.ends("SubmitBot", request, bob)
    assert (code, "no runner has reported" in line) == (grpc.StatusCode.FAILED_PRECONDITION, True)
    await house.store.accounts.create_service_token("runner", NewToken(digest("another")))
    await house.people.GetRunnerWork(pb.GetRunnerWorkRequest(), metadata=bearer("another"))
    assert (await house.people.SubmitBot(request, metadata=bob)).missing == [0]
    assert not await house.store.bundles.has_runner(timedelta(0))
