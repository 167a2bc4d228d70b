"""Draw deals from a round of a public beacon (docs/explanation/seeds.md)."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arena.league.seeds.epochs import derive

AHEAD_S = 60  # least number of seconds from the choice of a round to its publication
PROMISED = ("kind", "pool", "boards_each", "challengers", "allow_same_owner", "ladder", "variants", "entrants")


class SignatureCheckError(Exception):
    """Raised if the library that verifies a beacon's signatures is not installed."""


@dataclass(frozen=True)
class Chain:
    """A chain of the beacon drand, of scheme bls-unchained-g1-rfc9380, which signs each round separately.

    *public_key*: on G2; signatures are on G1; both are compressed. *addresses*: servers that publish rounds over HTTP.
    """

    name: str
    hash: bytes
    public_key: bytes
    genesis: int  # when round 1 was published, in seconds since 1970
    period: int  # seconds from one round to the next
    addresses: tuple[str, ...]

    def due(self, round_: int) -> int:
        """Return when round *round_* is published, in seconds since 1970."""
        return self.genesis + (round_ - 1) * self.period

    def round_ahead(self, now: float) -> int:
        """Return the first round that is published at least `AHEAD_S` seconds after *now* (since 1970)."""
        return max(1, -int(-(now + AHEAD_S - self.genesis) // self.period) + 1)

    def has_signed(self, round_: int, signature: bytes) -> bool:
        """Return whether *signature* is the chain's signature of a round. Raises `SignatureCheckError`."""
        try:
            from py_arkworks_bls12381 import GT, G1Point, G2Point
        except ImportError:
            raise SignatureCheckError(
                f"beacon {self.name}: py-arkworks-bls12381, which checks signatures, is not installed"
            ) from None
        if len(signature) != SIGNATURE:
            return False
        try:
            point = G1Point.from_compressed_bytes(signature)
        except ValueError:
            return False
        hash_point = G1Point.hash_to_curve(hashlib.sha256(round_.to_bytes(8, "big")).digest(), DOMAIN)
        return GT.pairing_check([point, -hash_point], [G2Point(), G2Point.from_compressed_bytes(self.public_key)])


SIGNATURE = 48  # bytes
DOMAIN = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"  # domain separation tag of drand for this scheme

QUICKNET = Chain(
    name="quicknet",
    hash=bytes.fromhex("52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"),
    public_key=bytes.fromhex(
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
        "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
    ),
    genesis=1_692_803_367,
    period=3,
    addresses=("https://api.drand.sh", "https://drand.cloudflare.com"),
)
# Never remove a chain: the rounds of older tournaments are checked with it.
CHAINS = {chain.name: chain for chain in (QUICKNET,)}


def chain_of(hash_: bytes) -> Chain:
    """Return the chain with this hash. Raises `LookupError`."""
    for chain in CHAINS.values():
        if chain.hash == hash_:
            return chain
    raise LookupError(f"beacon {hash_.hex()} is not known here, known: {', '.join(CHAINS)}")


def can_check() -> bool:
    """Return whether the library that verifies signatures is installed."""
    try:
        QUICKNET.has_signed(1, b"")
    except SignatureCheckError:
        return False
    return True


def settings_text(settings: Mapping[str, Any]) -> str:
    """Return the settings that determine line-ups, other than seeds, as canonical JSON (RFC 8785).

    *settings*: as in an export. Late entrants are left out, because they were absent at the start.
    """
    promised = {name: settings[name] for name in PROMISED}
    promised["entrants"] = [each for each in promised["entrants"] if not each["late"]]
    return json.dumps(promised, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def beacon_statement(tournament: str, root: bytes, settings: str, chain: bytes, round_: int) -> bytes:
    """Return the 32 bytes that the arena signs when it chooses a round.

    *root*: of the tournament's secrets. *settings*: result of `settings_text`. *chain*: hash of the beacon's chain.
    """
    promised = derive("arena-settings-v1", settings)
    return derive("arena-list-v2", tournament, root, promised, 0, chain, round_, 0)


def mix_of_beacon(tournament: str, chain: bytes, round_: int, signature: bytes) -> bytes:
    """Return the 32-byte mix of a tournament that draws from a round; *chain*: the hash of the beacon's chain."""
    return derive("arena-beacon-v1", tournament, chain, round_, signature)
