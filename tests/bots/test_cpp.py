"""The C++ bot, bots/examples/cpp: needs a compiler, CMake and Debian's gRPC."""

from collections.abc import Sequence

import pytest

from tests.bots.foreign import plays_while_it_is_killed
from tests.bots.tongues import cpp_bot

pytestmark = [pytest.mark.cpp, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def bot() -> Sequence[str]:
    return cpp_bot()


def test_it_plays_a_tournament_while_it_is_killed(bot: Sequence[str]) -> None:
    plays_while_it_is_killed(bot)
