"""Benchmarks: a bot on deals that anybody knows, for its owner."""

from arena.api.calls.call import Call
from arena.api.tournaments.running import WAKE_UPS
from arena.api.tournaments.tournaments import to_message
from arena.league.benchmark import DEALS
from arena.store.gates.benchmarks import NewBenchmark
from arena.wire.gen.benchmarks_pb2 import CreateBenchmarkRequest, CreateBenchmarkResponse


async def create_benchmark(call: Call[CreateBenchmarkRequest]) -> CreateBenchmarkResponse:
    """Start a benchmark, and wake the workers; or find the one that there is."""
    asked = call.request
    new = NewBenchmark(asked.bot, asked.version, list(asked.variants), asked.boards or DEALS, asked.again)
    name = await call.store.tournaments.create_benchmark(new, call.caller.owner_id)
    call.wake(WAKE_UPS)
    return CreateBenchmarkResponse(tournament=to_message(await call.store.tournaments.named(name)))
