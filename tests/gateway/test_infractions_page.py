from pathlib import Path

import pytest

from arena.gateway.seats.clock import CAP_US
from arena.gateway.seats.infractions import StreamInfraction
from arena.gateway.seats.timekeeper import GRAIN_US
from arena.guards import limits
from arena.play import DISCONNECTED, ILLEGAL, RESIGNED, TIMEOUT
from workers.play.played import MALFORMED

PAGE = Path(__file__).parents[2].joinpath("docs", "explanation", "infractions.md").read_text()


@pytest.mark.parametrize("word", [*StreamInfraction, ILLEGAL, MALFORMED, TIMEOUT, DISCONNECTED, RESIGNED])
def test_every_word_is_explained(word: str) -> None:
    assert f"`{word}`" in PAGE


@pytest.mark.parametrize("name", [name for name in vars(limits) if name.isupper() and name != "OPTIONS"])
def test_the_page_lists_every_limit(name: str) -> None:
    value = getattr(limits, name)
    number = f"{value:,.0f}"
    if name == "UNASKED_RETRY_MS":
        number = f"again in {value // 1000} s"
    elif name == "ENVELOPE_BYTES":
        number = "padding"
    assert number in PAGE


@pytest.mark.parametrize(("name", "value"), limits.OPTIONS)
def test_the_page_lists_every_limit_of_grpc(name: str, value: int) -> None:
    assert f"{value // 1000 if name.endswith('_ms') and value >= 1000 else value:,}" in PAGE


def test_the_page_describes_the_clock() -> None:
    assert f"{CAP_US // 1000} ms + {GRAIN_US // 1000} ms" in PAGE
    assert f"{CAP_US + GRAIN_US:,}" in PAGE
