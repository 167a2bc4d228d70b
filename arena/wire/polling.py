"""Choose how gRPC polls its sockets. Import this module before grpc, which reads its settings at import.

grpcio 1.85 hands each read and write to a pool of threads, its "event engine". Without the engine a message costs a
third less CPU time, and its round trip takes two thirds of the time. A gateway keeps the engine: a flood of frames
would occupy its one polling thread and stop all other tasks (docs/explanation/infractions.md). Nothing changes for
other versions of grpcio, or if `GRPC_EXPERIMENTS` is set.
"""

import os
from importlib.util import find_spec
from typing import Final

WITHOUT_ENGINE: Final = "-event_engine_client,-event_engine_listener"
HASTY: Final = "1.85."


def grpc_version() -> str:
    """Return the version of the installed grpcio, or "", without importing grpcio or `importlib.metadata`."""
    spec = find_spec("grpc")
    if spec is None or spec.origin is None:
        return ""
    try:
        with open(os.path.join(os.path.dirname(spec.origin), "_grpcio_metadata.py"), encoding="utf-8") as file:
            return file.read().partition('"""')[2].partition('"""')[0]
    except OSError:
        return ""


if grpc_version().startswith(HASTY):
    os.environ.setdefault("GRPC_EXPERIMENTS", WITHOUT_ENGINE)


def keep_engine() -> None:
    """Keep gRPC's event engine in this process, even if this module has disabled it."""
    if os.environ.get("GRPC_EXPERIMENTS") == WITHOUT_ENGINE:
        del os.environ["GRPC_EXPERIMENTS"]
