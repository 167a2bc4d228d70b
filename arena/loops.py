"""The loop that a gateway and a worker run in: uvloop's where it is installed, as the extra `server` does on Unix.

asyncio's sockets are Python; with uvloop's in both there were 7 to 9% more decisions in columns (docs/speed.md).
"""

import asyncio
from collections.abc import Callable

NewLoop = Callable[[], asyncio.AbstractEventLoop]

try:
    import uvloop

    new_loop: NewLoop = uvloop.new_event_loop
except ImportError:  # Windows, or a base install
    new_loop = asyncio.new_event_loop
