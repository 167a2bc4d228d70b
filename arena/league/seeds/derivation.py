"""Derive everything that is drawn by SHA-256 of domain and parts."""

import hashlib
import struct
from collections.abc import Callable, Iterable, Sequence

Part = str | bytes | int


def derive(domain: str, *parts: Part) -> bytes:
    """Return the SHA-256 of domain and parts, as `joined`: 32 bytes."""
    return hashlib.sha256(joined((domain, *parts))).digest()


def derivation(domain: str, *parts: Part) -> Callable[[Sequence[int]], bytes]:
    """Return `derive` with the first parts fixed; it takes remaining ints."""
    begun = hashlib.sha256(joined((domain, *parts)))

    def derived(rest: Sequence[int]) -> bytes:
        digest = begun.copy()
        digest.update(struct.pack(f"<{len(rest)}Q", *rest))
        return digest.digest()

    return derived


def joined(parts: Iterable[Part]) -> bytes:
    """The parts one after another, none of which runs into the next.

    Texts go in as UTF-8; they and bytes behind their length as u32 LE. Ints go in as u64 LE.
    """
    return b"".join([part.to_bytes(8, "little") if isinstance(part, int) else _packed(part) for part in parts])


def _packed(part: str | bytes) -> bytes:
    raw = part.encode() if isinstance(part, str) else part
    return len(raw).to_bytes(4, "little") + raw
