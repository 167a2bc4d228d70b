"""Tables over several tournaments, of pairs, of the pool open, and with who left, follow from exports."""

import json
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.cli.conftest import Command, Served
from tests.cli.offline import test_measures_recomputed as measures
from tests.cli.offline.season import SIDES, SPADES, play_season
from tests.cli.offline.test_recomputed import check_row, within
from tests.recomputed.__main__ import main
from tests.recomputed.boards import Board, Lines, closed_boards
from tests.recomputed.findings import less_luck, seat_scores, surprises
from tests.recomputed.line_ups import line_ups
from tests.recomputed.marks import forfeits, marks, voided
from tests.recomputed.means import Row, against_all, crosstable, head_to_head, live_elo, over_variants, standings
from tests.recomputed.official import parts, table
from tests.recomputed.places import interval_places, places


class Season(NamedTuple):
    exports: dict[str, Lines]  # by name, in the order they ended in
    played: dict[str, list[Board]]
    asked: measures.ReadJson

    def boards(self, variant: str, pool: str = "", name: str = "") -> list[Board]:
        boards = [board for each, own in self.played.items() if name in ("", each) for board in own]
        return [board for board in boards if board.variant == variant and pool in ("", board.pool)]


def test_tables_of_a_season_follow_from_its_exports(
    served: Served, arena: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = play_season(served, arena)
    exports = {name: [json.loads(line) for line in arena("export", name).out.splitlines()] for name in names}
    settled = [lines[0]["settled"] for lines in exports.values()]
    assert settled == sorted(settled)
    played = {name: closed_boards(lines) for name, lines in exports.items()}
    season = Season(exports, played, partial(measures.ask, arena))
    check_standings(season)
    check_all_variants_together(season)
    check_versus(season)
    check_seats(season)
    check_luck(season)
    assert check_official(season) > 2
    for anchor in ("a@1", "i@1", "j@1"):
        check_official(season, "--anchor", anchor)
    check_against_all(season)
    check_pooled(season)
    all_marks = [mark for lines in exports.values() for variant in (SIDES, SPADES) for mark in marks(lines, variant)]
    assert {mark.what for mark in all_marks} == {"fallbacks", "forfeits", "voids", "lag"}
    files = [tmp_path / f"{name}.jsonl" for name in names]
    for file, lines in zip(files, exports.values(), strict=True):
        file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    main(list(map(str, files)))
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len({each["table"] for each in printed}) == 12
    assert sum(len(each["rows"]) for each in printed if each["table"] == "marks") == len(all_marks)


def check_standings(season: Season) -> None:
    left = 0
    for name, lines in season.exports.items():
        for section in season.asked("tournament", "standings", name)["variants"]:
            boards, gone = season.boards(section["variant"], name=name), forfeits(lines, section["variant"])
            rows, elo = standings(boards, gone), live_elo(season.boards(section["variant"], boards[0].pool))
            assert {line["bot"] for line in section["standings"]} == rows.keys()
            order = [line["bot"] for line in section["standings"]]
            stand = interval_places({bot: row for bot, (row, _) in rows.items()}, order)
            measures.check_places(section["standings"], stand)
            for line in section["standings"]:
                row, points = rows[line["bot"]]
                check_row(line, row)
                assert (line["points"], line["live_elo"]) == (within(points), within(elo[line["bot"]]))
                assert line["forfeited"] == gone.get(line["bot"], 0)
                left += line["forfeited"]
            met = crosstable(boards)
            assert 2 * len(section["crosstable"]) == len(met)
            for meeting in section["crosstable"]:
                check_row(meeting, met[meeting["bot"], meeting["opponent"]])
            check_marks(section, lines, section["variant"])
    assert left > 10


def check_all_variants_together(season: Season) -> None:
    whole, lines = season.asked("tournament", "standings", "circle")["whole"], season.exports["circle"]
    gone = {variant: forfeits(lines, variant) for variant in (SIDES, SPADES)}
    tables = {variant: standings(season.boards(variant, name="circle"), gone[variant]) for variant in gone}
    rows = {}
    for line in whole["standings"]:
        own = [(each[line["bot"]][0], gone[variant].get(line["bot"], 0)) for variant, each in tables.items()]
        rows[line["bot"]] = over_variants(*map(list, zip(*own, strict=True)))
        check_row(line, rows[line["bot"]])
    measures.check_places(whole["standings"], interval_places(rows, list(rows)))
    assert any(line["boards"] < 20 and "low" in line for line in whole["standings"])  # of who left


def check_versus(season: Season) -> None:
    for bot, opponent in (("a@1", "b@1"), ("a+b@1+1", "c@1")):
        for line in season.asked("bot", "versus", bot, opponent)["variants"]:
            row, points, its = head_to_head(season.boards(line["variant"], line["pool"]), bot, opponent)
            check_row(line, row)
            assert (line["points"], line["opponent_points"]) == (within(points), within(its))


def check_seats(season: Season) -> None:
    for name, variant in (("open", SPADES), ("pairs", SIDES)):
        (section,) = season.asked("tournament", "seats", name)["variants"]
        rows = seat_scores(season.boards(variant, name=name))
        assert len(rows) == len(section["seats"] + section["whole"])
        for line in section["seats"]:
            row, points = rows[line["bot"], line["place"]]
            check_row(line | {"boards": line["games"]}, row)
            assert line["points"] == within(points)
    measures.check_seat_effects(season.asked("ratings", "--seats")["findings"], season.boards)


def check_luck(season: Season) -> None:
    for section in season.asked("tournament", "standings", "circle", "--luck")["tables"]:
        rows = less_luck(season.boards(section["variant"], name="circle"))
        assert {line["bot"] for line in section["lines"]} == rows.keys()
        for line in section["lines"]:
            for name, value in rows[line["bot"]]._asdict().items():
                assert line[name] == within(value), name


def check_official(season: Season, *words: str) -> int:
    """Return the number of surprises."""
    sections, named = season.asked("ratings", *words)["tables"], 0
    # Without an anchor: of the pairs' tournament who met none of 10 boards is a part of its own.
    assert len(sections) == 4 or words
    for line in sections:
        (variant,), (pool,) = line["variants"], line["pools"]
        part, middle = parts(line_ups(season.boards(variant, pool)))[line["part"] - 1], {*words[1:]}
        lines, order = table(part, middle), [each["bot"] for each in line["strengths"]]
        assert lines.keys() == set(order)
        measures.check_places(line["strengths"], places(part, order, middle))
        for each in line["strengths"]:
            own = lines[each["bot"]]
            measures.check_rating(each, own)
            assert each["superiority"] == within([own.superiority[sorted(order).index(other)] for other in order])
        pairs = surprises(part)
        assert {(each["bot"], each["opponent"]): each["errors"] for each in line["surprises"]} == {
            (each.bot, each.opponent): within(each.errors) for each in pairs
        }
        named += len(pairs)
        exports = [lines for lines in season.exports.values() if lines[0]["pool"] == pool]
        if line["parts"] == 1:
            check_marks(line, [each for lines in exports for each in lines], variant)
    return named


def check_against_all(season: Season) -> None:
    for line in season.asked("ratings", "--against-all")["tables"]:
        field = [each for each in line["strengths"] if each["boards"] >= 10] or line["strengths"]
        boards = season.boards(line["variants"][0], line["pools"][0])
        rows = against_all(boards, [each["bot"] for each in field])
        for each in field:
            own = rows[each["bot"]]
            wanted = (own.score, own.low, own.high, []) if isinstance(own, Row) else (None, None, None, own)
            numbers = [each.get(f"against_all{end}") for end in ("", "_low", "_high")]
            assert [*numbers, sorted(each["unmet"])] == [*map(measures.within_or_none, wanted[:3]), wanted[3]]


def check_pooled(season: Season) -> None:
    for section, pool in zip(season.asked("ratings", "--pooled")["tables"], ("open", "trust"), strict=True):
        receipts = {variant: line_ups(season.boards(variant, pool)) for variant in section["variants"]}
        measures.check_pool(section, receipts)


def check_marks(section: dict[str, Any], lines: Lines, variant: str) -> None:
    """Compare the findings of a table with those of an export."""
    limits = [each for each in section["findings"] if each["kind"] != "void"]
    for line, mark in zip(limits, marks(lines, variant), strict=True):
        assert ("".join(line["bots"]), line["kind"], line["threshold"]) == (mark.bot, mark.what, mark.limit)
        assert line["effect"] == within(mark.share)
    recomputed = voided(lines, variant)
    voids = {each["bots"][0]: each for each in section["findings"] if each["kind"] == "void"}
    assert voids.keys() == recomputed.keys()
    for bot, line in voids.items():
        own = recomputed[bot]
        assert (line["boards"], line["effect"]) == (own.dealt, within(sum(own.causes.values()) / own.dealt))
        assert all(f"{count} {cause}" in line["sentence"] for cause, count in own.causes.items())
        assert f" {own.incidents} incident" in line["sentence"]
        assert (line["chance"], line["flagged"]) == (within(own.chance), own.flagged)
