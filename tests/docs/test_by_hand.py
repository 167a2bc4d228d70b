"""docs/explanation/by-hand.md, against its own steps and against the program."""

import re
from math import hypot
from pathlib import Path
from statistics import variance

import pytest

from arena.league.ratings import elo
from arena.league.ratings.boards import BoardScore
from arena.league.ratings.pooled import _chi_squared, _spread
from arena.league.ratings.standings import crosstable, standings
from arena.league.ratings.strengths import Strengths
from tests.docs import by_hand
from tests.league.made import board, fit, tallied

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "explanation" / "by-hand.md").read_text()
X, Y, Z = 1, 2, 3
RANKS = {2: (1, 2), 1: (1, 1), 0: (2, 1)}  # by half points of the first


def read_page() -> dict[str, str]:
    """The last column of each table with a row for each number."""
    rows = re.findall(r"^\| ([^|]+) \| [^|]+ \| (-?[\d.]+) \|$", PAGE, re.MULTILINE)
    return {name.strip(): value for name, value in rows}


def scores() -> dict[tuple[int, int], list[float]]:
    rows = re.findall(r"^\| (\w) against (\w) \|(.*)\|$", PAGE, re.MULTILINE)
    places = {"x": X, "y": Y, "z": Z}
    return {(places[one], places[other]): list(map(float, cells.split("|"))) for one, other, cells in rows}


def boards() -> list[BoardScore]:
    rows = []
    for number in range(5):
        for pair, row in scores().items():
            quarters = round(4 * row[number])
            first = min(2, quarters)
            rows.append(board([RANKS[first], RANKS[quarters - first]], pair))
    return rows


def check(name: str, value: float) -> None:
    digits = len(read_page()[name].partition(".")[2])
    assert f"{value:.{digits}f}" == read_page()[name], (name, value)


def test_the_boards_are_those_of_the_page() -> None:
    assert list(scores()) == [(X, Y), (Y, Z), (X, Z)]
    assert [each.score(0, 1) for each in boards()[::3]] == scores()[X, Y]


def test_each_number_follows_from_those_before_it() -> None:
    steps = by_hand.numbers(scores()[X, Y], scores()[X, Z], scores()[Y, Z])
    assert len(steps) == 38
    for name, value in steps.items():
        check(name, value)


def test_the_program_prints_the_same() -> None:
    tallies = tallied(boards())
    strengths = Strengths(fit(tallies))
    x, y, z = strengths.table()
    (first, *_), meetings = standings(tallies), crosstable(tallies)
    assert first.interval is not None
    assert x.low is not None
    assert x.high is not None
    low, high = first.interval
    numbers = {"m": first.score, "error of m": first.error, "low of m": low, "high of m": high}
    numbers |= {"rating": x.elo, "error": x.error, "low": x.low, "high": x.high}
    _, error, degrees = strengths.difference(X, Y)
    numbers |= {"error of x - y": error, "error of x - z": strengths.difference(X, Z)[1]}
    for name, value in numbers.items():
        check(name, value)
    assert degrees == 9
    assert [(each.score, each.interval) for each in meetings if each.player == X] == [(0.7, None), (0.85, None)]
    for words in (f"y has {y.elo:.1f} and z {z.elo:.1f}", f"{100 * (strengths.superiority(X, Y) or 0):.1f}%"):
        assert words in PAGE
    assert f"prints {x.elo:.0f}, `{x.low:.0f} .. {x.high:.0f}` and ± {x.error:.0f}" in PAGE


def test_live_elo_goes_from_board_to_board() -> None:
    ratings: dict[int, float] = {}
    names = {X: "x", Y: "y", Z: "z"}
    order = [(names[X if pair[0] == X else Y], names[pair[1]], row) for pair, row in scores().items()]
    hand = by_hand.live_elo([(one, other, row[number]) for number in range(5) for one, other, row in order])
    rows = {int(number): cells for number, *cells in re.findall(r"^\| (\d+) \| (.+) \| (.+) \| (.+) \|$", PAGE, re.M)}
    for number, played in enumerate(boards(), start=1):
        ratings.update(elo.fold(ratings, played))
        now = [ratings.get(player, elo.START) for player in (X, Y, Z)]
        assert list(hand[number - 1].values()) == pytest.approx(now, abs=1e-9)
        if number in rows:
            assert rows[number] == [f"{each:.2f}" for each in now]
    assert sorted(rows) == [1, 2, 3, 15]


def test_a_specialist_is_found_by_the_pages_rule() -> None:
    ratings, errors = [1637.0, 1500.0, 1400.0], [58.0, 50.0, 40.0]
    scatter, explained = variance(ratings), sum(each**2 for each in errors) / 3
    for name, value in (
        ("pooled rating", sum(ratings) / 3),
        ("pooled error", hypot(*errors) / 3),
        ("scatter", scatter),
        ("explained", explained),
        ("ratio", 2 * scatter / explained),
    ):
        check(name, value)
    spread, kind = _spread(ratings, errors)
    check("spread", spread or 0.0)
    assert kind == "specialist"
    assert f"above {_chi_squared(0.95, 2):.2f}" in PAGE
