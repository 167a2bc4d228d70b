"""Bundles to test with."""

import io
import stat
import zipfile
from collections.abc import Mapping
from pathlib import Path

MANIFEST = 'entry = "my_bot:MyBot"\nvariants = ["spades-4"]\n'
GOOD = {"bot.toml": MANIFEST, "my_bot.py": "class MyBot: ...\n"}


def folder_of(parent: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write a folder of *files*; those whose names end in `.elf` are executable."""
    folder = parent / "bot"
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        if name.endswith(".elf"):
            path.chmod(0o755)
    return folder


def zipped(files: Mapping[str, str | bytes], **attributes: int) -> bytes:
    """Return an archive of *files*; *attributes* are set on each entry."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (stat.S_IFREG | (0o755 if name.endswith(".elf") else 0o644)) << 16
            for attribute, value in attributes.items():
                setattr(entry, attribute, value)
            archive.writestr(entry, data)
    return target.getvalue()
