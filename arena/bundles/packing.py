"""Pack bundles into ZIP archives, and normalize uploaded archives."""

import hashlib
import io
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final, NamedTuple

from arena.bundles.files import (
    CHUNK,
    MAX_FILES,
    BundleError,
    Names,
    check_amount,
    content_hash,
    files_in,
    hash_of,
    is_left_out,
)
from arena.bundles.manifest import Manifest, manifest_in
from arena.escapes import clip

MAX_PACKED: Final = 20 * 2**20  # bytes
PART_BYTES: Final = 2**19  # bytes of an archive per upload call, see bundles.proto
LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)  # date of all files, so that equal bundles give equal archives
EXECUTABLE: Final = 0o100755
PLAIN: Final = 0o100644
MAX_ENTRIES: Final = 2 * MAX_FILES  # maximum of entries in an archive, folders included
ACCEPTED: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
ENCRYPTED: Final = 1  # bit of an entry's flags
BROKEN: Final = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OverflowError, ValueError)


class Packed(NamedTuple):
    """A packed bundle. *hash*: of its content, in hex digits. *size*: unpacked bytes."""

    data: bytes
    hash: str
    manifest: Manifest
    files: int
    size: int


def pack(folder: Path, report: Callable[[int, int], None] = lambda done, size: None) -> Packed:
    """Pack the bundle in *folder*; call *report* with (bytes done, bytes in all). Raises `BundleError`."""
    files = files_in(folder)
    manifest = manifest_in(folder)
    size, done, target = sum(file.size for file in files), 0, io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            entry = entry_of(file.name, file.is_executable)
            entry.file_size = file.size
            with file.path.open("rb") as source, archive.open(entry, "w") as sink:
                while chunk := source.read(CHUNK):
                    sink.write(chunk)
                    done += len(chunk)
                    report(done, size)
    _check_packed(target.tell())
    return Packed(target.getvalue(), hash_of(files), manifest, len(files), size)


def entry_of(name: str, is_executable: bool) -> zipfile.ZipInfo:
    """Return a file's ZIP entry, which is the same whenever and wherever it is packed."""
    entry = zipfile.ZipInfo(name, LONG_AGO)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.create_system = 3  # always Unix, so that all machines give equal archives
    entry.external_attr = (EXECUTABLE if is_executable else PLAIN) << 16
    return entry


@contextmanager
def open_archive(file: IO[bytes], name: str) -> Iterator[zipfile.ZipFile]:
    """Open a ZIP archive; raise its errors, also those while the block runs, as `BundleError`."""
    try:
        with zipfile.ZipFile(file) as archive:
            yield archive
    except BROKEN as problem:
        raise BundleError(f"{name} is not a whole ZIP archive ({problem}); pack it again") from None


def files_of(archive: zipfile.ZipFile) -> Iterator[zipfile.ZipInfo]:
    """Yield the file entries of an archive. Raises `BundleError` for links, devices and encrypted files."""
    if len(archive.infolist()) > MAX_ENTRIES:
        raise BundleError(f"more than {MAX_ENTRIES:,} files and folders: at most that many are accepted")
    for entry in archive.infolist():
        name, kind = entry.filename, stat.S_IFMT(entry.external_attr >> 16)
        if entry.orig_filename != name or "\0" in name:
            raise BundleError(f"file {clip(entry.orig_filename)!r}: this name is not accepted")
        if entry.is_dir() and not entry.file_size:
            continue
        if kind not in (0, stat.S_IFREG):
            raise BundleError(f"file {clip(name)!r} is a link, pipe or device; replace it with a plain file")
        if entry.compress_type not in ACCEPTED or entry.flag_bits & ENCRYPTED:
            raise BundleError(
                f"file {clip(name)!r} is encrypted, or neither stored nor deflated; pack it as `zip` does"
            )
        yield entry


def normalize_archive(data: bytes) -> tuple[str, bytes]:
    """Return the content hash of the bundle in an archive, and the bundle repacked so that `unpack` accepts it.

    Removes files that `files_in` ignores, and a folder that contains all other files. Raises `BundleError`.
    """
    target, names, digests, size = io.BytesIO(), Names(), dict[str, tuple[bool, bytes]](), 0
    with open_archive(io.BytesIO(data), "the file") as archive, zipfile.ZipFile(target, "w") as tidy:
        for name, entry in sorted(_bundle_files(archive).items(), key=lambda each: each[0].encode()):
            names.add(name)
            is_executable, digest = bool(entry.external_attr >> 16 & stat.S_IXUSR), hashlib.sha256()
            with archive.open(entry) as source, tidy.open(entry_of(name, is_executable), "w") as sink:
                while chunk := source.read(CHUNK):
                    size += len(chunk)
                    check_amount(len(digests) + 1, size)
                    digest.update(chunk)
                    sink.write(chunk)
            digests[name] = is_executable, digest.digest()
    _check_packed(target.tell())
    return content_hash(digests), target.getvalue()


def _check_packed(size: int) -> None:
    if size > MAX_PACKED:
        most = f"at most {MAX_PACKED // 2**20} MB are accepted; leave out files that the bot does not read"
        raise BundleError(f"{size / 2**20:.1f} MB packed: {most}")


def _bundle_files(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """Return a bundle's entries by their paths in the bundle. Raises `BundleError` if two have the same path."""
    files = [(entry.filename, entry) for entry in files_of(archive)]
    files = [(name, entry) for name, entry in files if not any(map(is_left_out, name.split("/")))]
    if len({name.partition("/")[0] for name, _ in files}) == 1 and all("/" in name for name, _ in files):
        files = [(name.partition("/")[2], entry) for name, entry in files]
    if len(by_name := dict(files)) < len(files):
        name = next(name for name, entry in files if by_name[name] is not entry)
        raise BundleError(f"the archive has two files with the name {clip(name)!r}; remove one")
    return by_name
