"""Bots and callers in other languages, made ready in `build/tongues` once."""

import fcntl
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parents[2]
CALLERS = ROOT / "tests" / "gateway" / "foreign"
EXAMPLES = ROOT / "bots" / "examples"
BUILD = ROOT / "build" / "tongues"
NPM: Final = ("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")


def node_bot() -> list[str]:
    """Return the command that runs a copy of the JavaScript bot: `npm install` leaves the checkout as it is.

    Raises `FileNotFoundError` without npm on the PATH, `CalledProcessError` if it fails.
    """
    folder = BUILD / "node" / "bots" / "examples" / "node"  # as deep as it was: the bot looks for `proto` from there
    with _locked("node"):
        installed = folder / "package.json"
        package = (EXAMPLES / "node" / "package.json").read_text()
        was_installed = (folder / "node_modules" / "installed").exists() and installed.read_text() == package
        _copy(ROOT / "proto", BUILD / "node" / "proto")
        _copy(EXAMPLES / "node", folder)
        if not was_installed:
            subprocess.run(NPM, cwd=folder, check=True)
            (folder / "node_modules" / "installed").touch()
    return ["node", str(folder / "bot.js")]


def node_caller() -> list[str]:
    """Return the command that calls by the bot's grpc-js. Raises what `node_bot` raises."""
    script = Path(node_bot()[1]).with_name("puppet.js")
    with _locked("node"):
        _replace(str(CALLERS / "puppet.js"), str(script))
    return ["node", str(script)]


def _copy(source: Path, target: Path) -> None:
    """Copy a folder, each file at once: a bot that is started meanwhile reads no half of a file."""
    ignored = shutil.ignore_patterns("node_modules", "__pycache__")
    shutil.copytree(source, target, dirs_exist_ok=True, ignore=ignored, copy_function=_replace)


def _replace(source: str, target: str) -> None:
    shutil.copy2(source, f"{target}.new")
    os.replace(f"{target}.new", target)


def cpp_bot() -> list[str]:
    """Return the command that runs the C++ bot, built by CMake.

    Raises `FileNotFoundError` without cmake on the PATH, `CalledProcessError` without a compiler or a library.
    """
    return [_built("cpp", EXAMPLES / "cpp", "arena-bot")]


def cpp_bundle() -> Path:
    """The folder of the C++ bot for submission. Raises what `cpp_bot` raises."""
    return Path(_built("cpp", EXAMPLES / "cpp", "submitted/submitted-bot")).parent


def cpp_caller() -> list[str]:
    """The command that calls by gRPC C++. Raises what `cpp_bot` raises."""
    return [_built("cpp-caller", CALLERS, "puppet")]


def _built(name: str, source: Path, program: str) -> str:
    folder = BUILD / name
    with _locked(name):
        quick = "-DCMAKE_CXX_FLAGS_RELEASE=-O0"  # to compile; a bot under test has time to think
        subprocess.run(["cmake", quick, "-S", source, "-B", folder], check=True)
        subprocess.run(["cmake", "--build", folder, "--parallel", str(os.cpu_count())], check=True)
    return str(folder / program)


@contextmanager
def _locked(name: str) -> Iterator[None]:
    """Test processes side by side make a bot ready one after another."""
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
