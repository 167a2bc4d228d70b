"""Names of files that a bundle may have: the same file on every machine, and inside the bundle."""

import unicodedata
from typing import Final

from arena.bundles.errors import BadBundle
from arena.escapes import cut

LONGEST_PATH: Final = 200  # characters
LONGEST_PART: Final = 100
LONGEST_IN_BYTES: Final = 255  # of a part: more has no file system
DEEPEST: Final = 12  # folders
FORBIDDEN: Final = frozenset('\\:*?"<>|')  # some systems give them a meaning


class Names:
    """The names met so far, so that no two are the same on any machine."""

    def __init__(self) -> None:
        self._files: set[str] = set()
        self._folders: set[str] = set()

    def add(self, name: str) -> None:
        """Take the name of one more file. Raises `BadBundle`."""
        check_name(name)
        alike = name.casefold()
        parts = alike.split("/")
        folders = {"/".join(parts[:depth]) for depth in range(1, len(parts))}
        if alike in self._files or alike in self._folders or folders & self._files:
            raise BadBundle(f"file {cut(name)!r}: another file or folder has that name, upper and lower case being one")
        self._files.add(alike)
        self._folders |= folders


def check_name(name: str) -> None:
    """Check a file's name, relative to its bundle. Raises `BadBundle`."""
    parts = name.split("/")
    if name.startswith("/") or any(part in ("", ".", "..") for part in parts):
        raise BadBundle(f"file {cut(name)!r}: its name leads out of the folder, or is empty in places")
    if len(name) > LONGEST_PATH or len(parts) > DEEPEST or max(map(len, parts)) > LONGEST_PART:
        raise BadBundle(
            f"file {cut(name)!r}: a path has at most {LONGEST_PATH} characters and {DEEPEST} parts of {LONGEST_PART}"
        )
    if max(len(part.encode(errors="surrogatepass")) for part in parts) > LONGEST_IN_BYTES:
        raise BadBundle(f"file {cut(name)!r}: a part of its name has more than {LONGEST_IN_BYTES} bytes in UTF-8")
    if any(not each.isprintable() or each in FORBIDDEN for each in name):
        raise BadBundle(f"file {cut(name)!r}: accepted are printable characters but {' '.join(sorted(FORBIDDEN))}")
    if unicodedata.normalize("NFC", name) != name:
        raise BadBundle(f"file {cut(name)!r}: write its name in Unicode's composed form (NFC)")
    if any(part.startswith(".") or part != part.strip(" .") for part in parts):
        raise BadBundle(f"file {cut(name)!r}: no part of a name begins or ends with a point or a blank")
