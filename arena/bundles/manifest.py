"""A bundle's manifest, `bot.toml`: how it is started, its variants, its needs."""

import json
import re
import tomllib
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any, Final

from arena.bundles.files import BadBundle
from arena.escapes import cut
from arena.rules import VARIANTS

MANIFEST: Final = "bot.toml"
MOST_CHARACTERS: Final = 10_000
LIBRARIES: Final = ("numpy",)  # beside the standard library and the kit
USUAL_MEMORY_MIB: Final = 256
LEAST_MEMORY_MIB: Final = 16
MOST_MEMORY_MIB: Final = 1024
ENTRY: Final = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*", re.ASCII)
MEMORY: Final = re.compile(r"(\d{1,6}) ?(MB|GB)")
KEYS: Final = ("kind", "entry", "variants", "memory", "libraries")


class Kind(Enum):
    """How a bundle is started."""

    PYTHON = "python"
    EXECUTABLE = "executable"


@dataclass(frozen=True)
class Manifest:
    """The contents of `bot.toml`; *entry* is "module:Class", or the path of an executable."""

    kind: Kind
    entry: str
    variants: tuple[str, ...]
    memory_mib: int = USUAL_MEMORY_MIB
    libraries: tuple[str, ...] = ()

    def to_json(self) -> str:
        """Return it as it is stored and sent."""
        return json.dumps(asdict(self), default=lambda kind: kind.value)

    @property
    def module(self) -> str:
        """Return the module's name of a Python entry."""
        return self.entry.partition(":")[0]


def read_manifest(text: str) -> Manifest:
    """Read a manifest. Raises `BadBundle`."""
    if len(text) > MOST_CHARACTERS:
        raise BadBundle(f"{MANIFEST}: {len(text):,} characters, at most {MOST_CHARACTERS:,} are accepted")
    try:
        told = tomllib.loads(text)
    except (ValueError, RecursionError) as problem:  # a number of 5,000 digits is a ValueError too
        raise BadBundle(f"{MANIFEST}: it is not TOML: {str(problem)[:200]}") from None
    if unknown := sorted(set(told) - set(KEYS)):
        raise BadBundle(f"{MANIFEST}: {_cut(unknown[0])} given, accepted: {', '.join(KEYS)}")
    kind = _kind(told.get("kind", Kind.PYTHON.value))
    libraries = _texts(told, "libraries", LIBRARIES, "none")
    if kind is Kind.EXECUTABLE and libraries:
        raise BadBundle(f"{MANIFEST}: libraries are for Python: an executable brings what it needs")
    return Manifest(
        kind,
        _entry(told.get("entry"), kind),
        _texts(told, "variants", tuple(VARIANTS), "at least one"),
        _memory(told.get("memory", f"{USUAL_MEMORY_MIB} MB")),
        libraries,
    )


def manifest_of(text: str) -> Manifest:
    """Read the output of `Manifest.to_json`."""
    told = json.loads(text)
    lists = {name: tuple(told[name]) for name in ("variants", "libraries")}
    return Manifest(**{**told, **lists, "kind": Kind(told["kind"])})


def _kind(given: Any) -> Kind:
    try:
        return Kind(given)
    except ValueError:
        accepted = ", ".join(f'"{each.value}"' for each in Kind)
        raise BadBundle(f"{MANIFEST}: kind = {_cut(given)} given, accepted: {accepted}") from None


def _entry(given: Any, kind: Kind) -> str:
    if kind is Kind.PYTHON and not (isinstance(given, str) and ENTRY.fullmatch(given)):
        raise BadBundle(f'{MANIFEST}: entry = {_cut(given)} given, accepted is "MODULE:CLASS", as in "my_bot:MyBot"')
    if not isinstance(given, str) or not given:
        raise BadBundle(
            f"{MANIFEST}: entry = {_cut(given)} given, accepted is the path of the executable in the folder"
        )
    return given


def _texts(told: dict[str, Any], key: str, accepted: tuple[str, ...], least: str) -> tuple[str, ...]:
    """Return a list of names, each at most once."""
    given = told.get(key, [])
    if not isinstance(given, list) or (not given and least != "none"):
        raise BadBundle(
            f"{MANIFEST}: {key} = {_cut(given)} given, accepted is a list, {least} of: {', '.join(accepted)}"
        )
    for name in given:
        if name not in accepted:
            raise BadBundle(f"{MANIFEST}: {key}: {_cut(name)} given, accepted: {', '.join(accepted)}")
    if len(set(given)) < len(given):
        raise BadBundle(f"{MANIFEST}: {key}: each is named once")
    return tuple(given)


def _memory(given: Any) -> int:
    found = MEMORY.fullmatch(given) if isinstance(given, str) else None
    mib = int(found[1]) * (1024 if found[2] == "GB" else 1) if found else 0
    if not LEAST_MEMORY_MIB <= mib <= MOST_MEMORY_MIB:
        raise BadBundle(
            f'{MANIFEST}: memory = {_cut(given)} given, accepted is "{LEAST_MEMORY_MIB} MB" to'
            f' "{MOST_MEMORY_MIB // 1024} GB"'
        )
    return mib


def _cut(given: Any) -> str:
    return cut(repr(given))
