"""A tournament and bot-arena service for trick-taking card games."""

import os

# gRPC reads this variable at import. By default it logs every broken connection at length; callers report it in a line.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
