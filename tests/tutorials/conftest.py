import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def environment() -> Iterator[dict[str, str]]:
    """A new user's: nothing of ours is set, and nothing is compiled that takes minutes.

    The state lies where everybody may look, as whom root's servers run.
    """
    theirs = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
    with tempfile.TemporaryDirectory(prefix="arena-tutorial-") as state:
        Path(state).chmod(0o711)
        yield {**theirs, "ARENA_STATE": state, "XDG_CONFIG_HOME": f"{state}/config", "ARENA_COMPILE": "0"}
