import pytest

from tests.bench.turns.measure import turns


@pytest.mark.parametrize("tables", [1, 8])
def test_a_turn_goes_from_the_worker_to_the_bot_and_back(tables: int) -> None:
    figures = turns("tests.bench.turns.bots", tables, "1", None)
    assert figures["decisions"] > 0
    assert ("share p99" in figures) == (tables == 1)
