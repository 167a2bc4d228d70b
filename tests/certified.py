"""Certificates for tests, signed by an authority that a folder keeps."""

from pathlib import Path

from arena.local.certificates import Certified, certify
from arena.local.state import State


def certified(folder: Path, *names: str) -> Certified:
    """A certificate for *names* (default: this machine's for itself) from the authority of *folder*."""
    folder.mkdir(exist_ok=True)
    return certify(State(folder), names or ("localhost", "127.0.0.1"))
