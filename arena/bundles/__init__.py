"""Read, check, pack and unpack bundles: bots submitted as folders (docs/how-to/submit-a-bot.md)."""

from arena.bundles.files import MAX_FILES, MAX_UNPACKED, BundleError, files_in
from arena.bundles.manifest import LIBRARIES, MANIFEST, Kind, Manifest, manifest_of, read_manifest
from arena.bundles.packing import MAX_PACKED, PART_BYTES, Packed, pack
from arena.bundles.sandboxed import compare_apart, open_apart, tidy_apart
from arena.bundles.unpacking import SITE, Opened, is_whole, unpack

__all__ = [
    "LIBRARIES",
    "MANIFEST",
    "MAX_FILES",
    "MAX_PACKED",
    "MAX_UNPACKED",
    "PART_BYTES",
    "SITE",
    "BundleError",
    "Kind",
    "Manifest",
    "Opened",
    "Packed",
    "compare_apart",
    "files_in",
    "is_whole",
    "manifest_of",
    "open_apart",
    "pack",
    "read_manifest",
    "tidy_apart",
    "unpack",
]
