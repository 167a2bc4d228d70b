"""Compiles the rules core with mypyc when a compiler is there; without one the same source runs as it is.

Editable installs stay uncompiled: a compiled module in the source tree would shadow the source that is being edited.
"""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup

# Everything the engine touches while it plays. `record`, `narrate` and the option tables are cold: they stay Python.
COLD = {"__init__.py", "record.py", "verify.py", "narrate.py"}


def core_extensions() -> list[Extension]:
    """The rules core as optional mypyc extensions; only for a wheel, and not with ARENA_COMPILE=0."""
    if "bdist_wheel" not in sys.argv or os.environ.get("ARENA_COMPILE") == "0":
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    sources = sorted(str(path) for path in Path("arena/rules").rglob("*.py") if path.name not in COLD)
    extensions: list[Extension] = mypycify(["--config-file=", "--strict", *sources], opt_level="3")
    for extension in extensions:
        extension.optional = True
    return extensions


setup(ext_modules=core_extensions())
