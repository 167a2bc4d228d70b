"""Build the rules core compiled by mypyc, for tests and benchmarks.

Once for what it is compiled from.
"""

import ast
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from setup import compiled_sources

ROOT = Path(__file__).resolve().parents[1]
BUILT_FROM = ("setup.py", "pyproject.toml", "README.md", "LICENSE", "NOTICE")
PACKAGES = ("arena", "bots", "workers")


def compiled_core() -> Path:
    """Build the compiled core unless it is there; return its folder.

    The folder goes before the source tree on PYTHONPATH. It has the compiled modules, and links to
    all sources: what is not compiled may be edited, and is what runs.

    Raises:
        subprocess.CalledProcessError: the build failed; pip's output is on standard error.
    """
    target = ROOT / "build" / f"compiled-{sources_hash()}"
    target.parent.mkdir(exist_ok=True)
    with (target.parent / "compiled.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.exists():
            build(target)
        link_sources(target)
    return target


def sources_hash() -> str:
    """Return a hash of all that the compiled core depends on.

    What is compiled, modules whose names that uses, how it is built, and the interpreter.
    """
    digest = hashlib.sha256(f"{sys.version} mypy {version('mypy')}".encode())
    for path in [ROOT / "setup.py", *sorted(compiled_from())]:
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def compiled_from() -> set[Path]:
    """Return the compiled modules, and those they import.

    A constant of an imported module is compiled in. A package's `__init__.py` passes names on, so
    what it imports is imported too.
    """
    compiled = {ROOT / path for path in compiled_sources()}
    found, left = set[Path](), set(compiled)
    while left:
        path = left.pop()
        found.add(path)
        if path in compiled or path.name == "__init__.py":
            left.update(module for module in imported_by(path) if module not in found)
    return found


def imported_by(path: Path) -> Iterator[Path]:
    """The modules of ours that *path* imports, or imports from."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}", *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            module = ROOT.joinpath(*name.split("."))
            if name.partition(".")[0] in PACKAGES:
                yield from filter(Path.exists, (module.with_suffix(".py"), module / "__init__.py"))


def build(target: Path) -> None:
    """Compile a copy of the tree and keep the compiled modules.

    *target* appears only when it is whole.
    """
    print("compiling the rules core for tests and benchmarks, once: a minute or two", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix="compiling-") as folder:
        source, installed, compiled = (Path(folder, name) for name in ("source", "installed", "compiled"))
        source.mkdir()
        for name in BUILT_FROM:
            if (ROOT / name).exists():
                shutil.copy(ROOT / name, source)
        for package in PACKAGES:
            shutil.copytree(ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__"))
        pip = [sys.executable, "-m", "pip", "install", "-q", "--no-build-isolation", "--no-deps", "--no-input"]
        subprocess.run([*pip, "--disable-pip-version-check", "--target", installed, source], check=True, cwd=folder)
        compiled.mkdir()
        for module in installed.rglob("*.so"):
            kept = compiled / module.relative_to(installed)
            kept.parent.mkdir(parents=True, exist_ok=True)
            module.rename(kept)
        compiled.rename(target)


def link_sources(target: Path) -> None:
    """Link all sources beside the compiled modules.

    Python takes the compiled ones first.
    """
    for package in PACKAGES:
        for path in sources(ROOT / package):
            link = target / path.relative_to(ROOT)
            if path.is_dir() and link.is_dir() and not link.is_symlink():
                shutil.rmtree(link)  # it had modules once
            if not os.path.lexists(link):
                link.parent.mkdir(parents=True, exist_ok=True)
                link.symlink_to(path)


def sources(folder: Path) -> Iterator[Path]:
    """The files below *folder*; for a folder without modules, as of static files, itself.

    The page serves no file whose link leads out of the folder.
    """
    for path in folder.iterdir():
        if path.is_dir() and any(path.rglob("*.py")):
            yield from sources(path)
        elif path.name != "__pycache__":
            yield path


if __name__ == "__main__":
    compiled_core()
