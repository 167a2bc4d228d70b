"""Rows of bundles, frozen."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class BundleRow:
    """A version that was handed in; *manifest* is JSON, *hash* of its content."""

    version_id: int
    bot: str  # "name@version"
    owner_id: int
    hash: bytes
    manifest: str
    variants: list[str]
    memory_mib: int
    packed_bytes: int
    state: str
    reason: str
    submitted: datetime
    decided: datetime | None


@dataclass(frozen=True)
class WantedBundle:
    """A version that a runner is to hold, or to check."""

    version_id: int
    bot: str
    hash: bytes
    manifest: str
    variants: list[str]
    memory_mib: int


@dataclass(frozen=True)
class SeatLogRow:
    """What a seat's process printed; *ending* is "" where its game was played out."""

    id: int
    seat_id: int
    ending: str
    text: str
    cpu_us: int
    memory_kib: int
    at: datetime


@dataclass(frozen=True)
class Submission:
    """A bundle that has come in whole, and was looked at; *bot* is its name, *version* "" for the next number."""

    bot: str
    version: str
    owner: str
    hash: bytes
    packed_sha256: bytes
    packed: bytes
    manifest: str
    variants: tuple[str, ...]
    memory_mib: int
    submitted_by: int
