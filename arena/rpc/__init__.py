"""gRPC over asyncio's own sockets: the server of a gateway, and the kit's client.

HTTP/2 is the library h2's; handlers, stubs and status codes are grpcio's. What is not here: compression, and calls that
go through a proxy on the server's side of it.
"""

from arena.rpc.client import Call, Ended, Line, NotReached, dial
from arena.rpc.headers import Metadata, Status
from arena.rpc.messages import BadMessage, TooLong
from arena.rpc.served import Served
from arena.rpc.server import Server
from arena.rpc.stream import Broken

__all__ = [
    "BadMessage",
    "Broken",
    "Call",
    "Ended",
    "Line",
    "Metadata",
    "NotReached",
    "Served",
    "Server",
    "Status",
    "TooLong",
    "dial",
]
