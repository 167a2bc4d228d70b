import pytest

from arena.rules import VARIANTS, Rules


@pytest.fixture(scope="session")
def spades() -> Rules:
    return VARIANTS["spades-4"]


@pytest.fixture(scope="session")
def pinochle() -> Rules:
    return VARIANTS["pinochle-cutthroat"]
