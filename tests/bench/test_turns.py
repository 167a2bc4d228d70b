import pytest

from tools.bench.turns.measure import turns


@pytest.mark.parametrize(
    ("bot", "tables"), [("bots", 1), pytest.param("bots", 8, marks=pytest.mark.slow), ("vector_bots", 8)]
)
def test_a_turn_goes_from_the_worker_to_the_bot_and_back(bot: str, tables: int) -> None:
    figures = turns(f"tools.bench.turns.{bot}", tables, "1", None)
    assert figures["decisions"] > 0
    assert ("share p99" in figures) == (tables == 1)
