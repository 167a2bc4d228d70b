"""Identify a bot's program by a hash of its source files."""

import hashlib
import re
import shutil
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import bots
from bots.sdk.bot.parsing import UserError

ACCEPTED: Final = re.compile(r"[ -~]{0,128}")
INSTALLED: Final = ("site-packages", "dist-packages")
OURS: Final = ("arena", "bots")


def check_build_name(given: str) -> str:
    """Return the build name *given* with `--build`. Raises `UserError` if it is invalid."""
    if not ACCEPTED.fullmatch(given):
        raise UserError(f"--build {given!r} is too long or not ASCII; give at most 128 printable characters of ASCII")
    return given


def build_of_main() -> str:
    """Return a SHA-256 of the running program, as 64 hex digits.

    The hash covers the file that runs and the modules loaded from its folder, but no data files and no installed
    packages. The result is "" for the house bots, which belong to a release, and if no file runs.
    """
    main = getattr(sys.modules["__main__"], "__file__", None)
    if main is None or Path(main).resolve().is_relative_to(Path(bots.__file__).resolve().parent):
        return ""
    digest = hashlib.sha256()
    for path in sorted({Path(main).resolve(), *_neighbours(Path(main).resolve().parent)}):
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def build_of_files(words: Sequence[str]) -> str:
    """Return a SHA-256, as hex digits, of a command's *words* and of the files that the words name."""
    digest = hashlib.sha256("\0".join(words).encode())
    for word in words:
        path = Path(shutil.which(word) or word)
        if path.is_file():
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _neighbours(folder: Path) -> Iterator[Path]:
    python = Path(sysconfig.get_path("stdlib")).resolve()
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file is None or name.split(".")[0] in OURS or name.endswith("__mypyc"):
            continue
        path = Path(file).resolve()
        is_theirs = path.is_relative_to(folder) and not path.is_relative_to(python) and not {*INSTALLED} & {*path.parts}
        if is_theirs and path.is_file():
            yield path
