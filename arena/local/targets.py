"""Where the figures of an arena's parts are, as Prometheus reads it: `file_sd_configs`."""

import json
from collections.abc import Mapping
from pathlib import Path

from arena.files import explain, replaced
from arena.local.problems import CannotStart


def list_targets(file: Path, ports: Mapping[str, int]) -> None:
    """Write the *ports* of this machine, by the names of the parts, to *file*; raises `CannotStart`."""
    listed = [{"targets": [f"127.0.0.1:{port}"], "labels": {"name": name}} for name, port in ports.items()]
    try:
        with replaced(file) as out:
            out.write(json.dumps(listed, indent=1) + "\n")
    except OSError as problem:
        raise CannotStart(f"--metrics {explain(problem)}") from None
