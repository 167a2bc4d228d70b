"""Published numbers, computed again from their receipts alone."""

import hashlib
from collections.abc import AsyncIterator, Sequence
from itertools import combinations

import grpc
import numpy as np
import pytest
from google.protobuf.message import Message

from arena.league.ratings.strengths import Strengths
from arena.league.ratings.tally import LineUpTally
from arena.wire.gen.measures_pb2 import GetSeatEffectsRequest
from arena.wire.gen.ratings_pb2 import (
    GetSecondOpinionRequest,
    GetStrengthsRequest,
    GetStrengthsResponse,
    ListRatingsRequest,
    RebuildRatingsRequest,
)
from arena.wire.gen.receipts_pb2 import (
    GetEloReceiptRequest,
    GetEloReceiptResponse,
    GetStrengthReceiptRequest,
    ReceiptBoard,
)
from arena.wire.gen.running_pb2 import StartTournamentRequest
from arena.wire.gen.standings_pb2 import GetStandingsRequest
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest, VariantChoice
from tests.api.conftest import House
from tests.api.playing import connect, play_blocks
from tests.league.made import fit
from tests.recomputed import official
from tests.recomputed.pooled import pooled
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
    request = CreateTournamentRequest(
        name=name,
        variants=[VariantChoice(variant=variant) for variant in variants],
        bots=bots,
        boards=boards,
        kind=kind,
        rounds=rounds,
        pool="trust",
        allow_same_owner=True,
        master=hashlib.sha256(name.encode()).hexdigest(),
    )
    await house.people.CreateTournament(request, metadata=house.operator)
    await house.people.StartTournament(StartTournamentRequest(name=name), metadata=house.operator)
    await play_blocks(house.store, blocks)


@pytest.fixture
async def played(house: House) -> House:
    """Two tournaments that have ended, of other bots each."""
    await house.owner("ada")
    for name in BOTS:
        await house.bot(name, "ada")
    await connect(house.store, list(VARIANTS))
    await tournament(house, "one", "abcd", 3)
    await tournament(house, "two", "edcb", 2)
    return house


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


@pytest.mark.parametrize("size", [2, 1000])
async def test_every_elo_is_the_sum_of_its_receipt_bit_for_bit(played: House, size: int) -> None:
    tables = (await played.people.ListRatings(ListRatingsRequest(), metadata=played.operator)).tables
    assert [len(table.ratings) for table in tables] == [5, 5, 5]
    for table in tables:
        for line in table.ratings:
            elo, boards = 1500.0, 0
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


async def test_what_is_provisional_is_said_to_be(played: House) -> None:
    await tournament(played, "three", "aebc", 2, blocks=10)
    request = GetEloReceiptRequest(bot="a@1", variant="pinochle-cutthroat")
    receipt = await played.people.GetEloReceipt(request, metadata=played.operator)
    assert [each.settled for each in receipt.tournaments] == [True, False]
    assert not receipt.tournaments[-1].HasField("after")
    later = [board for board in receipt.entries if board.tournament == "three"]
    assert receipt.boards == len(receipt.entries) == 9 + len(later)
    assert later
    assert later[0].before == receipt.settled_elo
    assert later[-1].after == pytest.approx(receipt.live_elo)


async def test_the_official_table_is_computed_from_its_receipt_alone(played: House) -> None:
    for variant in VARIANTS:
        request = GetStrengthReceiptRequest(variant=variant, page_size=3)
        tallies: list[LineUpTally] = []
        while True:
            page = await played.people.GetStrengthReceipt(request, metadata=played.operator)
            ids = {bot: place for place, bot in enumerate(page.bots)}
            for row in page.tallies:
                players = tuple(ids[bot] for bot in row.bots)
                sums = list(row.halves), list(row.squares), list(row.products)
                tallies.append(LineUpTally(players, row.boards, *sums))
            request.page_token = page.next_page_token
            if not page.next_page_token:
                break
        answer = await played.people.GetStrengths(GetStrengthsRequest(variants=[variant]), metadata=played.operator)
        published = [(ids[line.bot], line.rating, line.error, line.boards) for line in answer.tables[0].strengths]
        assert published == [
            (line.player, line.elo, line.error, line.boards) for line in Strengths(fit(tallies)).table()
        ]


