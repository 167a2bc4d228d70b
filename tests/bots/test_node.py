"""The JavaScript bot, bots/examples/node: needs Node, npm and its registry."""

from collections.abc import Sequence

import pytest

from tests.bots.foreign import plays_while_it_is_killed
from tests.bots.tongues import node_bot

pytestmark = [pytest.mark.node, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def bot() -> Sequence[str]:
    return node_bot()


def test_it_plays_a_tournament_while_it_is_killed(bot: Sequence[str]) -> None:
    plays_while_it_is_killed(bot)
