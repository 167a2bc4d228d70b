from pathlib import Path

import pytest
from cosmic_ray.mutating import mutate_code

from tools.mutants.owners import Owners, statement
from tools.mutants.sample import OPERATORS, draw, files, mutants, places


def changed(source: str) -> list[str]:
    """The sources of all mutants."""
    return [
        mutate_code(source, OPERATORS[each.operator_name], each.occurrence) for each in mutants(Path("a.py"), source)
    ]


@pytest.mark.parametrize(
    "source",
    [
        "x: int | None\n",
        "def f(x: int | None, *, y: int | str) -> int | bytes: ...\n",
        "@dataclass(frozen=True)\nclass A: ...\n",
        "@cache\ndef f(): ...\n",
        "if TYPE_CHECKING:\n    x = 1\n",
        "log.warning('%s of %s', x + 1, y - 1)\n",
        "raise Missing(f'{x + 1} is missing')\n",
        "try:\n    f()\nexcept (Missing, grpc.RpcError) as problem:\n    f()\n",
    ],
)
def test_pointless_changes_are_left_out(source: str) -> None:
    assert changed(source) == []


def test_other_changes_are_made() -> None:
    assert changed("x: int | None = 1\n") == ["x: int | None = 2\n", "x: int | None = 0\n"]
    assert changed("raise Missing(True)\n") == ["raise Missing(False)\n"]
    assert "x != y\n" in changed("x == y\n")
    assert "x is y\n" not in changed("x == y\n")
    assert changed("-x\n") == ["+x\n", "not x\n", "x\n"]
    assert changed("x | y\n") == ["x >> y\n", "x << y\n", "x & y\n", "x ^ y\n"]


def test_the_draw_is_the_same_each_time_and_holds_every_smaller_one() -> None:
    all_places = [place for path in files("arena/league/ratings/elo.py") for place in places(path)]
    large, small = draw(all_places, 12), draw(reversed(all_places), 5)
    assert large[:5] == small
    assert len({each.start_pos for each in large}) == 12


def test_one_change_is_drawn_at_a_place(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("def f(x, y):\n    return x + y\n")
    assert len(list(mutants(path, path.read_text()))) == 6
    assert len(draw(places(path), 5)) == 1


def test_the_tests_of_a_line_reach_its_statement_and_those_named_for_its_file_come_first(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    body = [
        "LEAST = 1",
        "def f(x):",
        "    y = (x,",
        "        x + 1)",
        "    if x - 1:",
        "        return y",
        "    return x * 2",
    ]
    path.write_text("\n".join(body))
    tests = {"t/test_b.py::slow": 20, "t/test_b.py::quick": 1, "t/test_a.py::own": 30, "t/test_b.py::other": 0}
    _, quick, own, _ = tests
    lines = {"3": [0, 1, 2], "5": [0, 1], "6": [0], "7": [2]}
    owners = Owners([{"tests": tests, "lines": {str(path): lines}}])
    chosen = {each.start_pos[0]: (statement(each), owners.of(each)) for each in mutants(path, path.read_text())}
    assert chosen == {
        1: ((1, 1), ([own, quick], 31)),  # runs at import: those that reach the file; 20 seconds are enough
        4: ((3, 4), ([own, quick], 31)),
        5: ((5, 5), ([quick], 1)),
        7: ((7, 7), ([own], 30)),
    }
