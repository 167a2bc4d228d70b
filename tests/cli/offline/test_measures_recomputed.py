"""Tables of findings and of several variants follow from the export alone, too."""

import json
import random
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from arena.rules import configure, new_game, pack
from arena.rules.records.play_counts import play_counts
from arena.store import Store
from arena.store.play.rows import Claim, ClaimedBoard, ClaimedGame, GameResult, SeatPlay
from tests.api.playing import connect, outcome, play_blocks
from tests.cli.conftest import Command, Served, register
from tests.cli.offline.test_exports import PARTNERS
from tests.cli.offline.test_recomputed import check_row, within
from tests.recomputed.__main__ import main
from tests.recomputed.boards import Board, closed_boards
from tests.recomputed.findings import memory, seat_effects, surprises, transfers
from tests.recomputed.line_ups import line_ups
from tests.recomputed.means import Row, crosstable, head_to_head, over_variants, standings
from tests.recomputed.official import Receipt, parts, tables
from tests.recomputed.places import Place, interval_places
from tests.recomputed.pooled import missing, pooled
from tests.recomputed.stats import calls, figures
from tests.rules.playing import random_action

TABLE, MET = "spades-4", "pinochle-two-handed"
SHORT = ("--option", TABLE + ':format={"kind":"hands","count":1}', "--option", MET + ":first_dealer=1")
BOTS = "abcdefg"

Chance = Callable[[str, set[str]], float]  # that a bot does anything, and not what the fallback would, beside others
ReadJson = Callable[..., Any]


def by_name(bot: str, others: set[str]) -> float:
    """Four at a table let e@1 win where b@1 sits, and else beat it."""
    if len(others) == 3 and "e@1" in others | {bot}:
        return float(("b@1" in others | {bot}) != (bot == "e@1"))
    return (BOTS + "hij").index(bot[0]) % 7 / 7


async def play_out(store: Store, chance: Chance) -> None:
    names = {row.version_id: row.bot for row in await store.accounts.bots()}
    dice = random.Random(14)
    await play_blocks(store, play=partial(_result, names=names, chance=chance, dice=dice))
    await store.ratings.rate()


def _result(
    claim: Claim,
    board: ClaimedBoard,
    claimed: ClaimedGame,
    names: Mapping[int, str],
    chance: Chance,
    dice: random.Random,
) -> GameResult:
    game = new_game(configure(claim.variant, options=claim.options), board.seed)
    sat = [claimed.players[player] for player in game.seating]
    there = {names[player] for player in sat}
    free = [chance(names[player], there - {names[player]}) for player in sat]
    while (seat := game.to_act) >= 0:
        game.apply(random_action(game.legal(), dice) if dice.random() < free[seat] else game.fallback())
    charges = _charges(len(game.actions))
    play = [SeatPlay(1000, 2_345_678, 1, counts, 3) for counts in play_counts(game, charges)]
    return outcome(claimed, game, play=play, charges=charges)


def _charges(decisions: int) -> bytes:
    """Up to 300 ms, each charged by itself."""
    return pack([2 * (37 * place % 300) + 1 for place in range(decisions)])


def ask(arena: Command, *words: str) -> Any:
    """Return what a command says in JSON."""
    said = arena(*words, "--json")
    assert said.code == 0, said.err
    return json.loads(said.out)


@pytest.fixture
def read_json(arena: Command) -> ReadJson:
    return partial(ask, arena)


def play_tournament(served: Served, arena: Command, name: str, bots: str, chance: Chance, *words: str) -> list[Board]:
    """Its closed boards, as the export of a tournament that was played has them."""
    entries = [word for bot in bots for word in ("--bot", bot)]
    master = sha256(name.encode()).hexdigest()
    creation = arena("tournament", "create", name, *entries, *words, "--allow-same-owner", "--master", master)
    assert creation.code == 0, creation.err
    assert arena("tournament", "start", name).code == 0
    served.await_(play_out(served.store, chance))
    return closed_boards([json.loads(line) for line in arena("export", name).out.splitlines()])


