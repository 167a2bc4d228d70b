"""Whether what was unpacked is still what its hash says: the files of its wheels too, and no others."""

import hashlib
import zipfile
from pathlib import Path

from arena.bundles.archives import files_of, opened_archive
from arena.bundles.errors import BadBundle
from arena.bundles.files import files_in, hash_of
from arena.bundles.unpacking import SITE
from arena.bundles.wheels import WHEELS, kept_of_wheel


def is_whole(folder: Path, hash: str) -> bool:
    """Return whether *folder* holds the bundle with this content hash as `unpack` left it."""
    try:
        files = files_in(folder)
        if hash_of(files) != hash:
            return False
        installed = _installed(folder)
        found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if not path.is_dir()}
        return found.keys() == {file.name for file in files} | installed.keys() and all(
            not found[name].is_symlink() and _digest(found[name]) == digest for name, digest in installed.items()
        )
    except (BadBundle, OSError, zipfile.BadZipFile):
        return False


def _installed(folder: Path) -> dict[str, bytes]:
    """Return what the wheels of a bundle install: names from *folder*, and SHA-256."""
    installed = {}
    for path in (folder / WHEELS).glob("*.whl"):
        with path.open("rb") as file, opened_archive(file, path.name) as wheel:
            for entry in files_of(wheel):
                if kept := kept_of_wheel(entry.filename):
                    with wheel.open(entry) as data:
                        installed[f"{SITE}/{kept}"] = hashlib.sha256(data.read()).digest()
    return installed


def _digest(path: Path) -> bytes:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()
