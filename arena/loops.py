"""The loop that a gateway and a worker run in: uvloop's where it is installed, as the extra `server` does on Unix.

Its own sockets cost less than asyncio's, which are Python: about 0.05 us of a decision in columns each (docs/speed.md).
"""

import asyncio
from collections.abc import Callable

NewLoop = Callable[[], asyncio.AbstractEventLoop]

try:
    import uvloop

    new_loop: NewLoop = uvloop.new_event_loop
except ImportError:  # Windows, or a base install
    new_loop = asyncio.new_event_loop