def test_a_circle_is_named_as_the_export_has_it(
    served: Served, arena: Command, read_json: ReadJson, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    register("abcd")
    served.await_(connect(served.store, [MET]))
    boards = play_tournament(served, arena, "circle", "abcd", in_a_circle, "--variants", MET, "--boards", "12")
    (table,) = read_json("ratings", MET)["tables"]
    wanted = [surprise for part in parts(line_ups(boards)) for surprise in surprises(part)]
    assert len(wanted) > 1
    assert [(line["bot"], line["opponent"], line["boards"]) for line in table["surprises"]] == [w[:3] for w in wanted]
    for line, own in zip(table["surprises"], wanted, strict=True):
        figures = line["score"], line["expected"], line["errors"]
        assert figures == tuple(map(within, own[3:]))
    file = tmp_path / "circle.jsonl"
    file.write_text(arena("export", "circle").out)
    main([str(file)])
    printed = {each["table"]: each["rows"] for each in map(json.loads, capsys.readouterr().out.splitlines())}
    assert printed["surprises"] == [list(each) for each in wanted]
    assert {bot: row[0] for bot, row in printed["ratings"].items()} == {
        line["bot"]: within(line["rating"]) for line in table["strengths"]
    }


def in_a_circle(bot: str, others: set[str]) -> float:
    return float(bot[0] + min(others)[0] in ("ac", "ba", "cb")) if bot[0] != "d" else 0.5


def of_variant(boards: list[Board], variant: str) -> list[Board]:
    return [board for board in boards if board.variant == variant]


def test_findings_and_numbers_over_variants_follow_from_the_export(
    served: Served, arena: Command, read_json: ReadJson
) -> None:
    register(BOTS + "hij")
    served.await_(connect(served.store, [TABLE, MET, PARTNERS]))
    words = ("--variants", f"{TABLE},{MET},{PARTNERS}", "--boards", "2", *SHORT)
    boards = play_tournament(served, arena, "cup", BOTS, by_name, *words)
    by_variant = {variant: of_variant(boards, variant) for variant in (TABLE, MET, PARTNERS)}
    seats = read_json("ratings", "--seats")["findings"]
    assert Counter(each["variant"] for each in seats) == {TABLE: 4, MET: 2, PARTNERS: 2}
    check_seat_effects(seats, lambda variant: by_variant[variant])
    check_memory(read_json, boards)
    check_transfers(read_json, by_variant)
    about = json.loads(arena("export", "cup").out.splitlines()[0])
    check_statistics(read_json, by_variant, {each["variant"]: each["bots"] for each in about["conduct"]})
    check_whole(read_json, by_variant)
    check_versus(read_json, by_variant)
    by_variant[MET] += play_tournament(served, arena, "side", "hi", by_name, "--variants", MET, "--boards", "10")
    by_variant[MET] += play_tournament(served, arena, "few", "aj", by_name, "--variants", MET, "--boards", "2")
    check_official(read_json, by_variant[MET])
    check_pooled(read_json, {variant: by_variant[variant] for variant in (MET, PARTNERS)})


def check_seat_effects(findings: list[dict[str, Any]], boards_of: Callable[[str], list[Board]]) -> None:
    for variant in {each["variant"] for each in findings}:
        lines = [each for each in findings if each["variant"] == variant]
        for place, (line, row) in enumerate(zip(lines, seat_effects(boards_of(variant)), strict=True)):
            assert line["place"] == place
            check_row(line | {"score": line["effect"]}, row)


def check_memory(read_json: ReadJson, boards: list[Board]) -> None:
    findings = [each for each in read_json("tournament", "findings", "cup")["findings"] if each["kind"] == "memory"]
    for variant in (TABLE, MET, PARTNERS):
        recomputed = memory(of_variant(boards, variant))
        lines = {each["bots"][0]: each for each in findings if each["variant"] == variant}
        assert lines.keys() == recomputed.keys()
        for bot, line in lines.items():
            own = recomputed[bot]
            assert (line["boards"], line["effect"]) == (own.boards, within(own.gain))
            assert (line["low"], line["high"]) == (within(own.low), within(own.high))
            assert line["flagged"] == own.flagged


def check_transfers(read_json: ReadJson, by_variant: dict[str, list[Board]]) -> None:
    findings = [each for each in read_json("tournament", "findings", "cup")["findings"] if each["kind"] == "transfer"]
    assert [each["bots"][0] for each in findings if each["flagged"]] == ["b@1"]
    for variant, boards in by_variant.items():
        lines = [each for each in findings if each["variant"] == variant]
        recomputed = transfers(boards)
        assert [tuple(line["bots"]) for line in lines] == list(recomputed)
        for line in lines:
            own = recomputed[line["bots"][0], line["bots"][1]]
            told_of = tuple(line[name] for name in ("boards", "effect", "error", "chance"))
            assert (*told_of, line["flagged"]) == (own.boards, *map(within, own[1:4]), own.flagged)


def check_whole(read_json: ReadJson, by_variant: dict[str, list[Board]]) -> None:
    """All variants as one."""
    whole = read_json("tournament", "standings", "cup")["whole"]
    of_bots = [standings(boards) for boards in by_variant.values()]
    assert len(whole["standings"]) == len(BOTS)
    for line in whole["standings"]:
        check_row(line, over_variants([own[line["bot"]][0] for own in of_bots]))
    met = [crosstable(boards) for boards in by_variant.values()]
    assert 2 * len(whole["crosstable"]) == len(met[0])
    for line in whole["crosstable"]:
        check_row(line, over_variants([own[line["bot"], line["opponent"]] for own in met]))


def check_versus(read_json: ReadJson, by_variant: dict[str, list[Board]]) -> None:
    """The whole is of the variants in the rated format."""
    for bot, opponent in (("a@1", "g@1"), ("f@1", "c@1")):
        answer = read_json("bot", "versus", bot, opponent)
        rated: list[Row] = []
        for line in answer["variants"]:
            row, *points = head_to_head(by_variant[line["variant"]], bot, opponent)
            check_row(line, row)
            assert [line.get("points", 0.0), line.get("opponent_points", 0.0)] == [within(each) for each in points]
            rated += [row] if line["variant"] != TABLE else []
        (whole,) = answer["wholes"]
        assert set(whole["variants"]) == {MET, PARTNERS}
        check_row(whole["meeting"], over_variants(rated))


def check_official(read_json: ReadJson, boards: list[Board]) -> None:
    """In parts, with a bot of few boards."""
    answer, recomputed = read_json("ratings", MET)["tables"], tables(line_ups(boards))
    assert [len(each["strengths"]) for each in answer] == [len(each) for each in recomputed] == [8, 2]
    for table, wanted in zip(answer, recomputed, strict=True):
        for line in table["strengths"]:
            check_rating(line, wanted[line["bot"]])


def check_pooled(read_json: ReadJson, by_variant: dict[str, list[Board]]) -> None:
    (table,) = read_json("ratings", "--pooled")["tables"]
    check_pool(table, {variant: line_ups(boards) for variant, boards in by_variant.items()})
    assert {line["bot"] for line in table["strengths"]} == {bot + "@1" for bot in BOTS}
    reasons = {each["why"] for line in table["missing"] for each in line["variants"]}
    assert reasons == {"never played", "too few boards", "not linked"}


def check_pool(table: dict[str, Any], receipts: Mapping[str, Receipt]) -> None:
    (recomputed,) = pooled(list(receipts.values()))
    assert {line["bot"] for line in table["strengths"]} == recomputed.keys()
    for line in table["strengths"]:
        own = recomputed[line["bot"]]
        check_rating(line, own)
        assert (line.get("spread"), line.get("kind", "")) == (within_or_none(own.spread), own.kind)
    check_places(table["strengths"], interval_places(recomputed, [line["bot"] for line in table["strengths"]]))
    assert {
        line["bot"]: {each["variant"]: (each["why"], each.get("boards", 0)) for each in line["variants"]}
        for line in table["missing"]
    } == missing(receipts)


def check_places(lines: list[dict[str, Any]], wanted: Mapping[str, Place]) -> None:
    assert {line["bot"]: (line["first_place"], line["last_place"]) for line in lines} == wanted


def check_rating(line: dict[str, Any], wanted: Any) -> None:
    assert line["rating"] == within(wanted[0])
    for name in ("error", "low", "high"):
        assert line.get(name) == within_or_none(getattr(wanted, name)), line


def within_or_none(number: float | None) -> Any:
    return None if number is None else within(number)


def check_statistics(read_json: ReadJson, by_variant: dict[str, list[Board]], conduct: dict[str, Any]) -> None:
    for line in read_json("bot", "stats", "c@1")["variants"]:
        boards = by_variant[line["variant"]]
        recomputed = figures(boards, conduct[line["variant"]], "c@1")
        told_of = {each["name"]: each for each in line["figures"]}
        assert set(told_of) == set(recomputed)
        for name, wanted in recomputed.items():
            figure = told_of[name]
            assert figure.get("value") == within_or_none(wanted.value), name
            assert (int(figure.get("of", 0)), figure.get("field")) == (wanted.of, within_or_none(wanted.field)), name
        called = calls(boards, "c@1")
        assert {each["name"] for each in line["calls"]} == set(called)
        for each in line["calls"]:
            own, field = called[each["name"]]
            assert int(each.get("called", 0)) == own.called
            for key in ("made", "points", "low", "high"):
                assert each.get(key) == within_or_none(getattr(own, key)), each
            numbers = int(each.get("field_called", 0)), each.get("field_made"), each.get("field_points")
            assert numbers == (field.called, within_or_none(field.made), within_or_none(field.points))
