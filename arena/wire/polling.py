"""How gRPC polls its sockets; import this before grpc.

gRPC reads its environment when it is imported. grpcio 1.85 hands each read and write to a pool of threads, its "event
engine". Without it the polling thread does them itself: a message costs a third less CPU, and its round trip takes two
thirds of the time. Other versions, and a variable that is already set, are left alone. A gateway keeps the engine: a
flood of frames would hold its one polling thread and stop all other turns (docs/explanation/faults.md).
"""

import os
from importlib.metadata import version
from typing import Final

WITHOUT_ENGINE: Final = "-event_engine_client,-event_engine_listener"

if version("grpcio").startswith("1.85."):
    os.environ.setdefault("GRPC_EXPERIMENTS", WITHOUT_ENGINE)


def keep_engine() -> None:
    """Restore the event engine in this process, whatever was imported before."""
    if os.environ.get("GRPC_EXPERIMENTS") == WITHOUT_ENGINE:
        del os.environ["GRPC_EXPERIMENTS"]
