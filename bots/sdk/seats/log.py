"""The decision log's file, which begins anew when it is large."""

import os
from pathlib import Path
from typing import Final

MB: Final = 1_000_000


class Log:
    """Appends lines to *path*; at *limit* bytes what there is becomes `PATH.1`, in place of the one before.

    So both together hold the last *limit* bytes at least, and twice as many at most. Several processes may append to
    one: each goes on in the new file once another has put the old one away.
    """

    def __init__(self, path: Path, limit: int) -> None:
        """Open the file. Raises `OSError`."""
        self._path = path
        self._limit = limit
        self._open()

    def write(self, line: str) -> None:
        """Write a line. Raises `OSError` with the path in it."""
        if self._file.tell() + len(line.encode()) > self._limit and self._file.tell():
            if self._is_still_here():
                self._path.replace(self._path.with_name(f"{self._path.name}.1"))
            self._file.close()
            self._open()
        try:
            self._file.write(line)
        except OSError as error:
            error.filename = str(self._path)
            raise

    def _open(self) -> None:
        self._file = self._path.open("a", encoding="utf-8", buffering=1)
        self._file.seek(0, os.SEEK_END)

    def _is_still_here(self) -> bool:
        """Return whether the open file is still the one that others find."""
        try:
            return os.path.samestat(os.fstat(self._file.fileno()), self._path.stat())
        except FileNotFoundError:
            return False
