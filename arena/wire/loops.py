"""The loop of gateway, worker and kit: uvloop's where it is installed, as the extra `server` does on Unix.

asyncio's sockets are Python, the other's are C: a message is read and written with less of it.
"""

import asyncio
from collections.abc import Callable

NewLoop = Callable[[], asyncio.AbstractEventLoop]

try:
    import uvloop

    new_loop: NewLoop = uvloop.new_event_loop
except ImportError:  # Windows, or a base install
    new_loop = asyncio.new_event_loop
