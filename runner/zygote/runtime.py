"""List the files that a seat can read: Python, the kit and libraries."""

import importlib
import os
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from runner.confine.root import DEVICES, Bind

SYSTEM: Final = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib")  # the folders of shared libraries
KIT: Final = Path(__file__).resolve().parents[2]  # the folder with the packages arena and bots
# Modules that many bots use; the zygote imports them once.
OFTEN: Final = (
    "bots.sdk.confined.loop",
    "asyncio",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "heapq",
    "itertools",
    "json",
    "logging",
    "math",
    "random",
    "statistics",
    "time",
    "traceback",
    "typing",
)
BUNDLE: Final = "/bot"  # the folder of a seat's own files


def links() -> list[tuple[str, str]]:
    """Return the symbolic links among the folders of shared libraries, as (name, target)."""
    return [(path, os.readlink(path)) for path in SYSTEM if os.path.islink(path)]


def binds(is_program: bool) -> list[Bind]:
    """Return the files that every seat can read besides its bundle; a program gets no Python."""
    paths = [*_folders(SYSTEM), *DEVICES]
    if not is_program:
        paths += _folders(_python())
    outermost: list[str] = []
    for path in sorted(set(paths), key=len):
        if not any(path.startswith(f"{outer}/") for outer in outermost):
            outermost.append(path)
    return [Bind(path, path) for path in outermost]


def paths_of_modules() -> list[str]:
    """Return `sys.path` for a seat that runs Python, without the folder of its bundle."""
    return [str(KIT), *(path for path in _python() if Path(path) not in (KIT / "arena", KIT / "bots"))]


def _python() -> list[str]:
    """Return the folders of Python's modules, and of the packages arena and bots."""
    standard = sysconfig.get_path("stdlib")
    found = [standard, f"{standard}/lib-dynload", sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    shared = sysconfig.get_config_var("LIBDIR")
    return [*dict.fromkeys([*found, shared]), str(KIT / "arena"), str(KIT / "bots")]


def _folders(paths: Iterable[str]) -> list[str]:
    return [path for path in paths if os.path.isdir(path) and not os.path.islink(path)]


def import_once(libraries: Iterable[str]) -> None:
    """Import the kit, common modules and *libraries*, so that all seats share their memory."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # a fork has no other threads
    for name in (*OFTEN, *libraries):
        importlib.import_module(name)
    if "numpy" in sys.modules:
        importlib.import_module("numpy.random")  # numpy would import it on first use, in each seat
    assert "grpc" not in sys.modules, "a seat needs no gRPC"
