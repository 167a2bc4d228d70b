"""Unpack bundles and their wheels, with limits on files and bytes."""

import hashlib
import io
import os
import re
import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from arena.bundles.files import CHUNK, BundleError, Names, check_amount, content_hash, digest_of, files_in, hash_of
from arena.bundles.manifest import MANIFEST, Kind, Manifest, manifest_in
from arena.bundles.packing import MAX_PACKED, files_of, open_archive

WHEELS: Final = "wheels"  # the folder of a bundle that contains its wheels
# PEP 427: name-version(-build)?-python-abi-platform.whl
PURE: Final = re.compile(r"[\w.]+-[\w.!+]+(-\d[\w.]*)?-(py3|py2\.py3)-none-any\.whl", re.ASCII)
SITE: Final = ".site"  # the folder in which wheels are unpacked, next to the bundle's own files
ELF: Final = b"\x7fELF"
DATA: Final = re.compile(r"[^/]+\.data/(purelib|platlib)/(.+)")


def installed_name(name: str) -> str:
    """Return where a wheel's file is installed; "" if it is not installed.

    Not installed are `.pth` files, which Python would run when it starts, and scripts, headers and data below
    `NAME.data`.
    """
    if name.endswith(".pth"):
        return ""
    if not name.partition("/")[0].endswith(".data"):
        return name
    match = DATA.fullmatch(name)
    return match[2] if match else ""


class Opened(NamedTuple):
    """The contents of an unpacked bundle. *size*: bytes of its *files* files, without unpacked wheels."""

    hash: str
    manifest: Manifest
    files: int
    size: int


def unpack(data: bytes, folder: Path) -> Opened:
    """Unpack a bundle into *folder*, which exists and is empty.

    Files become read-only. Wheels are unpacked below `SITE`. Raises `BundleError`; files written so far then stay.
    """
    if len(data) > MAX_PACKED:
        raise BundleError(f"{len(data):,} bytes packed: at most {MAX_PACKED:,} are accepted")
    target = _Target(folder)
    with open_archive(io.BytesIO(data), "the bundle") as archive:
        for entry in files_of(archive):
            target.take(archive, entry, entry.filename)
        opened = target.opened()
    for name in target.wheels:
        for wheel, entry, kept in _wheel_files(folder / name, name):
            target.install(wheel, entry, kept)
    return opened


class _Target:
    """The folder into which a bundle is unpacked, with the files written so far."""

    def __init__(self, folder: Path) -> None:
        self.wheels: list[str] = []
        self._folder = folder
        self._names, self._installed = Names(), Names()
        self._digests: dict[str, tuple[bool, bytes]] = {}
        self._files = 0
        self._size = 0

    def take(self, archive: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str) -> None:
        """Write a file of the bundle to its path *name*. Raises `BundleError`."""
        self._names.add(name)
        folder, _, file = name.rpartition("/")
        if folder == WHEELS:
            if not PURE.fullmatch(file):
                accepted = "a wheel of pure Python, NAME-VERSION-py3-none-any.whl"
                raise BundleError(f"{name} is not {accepted}; put compiled code into an executable")
            self.wheels.append(name)
        is_executable = bool(entry.external_attr >> 16 & stat.S_IXUSR)
        self._digests[name] = is_executable, self._write(archive, entry, self._folder / name, is_executable)

    def install(self, archive: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str) -> None:
        """Write a file of a wheel to its path *name* below `SITE`. Raises `BundleError`."""
        self._installed.add(name)
        self._write(archive, entry, self._folder / SITE / name, is_executable=False)

    def opened(self) -> Opened:
        """Return the contents of the complete bundle. Raises `BundleError`."""
        manifest = manifest_in(self._folder)
        self._check_entry(manifest)
        return Opened(content_hash(self._digests), manifest, self._files, self._size)

    def _check_entry(self, manifest: Manifest) -> None:
        if manifest.kind is Kind.PYTHON:
            path = manifest.module.replace(".", "/")
            source = f"{path}.py" if f"{path}.py" in self._digests else f"{path}/__init__.py"
            if source not in self._digests:
                raise BundleError(f"{MANIFEST}: entry = {manifest.entry!r}: the folder has no {path}.py")
            text, name = (self._folder / source).read_text(errors="replace"), manifest.entry.partition(":")[2]
            if not re.search(rf"\b{name}\b|import \*", text):
                raise BundleError(
                    f"{MANIFEST}: entry = {manifest.entry!r}: {source} has no class {name}; correct the name"
                )
            return
        is_executable, _ = self._digests.get(manifest.entry, (False, b""))
        if not is_executable:
            raise BundleError(f"{MANIFEST}: entry = {manifest.entry!r}: the folder has no such executable file")
        with (self._folder / manifest.entry).open("rb") as file:
            if file.read(len(ELF)) != ELF:
                raise BundleError(f"{MANIFEST}: {manifest.entry!r} is not an ELF executable; build it for Linux")

    def _write(self, archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: Path, is_executable: bool) -> bytes:
        """Write one file within the limits, whatever size its header gives; return its SHA-256."""
        self._files += 1
        digest = hashlib.sha256()
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = 0o555 if is_executable else 0o444
        with (
            archive.open(entry) as source,
            open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as sink,
        ):
            while chunk := source.read(CHUNK):
                self._size += len(chunk)
                check_amount(self._files, self._size)
                digest.update(chunk)
                sink.write(chunk)
        return digest.digest()


def _wheel_files(path: Path, name: str) -> Iterator[tuple[zipfile.ZipFile, zipfile.ZipInfo, str]]:
    """Yield (wheel, entry, installed name) for each file of a wheel that is installed."""
    with path.open("rb") as file, open_archive(file, name) as wheel:
        for entry in files_of(wheel):
            if kept := installed_name(entry.filename):
                yield wheel, entry, kept


def is_whole(folder: Path, hash: str) -> bool:
    """Return whether *folder* has exactly the files that `unpack` wrote for this content hash."""
    try:
        files = files_in(folder)
        if hash_of(files) != hash:
            return False
        installed = {}
        for wheel in (folder / WHEELS).glob("*.whl"):
            for archive, entry, kept in _wheel_files(wheel, wheel.name):
                with archive.open(entry) as data:
                    installed[f"{SITE}/{kept}"] = hashlib.sha256(data.read()).digest()
        paths = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if not path.is_dir()}
        return paths.keys() == {file.name for file in files} | installed.keys() and all(
            not paths[name].is_symlink() and digest_of(paths[name]) == digest for name, digest in installed.items()
        )
    except (BundleError, OSError, zipfile.BadZipFile):
        return False
