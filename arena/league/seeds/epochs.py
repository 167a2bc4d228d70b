"""Derive a tournament's 4,096 epoch secrets from its master (docs/explanation/seeds.md)."""

import hashlib
import struct
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from arena.league.seeds.merkle import Levels, leaf_hash, levels_over, proof_in

Part = str | bytes | int


def derive(domain: str, *parts: Part) -> bytes:
    """Return the SHA-256 of *domain* and *parts*, joined by `join_parts`: 32 bytes."""
    return hashlib.sha256(join_parts((domain, *parts))).digest()


def derivation(domain: str, *parts: Part) -> Callable[[Sequence[int]], bytes]:
    """Return a function like `derive` with fixed first parts; it takes the other parts, which are ints."""
    prefix = hashlib.sha256(join_parts((domain, *parts)))

    def derived(rest: Sequence[int]) -> bytes:
        digest = prefix.copy()
        digest.update(struct.pack(f"<{len(rest)}Q", *rest))
        return digest.digest()

    return derived


def join_parts(parts: Iterable[Part]) -> bytes:
    """Return the parts joined unambiguously.

    A text (UTF-8) or bytes follow their length as u32 LE; an int is u64 LE.
    """
    return b"".join([part.to_bytes(8, "little") if isinstance(part, int) else _pack(part) for part in parts])


def _pack(part: str | bytes) -> bytes:
    raw = part.encode() if isinstance(part, str) else part
    return len(raw).to_bytes(4, "little") + raw


SECRETS = 4096  # secrets of a tournament
SCHEDULE = SECRETS - 1  # index of the secret for the schedule; lower indices are for epochs
MIN_DIGITS = 32  # least number of hex digits of a given master: 16 bytes cannot be guessed


def parse_master(digits: str) -> bytes:
    """Return the master of hex *digits*. Raises `ValueError` for fewer than 32 digits or an odd number."""
    master = bytes.fromhex(digits)
    if len(digits) < MIN_DIGITS or 2 * len(master) != len(digits):
        raise ValueError("not enough hex digits")
    return master


def master_of_test(text: str) -> bytes:
    """Return the master of a test tournament; all its deals follow from *text*."""
    return derive("arena-test-seed-v1", text)


def secret(master: bytes, epoch: int) -> bytes:
    """Return the 32-byte secret of epoch *epoch*, 0 to 4095."""
    return derive("arena-secret-v1", master, epoch)


def secrets_root(master: bytes) -> bytes:
    """Return the Merkle root of the hashes of all secrets, published before anything is drawn."""
    return _tree(master)[-1][0]


def secret_leaf(secret: bytes) -> bytes:
    """Return the leaf of a secret in the Merkle tree: `leaf_hash` of its SHA-256."""
    return leaf_hash(hashlib.sha256(secret).digest())


@lru_cache(1 << 16)
def secret_proof(master: bytes, epoch: int) -> tuple[bytes, ...]:
    """Return the 12 hashes that prove that an epoch's secret is under the root.

    The tree is cached, since anybody may request many proofs and computing it takes 20 milliseconds.
    """
    return tuple(proof_in(_tree(master), epoch))


def mix_of_name(tournament: str) -> bytes:
    """Return the 32-byte mix of a tournament without a beacon; it depends on the tournament's name alone."""
    return derive("arena-contribution-v1", tournament, 0, 0)


def epoch_seed(mix: bytes, secret: bytes, epoch: int) -> bytes:
    """Return the 32-byte seed of an epoch, from the tournament's *mix* and the epoch's secret."""
    return derive("arena-epoch-v1", mix, secret, epoch)


def schedule_seed(mix: bytes, secret: bytes) -> str:
    """Return the seed of line-ups, order and lots (64 hex digits), from *mix* and the schedule's secret."""
    return epoch_seed(mix, secret, SCHEDULE).hex()


@lru_cache(16)
def _tree(master: bytes) -> Levels:
    derive_secret = derivation("arena-secret-v1", master)
    return levels_over([secret_leaf(derive_secret((epoch,))) for epoch in range(SECRETS)])
