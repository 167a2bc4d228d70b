"""The event loop of a test, beside and behind which its process has others."""

import asyncio
from typing import Any, Final

POLLER: Final = "PollerCompletionQueue"
CLOSED: Final = "Event loop is closed"


class ShortLoop(asyncio.SelectorEventLoop):
    """A loop that is not told of others' ends.

    gRPC has one poller for all loops of a process, and the end of a call that was cancelled reaches
    it a moment later. If the call's loop is closed by then, whichever loop runs would log that as an
    error of its own. In a program of the house one loop makes all calls, and lives as long.
    """

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """Handle an error of a callback, unless it is that of a closed loop's call."""
        is_late = POLLER in context["message"] and str(context.get("exception")) == CLOSED
        if not is_late:
            super().call_exception_handler(context)