async def test_published_tables_are_those_of_the_pages_formulas(house: House) -> None:
    await house.owner("ada")
    for name in "abcdefghij":
        await house.bot(name, "ada")
    await connect(house.store, list(VARIANTS))
    for name, bots, boards in (("one", "abcde", 4), ("two", "fghij", 3), ("link", "abfg", 2)):
        await tournament(house, name, bots, boards)
    for variant in VARIANTS:
        receipt = await house.people.GetStrengthReceipt(
            GetStrengthReceiptRequest(variant=variant, page_size=1000), metadata=house.operator
        )
        answer = await house.people.GetStrengths(GetStrengthsRequest(variants=[variant]), metadata=house.operator)
        found = official.tables(receipt.tallies)
        assert sum(line.low is not None and line.high is not None for table in found for line in table.values()) > 5
        assert [table.parts for table in answer.tables] == [2, 2]
        assert all(link.boards > 0 for table in answer.tables for link in table.links)
        compare(answer, found)


async def test_tables_of_a_swiss_and_a_ladder_are_those_of_the_pages_formulas(house: House) -> None:
    await house.owner("ada")
    for name in "abcdefgh":
        await house.bot(name, "ada")
    variant = "pinochle-two-handed"
    await connect(house.store, [variant])
    for name, kind, rounds in (("all", "", 0), ("cup", "swiss", 3), ("rungs", "ladder", 3)):
        await tournament(house, name, "abcdefgh", 4 if rounds else 1, 0, [variant], kind, rounds)
        await play_unevenly(house)
        while await house.store.tournaments.draw_rounds():
            await play_unevenly(house)
    request = GetStrengthReceiptRequest(variant=variant, page_size=1000)
    receipt = await house.people.GetStrengthReceipt(request, metadata=house.operator)
    assert {row.tournament for row in receipt.tallies if row.by_results} == {"cup", "rungs"}
    answer = await house.people.GetStrengths(GetStrengthsRequest(variants=[variant]), metadata=house.operator)
    compare(answer, official.tables(receipt.tallies))
    (table,) = answer.tables
    for row in receipt.tallies:
        row.by_results = False
    (blind,) = official.tables(receipt.tallies)
    first, *_, last = table.strengths
    assert first.rating - last.rating < blind[first.bot].elo - blind[last.bot].elo - 1


def compare(answer: GetStrengthsResponse, found: Sequence[dict[str, official.Line]]) -> None:
    for table, lines in zip(answer.tables, found, strict=True):
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
        await house.store.play.finish(claim.block_id, claim.token, better(claim, best, 2))


async def test_the_one_number_over_variants_is_that_of_the_pages_formulas(house: House) -> None:
    """Of five bots one is in no board of one variant, and one has too few there."""
    await house.owner("ada")
    for name in "abcde":
        await house.bot(name, "ada")
    await connect(house.store, list(VARIANTS))
    for name, bots, boards, variants in (
        *((f"only-{variant}", "abcd", 14, [variant]) for variant in VARIANTS[:2]),
        ("two", "abcd", 12, [VARIANTS[2]]),
        ("late", "abce", 2, [VARIANTS[0]]),
        ("more", "abce", 12, [VARIANTS[1]]),
    ):
        await tournament(house, name, bots, boards, 0, variants)
        await play_unevenly(house)
    receipts = []
    for variant in VARIANTS:
        request = GetStrengthReceiptRequest(variant=variant, page_size=1000)
        receipts.append((await house.people.GetStrengthReceipt(request, metadata=house.operator)).tallies)
    (table,) = (await house.people.GetStrengths(GetStrengthsRequest(pooled=True), metadata=house.operator)).tables
    (wanted,) = pooled(receipts)
    assert {line.bot for line in table.strengths} == wanted.keys() == {f"{bot}@1" for bot in "abcd"}
    for line in table.strengths:
        found = (line.rating, line.error, line.low, line.high, line.spread)
        assert found == pytest.approx(wanted[line.bot][:5], abs=1e-9)
        assert line.kind == wanted[line.bot].kind
    assert [line.rating for line in table.strengths] == sorted((line.rating for line in table.strengths), reverse=True)
    (missing,) = table.missing
    assert missing.bot == "e@1"
    assert {(each.variant, each.why, each.boards) for each in missing.variants} == {
        ("spades-4", "too few boards", 2),
        ("pinochle-single-deck", "never played", 0),
    }
    assert len(table.unplayed) == 11 - 3
    assert {line.kind for line in table.strengths} >= {"specialist"}


