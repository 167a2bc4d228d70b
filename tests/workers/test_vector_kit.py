"""The kit's vector bot plays all seats of every variant, at a real gateway and worker."""

import io
from collections.abc import Iterator

import pytest

from arena.rules import VARIANTS, configure, pack, sides_of
from arena.store.play.rows import Claim
from bots.examples.vector_bot import GreedyVectorBot
from bots.sdk.seats.errors import BotErrors
from bots.sdk.vector.local import play_boards
from tests.workers.both_ways import claim_of
from tests.workers.link.blocks import play_with_kit


def locally(claim: Claim) -> Iterator[bytes]:
    """The actions of the same deals, played in process."""
    rules = configure(claim.variant, options=claim.options)
    seeds = [board.seed for board in claim.boards]
    others = [None] * (sides_of(rules) - 1)
    for games in play_boards(rules, seeds, GreedyVectorBot(), others, BotErrors(strict=True)):
        yield pack(games[0].actions)


@pytest.mark.parametrize("variant", VARIANTS)
async def test_over_the_stream_as_in_process(variant: str) -> None:
    rules = configure(variant, options={"format": {"kind": "hands", "count": 2}})
    claim = claim_of(rules, 3, [7] * rules.seats, auto_single=True)
    out = io.StringIO()
    results = await play_with_kit(claim, GreedyVectorBot, BotErrors(out=out))
    assert out.getvalue() == ""
    assert [result.actions for result in sorted(results, key=lambda result: result.game_id)] == list(locally(claim))
    assert [result.infractions for result in results] == [[]] * 3
