"""A tournament and bot-arena service for trick-taking card games."""

import os

# gRPC reads this when it is imported. It would tell every broken connection at length: who dials says it in one line.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
