"""ZIP archives of strangers, opened with care."""

import stat
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Final

from arena.bundles.errors import BadBundle
from arena.bundles.files import MOST_FILES
from arena.escapes import cut

MOST_ENTRIES: Final = 2 * MOST_FILES  # of an archive, with folders
ACCEPTED: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
ENCRYPTED: Final = 1  # a flag of an entry
BROKEN: Final = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OverflowError, ValueError)


@contextmanager
def opened_archive(file: IO[bytes], name: str) -> Iterator[zipfile.ZipFile]:
    """Open an archive; what is wrong with it, at any time, is `BadBundle`."""
    try:
        with zipfile.ZipFile(file) as archive:
            yield archive
    except BROKEN as problem:
        raise BadBundle(f"{name}: it is no whole ZIP archive: {problem}") from None


def files_of(archive: zipfile.ZipFile) -> Iterator[zipfile.ZipInfo]:
    """Yield the files of an archive. Raises `BadBundle` for what is none."""
    if len(archive.infolist()) > MOST_ENTRIES:
        raise BadBundle(f"more than {MOST_ENTRIES:,} files and folders: at most that many are accepted")
    for entry in archive.infolist():
        name, kind = entry.filename, stat.S_IFMT(entry.external_attr >> 16)
        if entry.orig_filename != name or "\0" in name:
            raise BadBundle(f"file {cut(entry.orig_filename)!r}: this name is not accepted")
        if entry.is_dir() and not entry.file_size:
            continue
        if kind not in (0, stat.S_IFREG):
            raise BadBundle(f"file {cut(name)!r}: accepted are files and folders, neither links nor devices")
        if entry.compress_type not in ACCEPTED or entry.flag_bits & ENCRYPTED:
            raise BadBundle(f"file {cut(name)!r}: accepted are files that are stored or deflated, and not encrypted")
        yield entry
