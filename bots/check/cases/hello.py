"""The case about the Hello: token, instance, variants and seats."""

from arena.rules import VARIANTS
from bots.check.bench import Bench
from bots.check.cases import Case
from bots.check.line import Line
from bots.check.mock import CaseFailedError
from bots.sdk.practice.spelling import WARNING

PROTOCOL = 1
INSTANCE = range(8, 65)  # accepted numbers of characters
MAX_SEATS = 16_384


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


CASES = (Case("hello", check_first_message),)
