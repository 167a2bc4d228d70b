"""Define the rows of secrets, roots and beacons."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True)
class Secrets:
    """The source of a tournament's seeds. *master*: never published. *root*: of all secrets."""

    tournament_id: int
    name: str
    master: bytes
    mix: bytes | None  # None: the deals are not drawn yet
    root: bytes
    test_seed: str


@dataclass(frozen=True)
class EpochRow:
    """The boards that were added to a tournament together.

    *occasion*: "first", "extension", "late entry", "round", "batch" or "deals". *root*: over its boards.
    *signer*: the public key of the *signature*; both are None until a gateway has signed. *secret* and its *proof* are
    set only when none of the boards can be played any more.
    """

    index: int
    occasion: str
    terms: dict[str, Any]  # described in docs/explanation/seeds.md
    first: int  # number of the epoch's first board
    boards: int
    opened: datetime
    root: bytes
    signer: bytes | None
    signature: bytes | None
    is_over: bool
    secret: bytes | None = None
    proof: tuple[bytes, ...] = ()


@dataclass(frozen=True)
class SignerRow:
    """An Ed25519 signing key. *voucher*: the signature of it by the key *before*; None without an earlier key."""

    key: bytes
    since: datetime
    before: bytes | None
    voucher: bytes | None


@dataclass(frozen=True)
class BeaconRow:
    """The round of a public beacon from which a tournament's deals are drawn.

    *chain*: the hash of the beacon's chain. *started*: when the tournament was started. The *round* was chosen then and
    signed by *signer*. *round_signature*: the beacon's signature of the round, once it is published.
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

    *root*: of all secrets. *schedule_secret*: None until the tournament is over. *deals*: "operator", "beacon" or
    "undrawn". *settings*: the settings that the signature of the *beacon* covers; "" without a beacon.
    """

    name: str
    root: bytes
    mix: bytes | None
    test_seed: str
    schedule_secret: bytes | None
    schedule_proof: tuple[bytes, ...]
    signers: tuple[SignerRow, ...]
    deals: str
    settings: str
    beacon: BeaconRow | None
