"""Rows of secrets, roots and beacons."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True)
class Secrets:
    """The source of a tournament's seeds. The master is never published. *root* None: a benchmark."""

    tournament_id: int
    name: str
    master: bytes
    mix: bytes | None  # None: the deals are not drawn yet
    root: bytes | None
    test_seed: str


@dataclass(frozen=True)
class EpochRow:
    """Boards that were added together.

    *secret* and its *proof* are set only if none of the boards can be played any more. *root*: over its
    boards; None in a benchmark. *signer*: the key of the *signature*; both are None until a gateway
    has signed. *occasion*: first, extension, late entry, round, batch, deals.
    """

    index: int
    occasion: str
    terms: dict[str, Any]  # described in docs/explanation/seeds.md
    first: int  # number of its first board
    boards: int
    opened: datetime
    root: bytes | None
    signer: bytes | None
    signature: bytes | None
    is_over: bool
    secret: bytes | None = None
    proof: tuple[bytes, ...] = ()


@dataclass(frozen=True)
class SignerRow:
    """A signing key, Ed25519. *voucher*: the signature of the key *before* it, if there was one."""

    key: bytes
    since: datetime
    before: bytes | None
    voucher: bytes | None


@dataclass(frozen=True)
class BeaconRow:
    """The round of a public beacon that a tournament's deals are drawn from.

    *chain*: the hash of the beacon's chain. *started*: the start of the tournament, which chose the
    *round* and signed it, by *signer*. *round_signature*: the beacon's, once it is published.
    """

    chain: bytes
    started: datetime | None
    round: int | None
    signer: bytes | None
    signature: bytes | None
    round_signature: bytes | None


@dataclass(frozen=True)
class RootRow:
    """The published part of a tournament's secrets.

    *schedule_secret* is None until the tournament is over. *deals*: "operator", "beacon", "known"
    (a benchmark) or "undrawn". *settings*: those that the signature of the *beacon* covers, else "".
    """

    name: str
    root: bytes | None
    mix: bytes | None
    test_seed: str
    schedule_secret: bytes | None
    schedule_proof: tuple[bytes, ...]
    signers: tuple[SignerRow, ...]
    deals: str
    settings: str
    beacon: BeaconRow | None
