"""Certificates for tests, signed by an authority that a folder keeps."""

from pathlib import Path

from arena.local.certificates import Certified, certify
from arena.local.state import State


def certified(folder: Path, *names: str) -> Certified:
    """Make a certificate for *names* by the authority of *folder*.

    By default this machine's names for itself.
    """
    folder.mkdir(exist_ok=True)
    return certify(State(folder), names or ("localhost", "127.0.0.1"))
