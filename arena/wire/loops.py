"""The event loop of gateway, worker and kit: uvloop where installed.

The extra `server` installs it on Unix. Its sockets are in C, asyncio's in Python, so a message costs less.
"""

import asyncio
from collections.abc import Callable

NewLoop = Callable[[], asyncio.AbstractEventLoop]

try:
    import uvloop

    new_loop: NewLoop = uvloop.new_event_loop
except ImportError:  # Windows, or a base install
    new_loop = asyncio.new_event_loop
