"""Published ratings, computed again: live Elo from its receipts, official tables from sums of line-ups."""

import hashlib
from collections.abc import AsyncIterator, Sequence
from types import SimpleNamespace

import grpc
import pytest
import pytest_asyncio
from google.protobuf.message import Message

from arena.wire.gen.measures_pb2 import GetFindingsRequest
from arena.wire.gen.ratings_pb2 import (
    GetStrengthsRequest,
    GetStrengthsResponse,
    ListRatingsRequest,
    RebuildRatingsRequest,
)
from arena.wire.gen.receipts_pb2 import GetEloReceiptRequest, GetEloReceiptResponse, ReceiptBoard
from arena.wire.gen.running_pb2 import StartTournamentRequest
from arena.wire.gen.standings_pb2 import GetStandingsRequest
from arena.wire.gen.tournaments_pb2 import VariantChoice
from tests.api.conftest import House
from tests.api.playing import connect, play_blocks
from tests.league.made import named
from tests.recomputed import official
from tests.store.gates.test_gates import better

VARIANTS = ("spades-4", "pinochle-cutthroat", "pinochle-single-deck")
BOTS = "abcde"


async def tournament(
    house: House,
    name: str,
    bots: str,
    boards: int,
    blocks: int = 1000,
    variants: Sequence[str] = VARIANTS,
    kind: str = "",
    rounds: int = 0,
) -> None:
    chosen = [VariantChoice(variant=variant) for variant in variants]
    settings = {"kind": kind, "rounds": rounds, "master": hashlib.sha256(name.encode()).hexdigest()}
    await house.tournament(bots, boards, name, variants=chosen, **settings)
    await house.people.StartTournament(StartTournamentRequest(name=name), metadata=house.operator)
    await play_blocks(house.store, blocks)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def played(shared_house: House) -> House:
    """Two tournaments that have ended, of other bots each; tests only read them."""
    await play_two(shared_house)
    await shared_house.bot("new", "ada")
    return shared_house


async def play_two(house: House) -> None:
    await house.owner("ada", BOTS)
    await connect(house.store, list(VARIANTS))
    await tournament(house, "one", "abcd", 3)
    await tournament(house, "two", "edcb", 2)


async def elo_pages(house: House, bot: str, variant: str, size: int) -> AsyncIterator[GetEloReceiptResponse]:
    request = GetEloReceiptRequest(bot=bot, variant=variant, page_size=size)
    while True:
        page = await house.people.GetEloReceipt(request, metadata=house.operator)
        assert len(page.entries) <= size
        yield page
        if not page.next_page_token:
            return
        request.page_token = page.next_page_token


def by_hand(board: ReceiptBoard) -> float:
    """docs/explanation/ratings.md: 32 / (n - 1) * (S - E) of each pair, one after another."""
    elo = board.before
    for other in board.opponents:
        ours, theirs, score = board.before, other.live_elo, other.half_points / board.most
        if other.is_first:
            ours, theirs, score = theirs, ours, (board.most - other.half_points) / board.most
        moved = 32 / len(board.opponents) * (score - 1 / (1 + 10 ** ((theirs - ours) / 400)))
        assert other.change == (-moved if other.is_first else moved)
        elo += other.change
    return elo


async def test_every_elo_is_the_sum_of_its_receipt_bit_for_bit(played: House) -> None:
    tables = (await played.people.ListRatings(ListRatingsRequest(), metadata=played.operator)).tables
    assert [len(table.ratings) for table in tables] == [5, 5, 5]
    for table in tables:
        for line in table.ratings:
            elo, boards = 1500.0, 0
            size = 2 if table.variant == VARIANTS[0] else 1000
            async for page in elo_pages(played, line.bot, table.variant, size):
                assert (page.live_elo, page.settled_elo, page.boards) == (line.live_elo, line.live_elo, line.boards)
                for board in page.entries:
                    assert board.before == elo
                    elo, boards = by_hand(board), boards + 1
                    assert board.after == elo
            assert (elo, boards) == (line.live_elo, line.boards)
            chain = [(each.before, each.after) for each in page.tournaments]
            assert [1500.0, *(after for _, after in chain)] == [*(before for before, _ in chain), line.live_elo]
            assert sum(each.boards for each in page.tournaments) == boards


