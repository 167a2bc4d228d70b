"""Make a bundle of a ZIP archive as people make them."""

import hashlib
import io
import stat
import zipfile

from arena.bundles.archives import files_of, opened_archive
from arena.bundles.errors import BadBundle
from arena.bundles.files import CHUNK, ContentHash, check_amount, is_left_out
from arena.bundles.names import Names
from arena.bundles.packing import MOST_PACKED, entry_of


def tidied(data: bytes) -> tuple[str, bytes]:
    """Return the hash of the bundle in an archive, and an archive of it that `unpack` takes.

    What `files_in` leaves out of a folder is left out of the archive too, and so is a folder around
    all the rest. Raises `BadBundle`.
    """
    target, names, digests, size = io.BytesIO(), Names(), dict[str, tuple[bool, bytes]](), 0
    with opened_archive(io.BytesIO(data), "the file") as archive, zipfile.ZipFile(target, "w") as tidy:
        for name, entry in sorted(_kept(archive).items(), key=lambda each: each[0].encode()):
            names.add(name)
            is_executable, digest = bool(entry.external_attr >> 16 & stat.S_IXUSR), hashlib.sha256()
            with archive.open(entry) as source, tidy.open(entry_of(name, is_executable), "w") as sink:
                while chunk := source.read(CHUNK):
                    size += len(chunk)
                    check_amount(len(digests) + 1, size)
                    digest.update(chunk)
                    sink.write(chunk)
            digests[name] = is_executable, digest.digest()
    if target.tell() > MOST_PACKED:
        raise BadBundle(f"{target.tell() / 2**20:.1f} MB packed: at most {MOST_PACKED // 2**20} MB are accepted")
    whole = ContentHash()
    for name, found in digests.items():
        whole.add(name, *found)
    return whole.hexdigest(), target.getvalue()


def _kept(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """Return the files that belong to the bundle, by their names in it. Raises `BadBundle` for two of one name."""
    found = [(entry.filename, entry) for entry in files_of(archive)]
    kept = [(name, entry) for name, entry in found if not any(map(is_left_out, name.split("/")))]
    if len({name.partition("/")[0] for name, _ in kept}) == 1 and all("/" in name for name, _ in kept):
        kept = [(name.partition("/")[2], entry) for name, entry in kept]
    if len(by_name := dict(kept)) < len(kept):
        raise BadBundle("two files of the archive have the same name")
    return by_name
