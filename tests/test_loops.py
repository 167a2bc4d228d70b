"""What a test's loop reports, and what it does not."""

import asyncio
from typing import Any

import pytest

from tests.loops import CLOSED, POLLER, ShortLoop


@pytest.mark.parametrize(
    ("message", "error", "is_told"),
    [
        (f"Exception in callback {POLLER}._handle_events()", RuntimeError(CLOSED), False),
        (f"Exception in callback {POLLER}._handle_events()", LookupError("a fault of ours"), True),
        (f"Exception in callback {POLLER}._handle_events()", RuntimeError("a fault of ours"), True),
        ("Exception in callback Hub.beat()", RuntimeError(CLOSED), True),
        ("Task exception was never retrieved", LookupError("a fault of ours"), True),
    ],
)
async def test_only_the_end_of_a_closed_loops_call_is_not_logged(message: str, error: Exception, is_told: bool) -> None:
    loop, contexts = asyncio.get_running_loop(), list[dict[str, Any]]()
    assert isinstance(loop, ShortLoop)
    loop.set_exception_handler(lambda _, context: contexts.append(context))
    loop.call_exception_handler({"message": message, "exception": error})
    assert bool(contexts) is is_told
