"""Build the wheel that a user installs; lend its compiled rules core to tests and benchmarks."""

import ast
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from zipfile import ZipFile

from arena.cli.terminal.printing import waiting
from setup import compiled_sources, use_compiled

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build"
BUILT_FROM = ("setup.py", "pyproject.toml", "MANIFEST.in", "constraints.txt", "README.md", "LICENSE", "NOTICE")
PACKAGES = ("arena", "bots", "workers")
FOLDERS = (*PACKAGES, "runner", "docs", "proto")


def compiled_core() -> Path:
    """Return the folder of the compiled core; take it from the wheel unless it is there.

    The folder goes before the source tree on PYTHONPATH. It has the compiled modules, and links to
    all sources: what is not compiled may be edited, and is what runs.

    Raises:
        subprocess.CalledProcessError: the build failed; its output is on standard error.
    """
    target = BUILD / f"compiled-{sources_hash()}"
    with _locked("compiled"):
        if not target.exists():
            _unpack_modules(built_wheel(), target)
        link_sources(target)
    return target


def built_wheel() -> Path:
    """Return the compiled wheel of the tree as it is; build it, as a user does, unless it is there.

    An sdist is made, and from that the wheel, each in an environment of its own that has only what
    `[build-system]` asks for.

    Raises:
        subprocess.CalledProcessError: the build failed; its output is on standard error.
    """
    folder = BUILD / f"wheel-{_tree_hash()}"
    with _locked("wheel"):
        if not folder.exists():
            doing = "compiling the rules core, once: two to four minutes"
            print(f"{doing}; {Path(sys.prefix).name} can be used meanwhile", file=sys.stderr, flush=True)
            with waiting(doing), tempfile.TemporaryDirectory(dir=BUILD) as temporary:
                command = [sys.executable, "-P", "-m", "build", "-o", f"{temporary}/dist", str(ROOT)]
                pinned = {**os.environ, "PIP_CONSTRAINT": str(ROOT / "constraints.txt")}
                _build(command, pinned)
                Path(temporary, "dist").rename(folder)
    (wheel,) = folder.glob("*.whl")
    return wheel


def _build(command: Sequence[str], environment: dict[str, str]) -> None:
    """Run *command*, with a line a minute where no spinner is seen. Raises `CalledProcessError`."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment) as build:
        for minutes in count(1):
            try:
                if build.wait(60):
                    raise subprocess.CalledProcessError(build.returncode, command)
                return
            except subprocess.TimeoutExpired:
                if not sys.stderr.isatty():
                    print(f"  still compiling: {minutes} min", file=sys.stderr, flush=True)


@contextmanager
def _locked(what: str) -> Iterator[None]:
    BUILD.mkdir(exist_ok=True)
    with (BUILD / f"{what}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _tree_hash() -> str:
    """Return a hash of all files that a wheel is made from, and of what builds it."""
    digest = _build_hash()
    below = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if "__pycache__" not in path.parts)
    for path in sorted({*map(ROOT.joinpath, BUILT_FROM), *below}):
        if path.is_file():
            digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _build_hash() -> "hashlib._Hash":
    """Return a hash to go on with: of the interpreter, and of the flags that a user gives the compiler."""
    return hashlib.sha256(f"{sys.version} {os.environ.get('CFLAGS', '')}".encode())


def _unpack_modules(wheel: Path, target: Path) -> None:
    """Unpack the compiled modules of *wheel*; *target* appears only when it is whole."""
    with tempfile.TemporaryDirectory(dir=BUILD) as folder, ZipFile(wheel) as packed:
        modules = [name for name in packed.namelist() if name.endswith(".so")]
        assert modules, f"{wheel.name} has no compiled modules: the compiler's message is above"
        packed.extractall(Path(folder, "modules"), modules)
        Path(folder, "modules").rename(target)


def sources_hash() -> str:
    """Return a hash of all that the compiled core depends on.

    What is compiled, modules whose names that uses, and how it is built.
    """
    digest = _build_hash()
    for path in [ROOT / "setup.py", ROOT / "constraints.txt", *sorted(compiled_from())]:
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def compiled_from() -> set[Path]:
    """Return the compiled modules, and those they import.

    A constant of an imported module is compiled in. A package's `__init__.py` passes names on, so
    what it imports is imported too.
    """
    compiled = {ROOT / path for path in compiled_sources()}
    modules, left = set[Path](), set(compiled)
    while left:
        path = left.pop()
        modules.add(path)
        if path in compiled or path.name == "__init__.py":
            left.update(module for module in imported_by(path) if module not in modules)
    return modules


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
    use_compiled(compiled_core, compiled_from) if sys.argv[1:] else compiled_core()
