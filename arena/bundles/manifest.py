"""Read a bundle's manifest, `bot.toml`: how the bot is started, its variants, its needs."""

import json
import re
import tomllib
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final

from arena.bundles.files import BundleError
from arena.escapes import clip
from arena.rules import VARIANTS

MANIFEST: Final = "bot.toml"
MAX_CHARACTERS: Final = 10_000
LIBRARIES: Final = ("numpy",)  # accepted in addition to the standard library and the kit
USUAL_MEMORY_MIB: Final = 256
LEAST_MEMORY_MIB: Final = 16
MAX_MEMORY_MIB: Final = 1024
ENTRY: Final = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*", re.ASCII)
MEMORY: Final = re.compile(r"(\d{1,6}) ?(MB|GB)")
KEYS: Final = ("kind", "entry", "variants", "memory", "libraries")


class Kind(Enum):
    """How a bundle's bot is started."""

    PYTHON = "python"
    EXECUTABLE = "executable"


@dataclass(frozen=True)
class Manifest:
    """The contents of `bot.toml`. *entry*: "module:Class", or the path of an executable."""

    kind: Kind
    entry: str
    variants: tuple[str, ...]
    memory_mib: int = USUAL_MEMORY_MIB
    libraries: tuple[str, ...] = ()

    def to_json(self) -> str:
        """Return the manifest as JSON, as it is stored and sent."""
        return json.dumps(asdict(self), default=lambda kind: kind.value)

    @property
    def module(self) -> str:
        """Return the module of a Python bot's entry."""
        return self.entry.partition(":")[0]


def manifest_in(folder: Path) -> Manifest:
    """Read the manifest in a bundle's folder. Raises `BundleError`."""
    try:
        return read_manifest((folder / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BundleError(f"it has no {MANIFEST}, which says how the bot is started") from None
    except UnicodeDecodeError:
        raise BundleError(f"{MANIFEST}: it is not UTF-8") from None
    except OSError as problem:
        raise BundleError(f"{MANIFEST}: it cannot be read: {problem}") from None


def read_manifest(text: str) -> Manifest:
    """Read a manifest from its TOML text. Raises `BundleError`."""
    if len(text) > MAX_CHARACTERS:
        raise BundleError(f"{MANIFEST}: {len(text):,} characters, at most {MAX_CHARACTERS:,} are accepted")
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as problem:  # a number of 5,000 digits is a ValueError too
        raise BundleError(f"{MANIFEST}: it is not TOML: {str(problem)[:200]}") from None
    if unknown := sorted(set(table) - set(KEYS)):
        raise BundleError(f"{MANIFEST}: {_cut(unknown[0])} given, accepted: {', '.join(KEYS)}")
    kind = _kind(table.get("kind", Kind.PYTHON.value))
    libraries = _texts(table, "libraries", LIBRARIES, "any")
    if kind is Kind.EXECUTABLE and libraries:
        raise BundleError(f"{MANIFEST}: libraries are for Python: an executable brings what it needs")
    return Manifest(
        kind,
        _entry(table.get("entry"), kind),
        _texts(table, "variants", tuple(VARIANTS), "at least one"),
        _memory(table.get("memory", f"{USUAL_MEMORY_MIB} MB")),
        libraries,
    )


def manifest_of(text: str) -> Manifest:
    """Read a manifest from the output of `Manifest.to_json`."""
    table = json.loads(text)
    lists = {name: tuple(table[name]) for name in ("variants", "libraries")}
    return Manifest(**{**table, **lists, "kind": Kind(table["kind"])})


def _kind(given: Any) -> Kind:
    try:
        return Kind(given)
    except ValueError:
        accepted = ", ".join(f'"{each.value}"' for each in Kind)
        raise BundleError(f"{MANIFEST}: kind = {_cut(given)} given, accepted: {accepted}") from None


def _entry(given: Any, kind: Kind) -> str:
    if kind is Kind.PYTHON and not (isinstance(given, str) and ENTRY.fullmatch(given)):
        raise BundleError(f'{MANIFEST}: entry = {_cut(given)} is malformed; give "MODULE:CLASS", as in "my_bot:MyBot"')
    if not isinstance(given, str) or not given:
        raise BundleError(f"{MANIFEST}: entry = {_cut(given)} is not a path; give that of an executable in the folder")
    return given


def _texts(table: dict[str, Any], key: str, accepted: tuple[str, ...], least: str) -> tuple[str, ...]:
    """Return the list *key* of the manifest. Raises `BundleError` for repeated or unknown names."""
    given = table.get(key, [])
    if not isinstance(given, list) or (not given and least != "any"):
        raise BundleError(
            f"{MANIFEST}: {key} = {_cut(given)} is malformed; give a list of {least} of: {', '.join(accepted)}"
        )
    for name in given:
        if name not in accepted:
            raise BundleError(f"{MANIFEST}: {key}: {_cut(name)} given, accepted: {', '.join(accepted)}")
    if len(set(given)) < len(given):
        raise BundleError(f"{MANIFEST}: {key}: one is listed twice; remove one")
    return tuple(given)


def _memory(given: Any) -> int:
    match = MEMORY.fullmatch(given) if isinstance(given, str) else None
    mib = int(match[1]) * (1024 if match[2] == "GB" else 1) if match else 0
    if not LEAST_MEMORY_MIB <= mib <= MAX_MEMORY_MIB:
        accepted = f'"{LEAST_MEMORY_MIB} MB" to "{MAX_MEMORY_MIB // 1024} GB"'
        raise BundleError(f"{MANIFEST}: memory = {_cut(given)} is malformed or out of range; give {accepted}")
    return mib


def _cut(given: Any) -> str:
    return clip(repr(given))
