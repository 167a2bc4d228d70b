"""Run programs of bots and commands in this process.

A start of Python costs ten times what they do.
"""

import io
import os
import runpy
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

ROOT = Path(__file__).resolve().parents[1]


def program(*words: str | Path, cwd: Path = ROOT, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Do what `python WORDS` does; return how it ended.

    The words are a file or `-m MODULE`, and what it is given. The environment has no ARENA_ but
    those of *environment*.
    """
    given = [str(word) for word in words]
    out, errors = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(errors), _as_a_program(given, cwd, environment):
        code = _exit_code(given)
    return subprocess.CompletedProcess(given, code, out.getvalue(), errors.getvalue())


def _exit_code(given: list[str]) -> int:
    try:
        if given[0] == "-m":
            runpy.run_module(given[1], run_name="__main__", alter_sys=True)
        else:
            runpy.run_path(given[0], run_name="__main__")
    except SystemExit as ended:
        if isinstance(ended.code, str):
            print(ended.code, file=sys.stderr)
            return 1
        return ended.code or 0
    except Exception:
        traceback.print_exc()
        return 1
    return 0


@contextmanager
def _as_a_program(given: list[str], cwd: Path, environment: dict[str, str]) -> Iterator[None]:
    """Undo at the end what a program does to its process.

    The modules of a test's folder go with it.
    """
    before, loaded = Path.cwd(), dict(sys.modules)
    run = (given[1], f"{given[1]}.__main__") if given[0] == "-m" else ()
    for name in run:
        sys.modules.pop(name, None)  # it is run, not imported
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
    folder = cwd if given[0] == "-m" else (cwd / given[0]).resolve().parent
    argv = given[1:] if given[0] == "-m" else given
    os.chdir(cwd)
    try:
        with (
            patch.dict(os.environ, clean | environment, clear=True),
            patch.object(sys, "argv", argv),
            patch.object(sys, "path", [str(folder), *sys.path]),
        ):
            yield
    finally:
        os.chdir(before)
        for name in sys.modules.keys() - loaded.keys():
            file = getattr(sys.modules[name], "__file__", None) or ""
            if file.startswith(tempfile.gettempdir()):
                del sys.modules[name]
        sys.modules.update(loaded)
        for package, _, name in (module.rpartition(".") for module in run if module in loaded):
            if package:  # it has the module that was run by this name
                setattr(loaded[package], name, loaded[f"{package}.{name}"])