async def test_tables_of_a_swiss_and_a_ladder_are_those_of_the_pages_formulas(house: House) -> None:
    await house.owner("ada", "abcdefgh")
    variant = "pinochle-two-handed"
    await connect(house.store, [variant])
    for name, kind, rounds in (("all", "", 0), ("cup", "swiss", 3), ("rungs", "ladder", 3)):
        await tournament(house, name, "abcdefgh", 4 if rounds else 1, 0, [variant], kind, rounds)
        await play_unevenly(house)
        while await house.store.tournaments.draw_rounds():
            await play_unevenly(house)
    answer = await house.people.GetStrengths(GetStrengthsRequest(variants=[variant]), metadata=house.operator)
    rows = await line_ups(house)
    assert len({row.by_results for row in rows} - {0}) == 2
    compare(answer, official.tables(rows))
    (table,) = answer.tables
    for row in rows:
        row.by_results = 0
    (blind,) = official.tables(rows)
    first, *_, last = table.strengths
    assert first.rating - last.rating < blind[first.bot].elo - blind[last.bot].elo - 1


async def line_ups(house: House) -> list[SimpleNamespace]:
    """The stored sums of each line-up, with names for ids."""
    names = {row.version_id: row.bot for row in await house.store.accounts.bots()}
    return [named(tally, names) for tallies in (await house.store.ratings.tallies()).values() for tally in tallies]


def compare(answer: GetStrengthsResponse, tables: Sequence[dict[str, official.Line]]) -> None:
    for table, lines in zip(answer.tables, tables, strict=True):
        order = [sorted(lines).index(line.bot) for line in table.strengths]
        for line in table.strengths:
            wanted = lines[line.bot]
            assert line.rating == pytest.approx(wanted.elo, abs=1e-9)
            given = {field.name: value for field, value in line.ListFields()}
            for name in ("error", "low", "high"):
                number = getattr(wanted, name)
                assert (name in given) == (number is not None)
                assert number is None or given[name] == pytest.approx(number, abs=1e-9)
            assert list(line.superiority) == pytest.approx([wanted.superiority[place] for place in order], abs=1e-9)


async def play_unevenly(house: House) -> None:
    """By luck, but that a is better in one variant and b in the others."""
    versions = {row.bot: row.version_id for row in await house.store.accounts.bots()}
    while claim := await house.store.play.claim("w", 60):
        best = versions["a@1" if claim.variant == VARIANTS[1] else "b@1"]
        await house.store.play.finish(claim.block_id, claim.lease_number, better(claim, best, 2))


async def test_a_receipt_that_does_not_exist_is_refused_in_one_line(played: House) -> None:
    for request, word in (
        (GetEloReceiptRequest(bot="new@1", variant="spades-4"), "no rated board"),
        (GetEloReceiptRequest(bot="nobody@1", variant="spades-4"), "nobody@1"),
        (GetEloReceiptRequest(bot="a@1", variant="spades-9"), "spades-9"),
        (GetEloReceiptRequest(bot="a@1", variant="spades-4", page_size=9999), "page_size"),
        (GetEloReceiptRequest(bot="a@1", variant="spades-4", page_token="x"), "page_token"),
    ):
        code, line = await played.ends(type(request).__name__.removesuffix("Request"), request, played.operator)
        assert code in (grpc.StatusCode.NOT_FOUND, grpc.StatusCode.INVALID_ARGUMENT)
        assert word in line


async def test_provisional_ratings_are_marked_and_rebuilding_reproduces_every_table(house: House) -> None:
    await play_two(house)
    await tournament(house, "three", "aebc", 2, blocks=10)
    request = GetEloReceiptRequest(bot="a@1", variant="pinochle-cutthroat")
    receipt = await house.people.GetEloReceipt(request, metadata=house.operator)
    assert [each.settled for each in receipt.tournaments] == [True, False]
    assert not receipt.tournaments[-1].HasField("after")
    later = [board for board in receipt.entries if board.tournament == "three"]
    assert receipt.boards == len(receipt.entries) == 9 + len(later)
    assert later
    assert later[0].before == receipt.settled_elo
    assert later[-1].after == pytest.approx(receipt.live_elo)
    await play_blocks(house.store)
    asked: dict[str, list[Message]] = {
        "ListRatings": [ListRatingsRequest()],
        "GetStrengths": [GetStrengthsRequest(), GetStrengthsRequest(pooled=True)],
        "GetFindings": [GetFindingsRequest()],
        "GetStandings": [GetStandingsRequest(name=name) for name in ("one", "two", "three")],
        "GetEloReceipt": [GetEloReceiptRequest(bot=f"{bot}@1", variant="spades-4") for bot in BOTS],
    }

    async def published() -> list[bytes]:
        return [
            (await getattr(house.people, call)(request, metadata=house.operator)).SerializeToString(True)
            for call, requests in asked.items()
            for request in requests
        ]

    before = await published()
    rebuilt = await house.people.RebuildRatings(RebuildRatingsRequest(), metadata=house.operator)
    assert (rebuilt.boards, rebuilt.changed) == (11 * (3 + 2 + 2), 0)
    assert await published() == before
