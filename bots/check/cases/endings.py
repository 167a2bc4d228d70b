"""Cases about the end: a bot must obey TERM, and must not dial again after a permanent refusal."""

from functools import partial
from typing import Final

import grpc

from arena.wire.gen import seat_pb2
from arena.wire.refusals import refusal_metadata
from bots.check.bench import Bench
from bots.check.cases import Case
from bots.check.cases.seats import first_seats
from bots.check.mock import CaseFailedError, Ending

GOES = 5.0  # seconds from TERM to the end of the process; or the patience, if that is longer


async def terminate_bot(bench: Bench) -> str:
    """Send TERM, and expect the process to end by itself with exit code 0."""
    line = await bench.line()
    (seat,) = first_seats(bench, 1)
    await bench.ask(line, [seat])
    limit = max(GOES, bench.patience)
    code = await bench.target.terminate(limit)
    if code is None:
        raise CaseFailedError(f"it still ran {limit:g} s after TERM; end on TERM")
    if code != 0:
        raise CaseFailedError(f"after TERM it ended with exit code {code}; end with code 0")
    return "exit code 0"


async def replace_stream(bench: Bench) -> str:
    """Close the stream with the reason REPLACED, and expect no dial, which would replace the other stream."""
    line = await bench.line()
    text = "another stream of this instance took over"
    await line.close(seat_pb2.Closing(reason=seat_pb2.CLOSE_REASON_REPLACED, text=text))
    await bench.expect_no_dial("Closing{REPLACED}")
    return "stays away"


async def refuse(ending: Ending, bench: Bench) -> str:
    """Refuse the next stream permanently with the status *ending*, and expect no further dial."""
    await bench.reset()
    (await bench.await_stream()).end(ending)
    await bench.expect_no_dial(ending.code.name)
    return "stays away"


STOP: Final = refusal_metadata(None)
BAD_HELLO: Final = Ending(grpc.StatusCode.INVALID_ARGUMENT, "max_seats is not 1 to 16384", STOP)
BAD_TOKEN: Final = Ending(grpc.StatusCode.UNAUTHENTICATED, "this token is unknown here", STOP)
ANY_STATUS: Final = Ending(grpc.StatusCode.UNAVAILABLE, "your version was withdrawn", STOP)
CASES = (
    Case("TERM: leaves", terminate_bot, stops=True, ours=True, signals=True),
    Case("closing replaced: stops", replace_stream, stops=True, ours=True),
    Case("hello refused: stops", partial(refuse, BAD_HELLO), stops=True, ours=True),
    Case("refused with arena-stop: stops", partial(refuse, ANY_STATUS), thorough=True, stops=True, ours=True),
    Case("token refused: stops", partial(refuse, BAD_TOKEN), stops=True),
)
