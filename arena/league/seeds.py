"""Every random choice of a tournament, derived from its one seed by SHA-256."""

import hashlib
import struct
from collections.abc import Callable, Iterable, Sequence


def derive(domain: str, *parts: str | int) -> bytes:
    """SHA-256 of the domain and the parts: 32 bytes.

    Texts go in as their UTF-8 length (u32 LE) and bytes, ints as u64 LE: no two texts run into one another.
    """
    return hashlib.sha256(_joined((domain, *parts))).digest()


def derivation(domain: str, *parts: str | int) -> Callable[[Sequence[int]], bytes]:
    """`derive` for many that begin alike: it takes the ints that are left."""
    begun = hashlib.sha256(_joined((domain, *parts)))

    def derived(rest: Sequence[int]) -> bytes:
        digest = begun.copy()
        digest.update(struct.pack(f"<{len(rest)}Q", *rest))
        return digest.digest()

    return derived


def board_seed(tournament_seed: str, variant: str, places: Sequence[int], turn: int) -> bytes:
    """The 32-byte seed of a line-up's board *turn* (0, 1, ...); *places* are its entrants' in the order of entry.

    It does not depend on when the board is scheduled: boards that are appended have the seeds they would have had from
    the start.
    """
    return derive("arena-board-v2", tournament_seed, variant, turn, *sorted(places))


def voided_seed(tournament_seed: str, seed: bytes) -> bytes:
    """The seed that a board is played again with after it was voided under *seed*."""
    return derive("arena-void-v1", tournament_seed, seed.hex())


def commitment(seed: bytes) -> bytes:
    """SHA-256 of the seed's raw bytes (docs/rules/sheets/README.md, "The deal is reproducible and verifiable")."""
    return hashlib.sha256(seed).digest()


def _joined(parts: Iterable[str | int]) -> bytes:
    return b"".join(part.to_bytes(8, "little") if isinstance(part, int) else _packed(part) for part in parts)


def _packed(text: str) -> bytes:
    raw = text.encode()
    return len(raw).to_bytes(4, "little") + raw
