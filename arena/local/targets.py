"""Where the figures of an arena's parts are, as Prometheus reads it: `file_sd_configs`."""

import json
import os
from collections.abc import Mapping
from pathlib import Path

from arena.local.problems import CannotStart


def list_targets(file: Path, ports: Mapping[str, int]) -> None:
    """Write the *ports* of this machine, by the names of the parts, to *file*; raises `CannotStart`."""
    listed = [{"targets": [f"127.0.0.1:{port}"], "labels": {"name": name}} for name, port in ports.items()]
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        draft.write_text(json.dumps(listed, indent=1) + "\n")
        draft.replace(file)
    except OSError as problem:
        raise CannotStart(f"--metrics {file}: cannot write there ({problem.strerror}): give another file") from None
