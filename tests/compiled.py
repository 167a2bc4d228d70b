"""The rules core compiled by mypyc, built once for the sources as they are."""

import fcntl
import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILT_FROM = ("setup.py", "pyproject.toml", "README.md", "LICENSE", "NOTICE")
PACKAGES = ("arena", "bots", "workers")


def compiled_core() -> Path:
    """The folder to put before the source tree on PYTHONPATH: `build/compiled-<hash of the sources>`.

    Raises:
        subprocess.CalledProcessError: the build failed; pip's output is on standard error.
    """
    target = ROOT / "build" / f"compiled-{sources_hash()}"
    target.parent.mkdir(exist_ok=True)
    with (target.parent / "compiled.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.exists():
            build(target)
    return target


def sources_hash() -> str:
    """Changes with all that is installed, compiled or not, with how it is built and with the interpreter."""
    digest = hashlib.sha256(sys.version.encode())
    sources = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    for path in [ROOT / "setup.py", *sources]:
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def build(target: Path) -> None:
    """Install a copy of the tree into *target*; it appears there only when it is whole."""
    with tempfile.TemporaryDirectory(dir=target.parent, prefix="compiling-") as folder:
        source, installed = Path(folder, "source"), Path(folder, "installed")
        source.mkdir()
        for name in BUILT_FROM:
            if (ROOT / name).exists():
                shutil.copy(ROOT / name, source)
        for package in PACKAGES:
            shutil.copytree(ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__"))
        pip = [sys.executable, "-m", "pip", "install", "-q", "--no-build-isolation", "--no-deps", "--no-input"]
        subprocess.run([*pip, "--disable-pip-version-check", "--target", installed, source], check=True, cwd=folder)
        installed.rename(target)
