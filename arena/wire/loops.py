"""Choose the event loop of gateway, worker and kit: the faster uvloop if installed (the extra `server`)."""

import asyncio
from collections.abc import Callable

NewLoop = Callable[[], asyncio.AbstractEventLoop]

try:
    import uvloop

    new_loop: NewLoop = uvloop.new_event_loop
except ImportError:  # Windows, or a base install
    new_loop = asyncio.new_event_loop
