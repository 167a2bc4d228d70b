"""A process that tries mutants in its own copy of the tree."""

import json
import os
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_item import MutationSpec, WorkResult

HANG = 60  # seconds that a test may take; tracing it takes longer
MEMORY = 8 << 30  # bytes per process: a mutant may allocate without end
PYTEST = ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--assert=plain"]
SET = "not slow and not node and not cpp and not nginx"


def settle(root: Path, parent: Path) -> None:
    """Move into a copy of the tree at *root*, made in *parent*; ignore Ctrl-C, which the driver handles."""
    signal.signal(signal.SIGINT, lambda *_: None)
    lane = Path(tempfile.mkdtemp(dir=parent))
    listed = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.run(listed, check=True, capture_output=True, text=True).stdout.split("\0"):
        if (root / name).is_file():
            (lane / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, lane / name)
    os.chdir(lane)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.environ |= {"PYTHONPATH": str(lane), "HYPOTHESIS_PROFILE": "ci", "PYTHONWARNINGS": "ignore"}
    compiling = [sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash"]
    subprocess.run([*compiling, "arena", "bots", "workers", "tests", "tools"], check=True)


def trace(package: str, tests: Path, cache: Path) -> dict[str, Any]:
    """Return the lines of a package that a test file reaches, from *cache* if known. Raises `RuntimeError`."""
    if not cache.exists():
        with tempfile.TemporaryDirectory() as folder:
            written = Path(folder, "trace.json")
            command = [sys.executable, "-m", "coverage", "run", f"--data-file={folder}/data", f"--source={package}"]
            run = subprocess.run(
                [*command, *PYTEST, f"--timeout={10 * HANG}", "-p", "tools.mutants.traced", "-m", SET, str(tests)],
                env=os.environ | {"TRACE": str(written), "COVERAGE_CORE": "ctrace"},
                capture_output=True,
                text=True,
                start_new_session=True,
            )
            if run.returncode not in (0, 5):  # 5: all tests are in the other set
                raise RuntimeError(f"{tests} fails without any mutation:\n{run.stdout[-3000:]}")
            cache.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(written, cache)
    read: dict[str, Any] = json.loads(cache.read_text())
    return read


def judge(mutant: MutationSpec, tests: list[str], seconds: float) -> WorkResult:
    """Run *tests*, which take *seconds*, on a mutant; return the verdict. Raises `RuntimeError` without a verdict."""
    with tempfile.TemporaryDirectory() as folder:
        asked = Path(folder, "tests")
        asked.write_text("\n".join(tests))
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = folder  # no mutant may reuse the examples of another one
        command = [sys.executable, *PYTEST, f"--timeout={HANG}", "--hypothesis-seed=0", f"@{asked}"]
        result = mutate_and_test([mutant], shlex.join(command), timeout=4 * seconds + HANG)
    if result.worker_outcome != "normal" or result.test_outcome == "incompetent":
        raise RuntimeError(f"no verdict on {mutant}:\n{result.output}")
    return result
