"""Whatever the people's API and the workers' port are sent, the fault is the sender's."""

import asyncio
import logging
import random

import pytest

from arena.store import Store
from arena.store.accounts.operators import ensure_operator
from arena.tokens import digest
from tests.gateway.serving import serving
from tests.sizes import sized
from tools.mutated.link import MadWorker
from tools.mutated.people import Stranger
from tools.mutated.tally import Tally

CALLS = sized(150, 5000)
OWNERS = [f"owner-{number}" for number in range(8)]
WORDS = ["bot-1", "bot-1@1", "cup", "spades-4", "1", "", "00" * 32, "{}", "é\u202e"]


async def test_every_refusal_is_the_callers_fault(database: str, caplog: pytest.LogCaptureFixture) -> None:
    tally = Tally()
    await asyncio.to_thread(ensure_operator, database, digest("an operator").hex())
    store = await Store.open(database)
    for owner in OWNERS:
        await store.accounts.create_owner(owner, digest(owner))
    await store.accounts.register_bot("bot-1", "1", OWNERS[0], digest("a bot"))
    tokens = {"owner": OWNERS, "operator": ["an operator"], "bot": ["a bot"]}
    async with serving(store) as (_, reached):
        stranger = Stranger(reached.bots, tokens, WORDS, random.Random("calls"), tally)
        worker = MadWorker(reached.workers, "", [1], random.Random("guesses"), tally)
        await asyncio.gather(stranger.run(CALLS), worker.run(CALLS // 3))
    await store.close()
    assert tally.sent.total() == CALLS + CALLS // 3
    assert not tally.wrong
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
