"""A runner's token opens streams for versions that were submitted, and for no other."""

import grpc
import pytest

from arena.store.accounts.versions import SubmittedBot
from arena.wire.gen import link_pb2
from arena.wire.refusals import Advice, advice_of
from tests.gateway.clients import Clients
from tests.gateway.few_tokens import FewTokens
from tests.gateway.messages import card


@pytest.fixture
def tokens() -> FewTokens:
    tokens = FewTokens()
    for version, state in ((7, "admitted"), (8, "waiting"), (9, "withdrawn")):
        tokens.submitted[f"bot-{version}@1"] = SubmittedBot(version, f"bot-{version}@1", state)
    return tokens


async def test_a_runner_holds_the_seats_of_an_admitted_version(clients: Clients) -> None:
    runner, worker = clients.bot("token-of-runner"), clients.worker()
    await runner.hello(version="bot-7@1")
    assert (await runner.welcome()).bot == "bot-7@1"
    await worker.open(1, version_id=7, is_confined=True)
    await worker.ask(1)
    await runner.update("turn")
    await runner.answer(1, 5, cpu_us=1234)
    answered = await worker.inbox.take(link_pb2.Answered)
    assert answered.action == card(5).SerializeToString()
    assert (answered.think_us, answered.net_us) == (1234, 0)


async def test_only_runners_are_charged_by_cpu_time(clients: Clients) -> None:
    bot, worker = await clients.seated(), clients.worker()
    await worker.open(1)
    await worker.ask(1)
    await bot.update("turn")
    await bot.answer(1, 5, cpu_us=10**15)
    answered = await worker.inbox.take(link_pb2.Answered)
    assert answered.WhichOneof("outcome") == "action"
    assert answered.think_us < 10**9


@pytest.mark.parametrize(
    ("token", "version", "message"),
    [
        ("token-of-runner", "bot-8@1", "bot-8@1 is waiting"),
        ("token-of-runner", "bot-9@1", "bot-9@1 is withdrawn"),
        ("token-of-runner", "bot-5@1", "was not submitted"),
        ("token-of-runner", "", "was not submitted"),
        ("token-of-7", "bot-7@1", "only a runner names"),
    ],
)
async def test_no_other_stream_is_opened(clients: Clients, token: str, version: str, message: str) -> None:
    bot = clients.bot(token)
    await bot.hello(version=version)
    code, line = await bot.inbox.end_of_stream()
    assert code is grpc.StatusCode.INVALID_ARGUMENT
    assert message in line
    assert advice_of(await bot.call.trailing_metadata()) == Advice(stop=True)


async def test_a_runner_hears_when_to_dial_again_if_the_store_is_away(clients: Clients, tokens: FewTokens) -> None:
    tokens.is_away = True
    runner = clients.bot("token-of-runner")
    await runner.hello(version="bot-7@1")
    await runner.inbox.end_of_stream()
    assert advice_of(await runner.call.trailing_metadata()) == Advice(after=3.0)