async def test_line_ups_satisfy_the_equations_of_all_strengths(played: House) -> None:
    answer = await played.people.GetStrengths(GetStrengthsRequest(variants=["spades-4"]), metadata=played.operator)
    elo = {line.bot: line.rating for line in answer.tables[0].strengths}
    request = GetStrengthReceiptRequest(variant="spades-4")
    receipt = await played.people.GetStrengthReceipt(request, metadata=played.operator)
    bots = list(receipt.bots)
    met, score = np.zeros((len(bots), len(bots))), np.zeros((len(bots), len(bots)))
    for row in receipt.tallies:
        places = [bots.index(bot) for bot in row.bots]
        for (i, j), halves in zip(combinations(places, 2), row.halves, strict=True):
            won = halves / (2 * len(places))
            met[[i, j], [j, i]] += row.boards
            score[[i, j], [j, i]] += won, row.boards - won
    # half a virtual drawn board for each strength, shared out by the leverage of equal players
    bread = np.linalg.pinv(np.diag(met.sum(1)) - met)
    drawn = met * (np.diag(bread)[:, None] + np.diag(bread) - 2 * bread) / 2
    assert drawn.sum() / 2 == pytest.approx((len(bots) - 1) / 2)
    for i, bot in enumerate(bots):
        chances = np.array([expected(elo[bot] - elo[other]) for other in bots])
        assert (score[i] + drawn[i] / 2 - (met[i] + drawn[i]) * chances).sum() == pytest.approx(0, abs=1e-6)


def expected(difference: float) -> float:
    return float(1 / (1 + 10 ** (-difference / 400)))


async def test_what_has_no_receipt_is_refused_in_one_line(played: House) -> None:
    await played.bot("new", "ada")
    for request, word in (
        (GetEloReceiptRequest(bot="new@1", variant="spades-4"), "no rated board"),
        (GetEloReceiptRequest(bot="nobody@1", variant="spades-4"), "nobody@1"),
        (GetEloReceiptRequest(bot="a@1", variant="spades-9"), "spades-9"),
        (GetEloReceiptRequest(bot="a@1", variant="spades-4", page_size=9999), "page_size"),
        (GetEloReceiptRequest(bot="a@1", variant="spades-4", page_token="x"), "page_token"),
        (GetStrengthReceiptRequest(variant="spades-3"), "spades-3"),
        (GetStrengthReceiptRequest(variant="spades-4", bot="nobody@1"), "nobody@1"),
    ):
        code, line = await played.ends(type(request).__name__.removesuffix("Request"), request, played.operator)
        assert code in (grpc.StatusCode.NOT_FOUND, grpc.StatusCode.INVALID_ARGUMENT)
        assert word in line


async def test_rebuilding_reproduces_every_published_table(played: House) -> None:
    await tournament(played, "three", "abce", 2)
    asked: dict[str, list[Message]] = {
        "ListRatings": [ListRatingsRequest()],
        "GetStrengths": [GetStrengthsRequest(), GetStrengthsRequest(pooled=True)],
        "GetSeatEffects": [GetSeatEffectsRequest()],
        "GetSecondOpinion": [GetSecondOpinionRequest()],
        "GetStandings": [GetStandingsRequest(name=name) for name in ("one", "two", "three")],
        "GetEloReceipt": [GetEloReceiptRequest(bot=f"{bot}@1", variant="spades-4") for bot in BOTS],
        "GetStrengthReceipt": [GetStrengthReceiptRequest(variant=variant) for variant in VARIANTS],
    }

    async def published() -> list[bytes]:
        return [
            (await getattr(played.people, call)(request, metadata=played.operator)).SerializeToString(True)
            for call, requests in asked.items()
            for request in requests
        ]

    before = await published()
    rebuilt = await played.people.RebuildRatings(RebuildRatingsRequest(), metadata=played.operator)
    assert (rebuilt.boards, rebuilt.changed) == (11 * (3 + 2 + 2), 0)
    assert await published() == before
