"""The C++ bot, bots/examples/cpp: needs a compiler, CMake and Debian's gRPC."""

from collections.abc import Sequence

import pytest

from tests.bots.foreign import (
    bad_lines_change_nothing,
    passes_the_check,
    plays_while_bots_are_killed,
    says_what_is_wrong,
)
from tests.bots.tongues import cpp_bot

pytestmark = [pytest.mark.cpp, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def bot() -> Sequence[str]:
    return cpp_bot()


def test_it_says_what_is_wrong(bot: Sequence[str]) -> None:
    says_what_is_wrong(bot)


def test_it_passes_the_check(bot: Sequence[str]) -> None:
    passes_the_check(bot)


def test_it_plays_a_tournament_over_tls_while_bots_are_killed(bot: Sequence[str]) -> None:
    plays_while_bots_are_killed(bot)


def test_bad_lines_change_nothing(bot: Sequence[str]) -> None:
    bad_lines_change_nothing(bot)
