"""How gRPC waits for its sockets. To be imported before grpc, which reads its environment once, as it is imported.

grpcio 1.85 hands each read and write on to a pool of threads, its "event engine". Without it the thread that polls does
them itself: a message costs a third less of CPU, and is there and back in two thirds of the time. Other versions, and
who has set the variable, are left as they are. A gateway keeps the engine: its one thread that polls would be held by
whoever sends frames faster than they are parsed, and the turns of all others would stop (docs/explanation/faults.md).
"""

import os
from importlib.metadata import version
from typing import Final

WITHOUT_ENGINE: Final = "-event_engine_client,-event_engine_listener"

if version("grpcio").startswith("1.85."):
    os.environ.setdefault("GRPC_EXPERIMENTS", WITHOUT_ENGINE)


def keep_engine() -> None:
    """Let this process have it, whatever was imported before, or by the process that started it."""
    if os.environ.get("GRPC_EXPERIMENTS") == WITHOUT_ENGINE:
        del os.environ["GRPC_EXPERIMENTS"]
