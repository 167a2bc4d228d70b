"""Unpack and compare bundles in child processes with limits on memory and time."""

import asyncio
import difflib
import io
import json
import os
import resource
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from arena.bundles.files import BundleError
from arena.bundles.manifest import manifest_of
from arena.bundles.packing import normalize_archive
from arena.bundles.unpacking import Opened, unpack

MAX_DIFFS: Final = 50  # files with a diff per comparison
MAX_DIFF_CHARACTERS: Final = 20_000  # characters of the diff of one file
MAX_LINES: Final = 1_000  # a file with more lines gets no diff


class Comparison(NamedTuple):
    """The differences of a new archive from an old one.

    *changed*: (file, unified diff) in order of name. The diff is "" after the first `MAX_DIFFS` files, for a file that
    is not UTF-8, and for one of over `MAX_LINES` lines. *same*: the number of equal files.
    """

    added: list[str]
    removed: list[str]
    changed: list[tuple[str, str]]
    same: int


def compare(old: bytes, new: bytes) -> Comparison:
    """Compare two archives, with one file of each in memory at a time."""
    with zipfile.ZipFile(io.BytesIO(old)) as before, zipfile.ZipFile(io.BytesIO(new)) as after:
        old_names, new_names = ({each for each in one.namelist() if each[-1] != "/"} for one in (before, after))
        both, changed = old_names & new_names, list[tuple[str, str]]()
        for name in sorted(both):
            contents = before.read(name), after.read(name)
            if contents[0] != contents[1]:
                changed.append((name, _diff(name, *contents) if len(changed) < MAX_DIFFS else ""))
    return Comparison(sorted(new_names - old_names), sorted(old_names - new_names), changed, len(both) - len(changed))


def _diff(name: str, old: bytes, new: bytes) -> str:
    if max(old.count(b"\n"), new.count(b"\n")) > MAX_LINES:
        return ""
    try:
        before, after = old.decode().splitlines(), new.decode().splitlines()
    except UnicodeDecodeError:
        return ""
    if max(len(before), len(after)) > MAX_LINES:  # `splitlines` also splits at other characters
        return ""
    lines = difflib.unified_diff(before, after, f"{name} (old)", f"{name} (new)", lineterm="")
    return "\n".join(lines)[:MAX_DIFF_CHARACTERS]


CPU: Final = 30  # seconds of CPU time
WITHIN: Final = 120.0  # seconds of elapsed time
MEMORY: Final = 512 * 2**20  # bytes of data
OURS: Final = str(Path(__file__).resolve().parents[2])
LENGTH: Final = 8  # bytes of an encoded number
LARGEST_FILE: Final = 128 * 2**20
REFUSED: Final = 3  # exit code; standard output then has the reason


async def open_apart(data: bytes, folder: Path) -> Opened:
    """Unpack a bundle as `unpack` does, in a child process with limits. Raises `BundleError`."""
    fields = json.loads(await _apart(data, "unpack", str(folder)))
    return Opened(**fields | {"manifest": manifest_of(fields["manifest"])})


async def tidy_apart(data: bytes) -> tuple[str, bytes]:
    """Normalize an archive as `normalize_archive` does, in a child process with limits. Raises `BundleError`."""
    hash, _, archive = (await _apart(data, "tidy")).partition(b"\n")
    return hash.decode(), archive


async def compare_apart(old: bytes, new: bytes) -> Comparison:
    """Compare two archives as `compare` does, in a child process with limits. Raises `BundleError`."""
    return Comparison(*json.loads(await _apart(len(old).to_bytes(LENGTH) + old + new, "compare")))


async def _apart(data: bytes, *words: str) -> bytes:
    """Return the output of the command *words* in a child process with input *data*. Raises `BundleError`."""
    command = (sys.executable, "-P", "-m", "arena.bundles", *words)
    pipe = asyncio.subprocess.PIPE
    env = {"PYTHONPATH": OURS}
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe, env=env)
    try:
        async with asyncio.timeout(WITHIN):
            out, wrong = await process.communicate(data)
    except TimeoutError:
        raise BundleError(f"unpacking takes over {WITHIN:.0f} s; leave out files that the bot does not read") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode == REFUSED:
        raise BundleError(out.decode())
    if process.returncode:
        if b"MemoryError" in wrong or process.returncode < 0:
            raise BundleError("unpacking takes too much memory or time; leave out files that the bot does not read")
        raise RuntimeError(f"unpacking failed: {wrong.decode(errors='replace')}")
    return out


def work(words: Sequence[str]) -> int:
    """Run a command on standard input, with limits; print its result or the reason of a refusal.

    "unpack FOLDER" prints the contents as JSON. "tidy" prints the hash, then an archive. "compare" reads the length of
    an archive, then two archives, and prints a `Comparison` as JSON. Returns the exit code.
    """
    for limit, most in (
        (resource.RLIMIT_CPU, CPU),
        (resource.RLIMIT_DATA, MEMORY),
        (resource.RLIMIT_FSIZE, LARGEST_FILE),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(limit, (most, most))
    os.umask(0o022)  # seats run as other users, who have to read the files
    data = sys.stdin.buffer.read()
    try:
        match words:
            case ["tidy"]:
                hash, archive = normalize_archive(data)
                said = hash.encode() + b"\n" + archive
            case ["compare"]:
                cut = LENGTH + int.from_bytes(data[:LENGTH])
                said = json.dumps(compare(data[LENGTH:cut], data[cut:])).encode()
            case ["unpack", folder]:
                opened = unpack(data, Path(folder))
                said = json.dumps(opened._asdict() | {"manifest": opened.manifest.to_json()}).encode()
            case _:
                raise ValueError(f"{words}: unpack FOLDER, tidy, or compare")
    except BundleError as problem:
        print(problem, end="")
        return REFUSED
    sys.stdout.buffer.write(said)
    return 0
