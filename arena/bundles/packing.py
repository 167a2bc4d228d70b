"""Pack a folder into an archive, always the same one."""

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from arena.bundles.errors import BadBundle
from arena.bundles.files import CHUNK, files_in, hash_of
from arena.bundles.manifest import MANIFEST, Manifest, read_manifest

MOST_PACKED: Final = 20 * 2**20  # bytes
LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)  # the same in every archive
EXECUTABLE: Final = 0o100755
PLAIN: Final = 0o100644


class Packed(NamedTuple):
    """An archive, and what is in it; *size* in bytes, unpacked."""

    data: bytes
    hash: str
    manifest: Manifest
    files: int
    size: int


def pack(folder: Path, told: Callable[[int, int], None] = lambda done, size: None) -> Packed:
    """Pack the bundle in *folder*; *told* hears of bytes done and bytes in all.

    Raises `BadBundle`.
    """
    files = files_in(folder)
    manifest = _manifest_of(folder)
    size, done, target = sum(file.size for file in files), 0, io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            entry = entry_of(file.name, file.is_executable)
            entry.file_size = file.size
            with file.path.open("rb") as source, archive.open(entry, "w") as sink:
                while chunk := source.read(CHUNK):
                    sink.write(chunk)
                    done += len(chunk)
                    told(done, size)
    if target.tell() > MOST_PACKED:
        raise BadBundle(
            f"{target.tell() / 2**20:.1f} MB packed: at most {MOST_PACKED // 2**20} MB are accepted; leave out what"
            " the bot does not read"
        )
    return Packed(target.getvalue(), hash_of(files), manifest, len(files), size)


def entry_of(name: str, is_executable: bool) -> zipfile.ZipInfo:
    """Return a file's entry, the same whenever and wherever it is packed."""
    entry = zipfile.ZipInfo(name, LONG_AGO)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.create_system = 3  # Unix, wherever it is packed
    entry.external_attr = (EXECUTABLE if is_executable else PLAIN) << 16
    return entry


def _manifest_of(folder: Path) -> Manifest:
    try:
        text = (folder / MANIFEST).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadBundle(f"{folder}: it has no {MANIFEST}, which says how the bot is started") from None
    except (OSError, UnicodeDecodeError) as problem:
        raise BadBundle(f"{MANIFEST}: it cannot be read: {problem}") from None
    return read_manifest(text)
