"""The page on confinement names every attempt that the tests make."""

from pathlib import Path

import pytest

from tests.runner.probes import CALLS, PROBES

PAGE = Path(__file__).resolve().parents[2] / "docs/explanation/confinement.md"


@pytest.fixture(scope="module")
def text() -> str:
    return " ".join(PAGE.read_text().split())


@pytest.mark.parametrize("name", [*CALLS, *PROBES])
def test_the_page_names_it(text: str, name: str) -> None:
    assert f" {name};" in text or f" {name}." in text


def test_the_page_counts_them(text: str) -> None:
    assert f"{len(CALLS)} system calls: " in text
    assert f"{len(PROBES)} attempts in Python: " in text
