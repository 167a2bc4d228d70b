"""Run tests on the other build than this process has: compiled, or its source as it is.

`make test` has the compiled one, as a release has, and `make test-all` the source.
"""

import os
import subprocess
import sys

from arena.rules.games import game
from tests.compiled import ROOT, compiled_core

OPTIONS = ("--import-mode=append", "-q", "-m", "not slow", "-p", "no:cacheprovider")


def is_compiled() -> bool:
    """Return whether this process has the compiled build."""
    return not str(game.__file__).endswith(".py")


def pass_on_other_build(tests: list[str], modules: list[str]) -> None:
    """Run *tests*, pytest's words, where *modules* are of the other build; assert that they pass."""
    here = is_compiled()
    paths = [ROOT] if here else [compiled_core(), ROOT]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))}
    python = [sys.executable, "-P"]
    names = ", ".join(modules)
    are_other = f"import {names}; raise SystemExit(any(m.__file__.endswith('.py') != {here} for m in ({names},)))"
    subprocess.run([*python, "-c", are_other], env=environment, cwd=ROOT, check=True)
    command = [*python, "-m", "pytest", *tests, *OPTIONS]
    done = subprocess.run(command, env=environment, cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
