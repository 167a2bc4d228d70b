"""Cases about dialling: the Hello, and no further dial after TERM or a permanent refusal."""

from functools import partial
from typing import Final

import grpc

from arena.distribution import PROTOCOL
from arena.rules import VARIANTS
from arena.wire.gen import seat_pb2
from arena.wire.refusals import refusal_metadata
from bots.check.bench import Bench
from bots.check.cases import Case
from bots.check.cases.seats import first_seats
from bots.check.line import Line
from bots.check.mock import CaseFailedError, Ending
from bots.sdk.practice.spelling import WARNING

INSTANCE = range(8, 65)  # accepted numbers of characters
MAX_SEATS = 16_384
GOES = 5.0  # seconds from TERM to the end of the process; or the patience, if that is longer


async def check_first_message(bench: Bench) -> str:
    """Expect a complete Hello as the first message, with the right token."""
    line = await bench.await_stream()
    if not line.hello.ByteSize():
        line.end()
        raise CaseFailedError("the first message is not a Hello; send the Hello before anything else")
    _check_hello(line, bench.target.token)
    bench.columnar = line.columnar
    claimed = line.hello.variants
    wanted = set(bench.wanted or claimed)
    if missing := sorted(wanted - set(claimed)):
        raise CaseFailedError(f"it does not play {', '.join(missing)} of --variants; name only {', '.join(claimed)}")
    bench.variants = [variant for variant in VARIANTS if variant in wanted]
    await bench.welcome_stream(line)
    asked = ", asked by columns" if line.columnar else ""
    warned = [f"; {said}" for said in bench.target.read_output(0) if said.startswith(WARNING)]
    return f"{len(line.hello.variants)} variants, {line.room} seats{asked}{''.join(warned)}"


def _check_hello(line: Line, token: str) -> None:
    hello = line.hello
    if line.authorization != f"Bearer {token}":
        raise CaseFailedError("the call's metadata has no `authorization: Bearer TOKEN` with the token of $ARENA_TOKEN")
    if hello.protocol != PROTOCOL:
        raise CaseFailedError(f"Hello.protocol is {hello.protocol}; send {PROTOCOL}")
    if len(hello.instance) not in INSTANCE:
        raise CaseFailedError(f"Hello.instance has {len(hello.instance)} characters; send 8 to 64 random ones")
    if hello.max_seats > MAX_SEATS:
        raise CaseFailedError(f"Hello.max_seats is {hello.max_seats}; send 1 to {MAX_SEATS}")
    if not hello.variants:
        raise CaseFailedError(f"Hello.variants is empty; name the bot's variants, of {', '.join(VARIANTS)}")
    unknown = [variant for variant in hello.variants if variant not in VARIANTS]
    if unknown:
        raise CaseFailedError(f"Hello.variants has {', '.join(unknown)}; name only {', '.join(VARIANTS)}")


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
HELLO = Case("hello", check_first_message)
CASES = (
    Case("TERM: leaves", terminate_bot, stops=True, ours=True, signals=True),
    Case("closing replaced: stops", replace_stream, stops=True, ours=True),
    Case("hello refused: stops", partial(refuse, BAD_HELLO), stops=True, ours=True),
    Case("refused with arena-stop: stops", partial(refuse, ANY_STATUS), thorough=True, stops=True, ours=True),
    Case("token refused: stops", partial(refuse, BAD_TOKEN), stops=True),
)
