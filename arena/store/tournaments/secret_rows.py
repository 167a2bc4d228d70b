"""The store's rows of secrets and roots, frozen."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True)
class Secrets:
    """What all seeds of a tournament follow from; its master is never told. *root* None: made before there was any."""

    tournament_id: int
    name: str
    master: bytes
    contribution: bytes
    root: bytes | None
    test_seed: str


@dataclass(frozen=True)
class EpochRow:
    """Boards that were added together. *secret* only when none of them can be played any more, with its *proof*.

    *root* over its boards; None where the tournament was made before there was one. *signer*: the key whose *signature*
    it is; both are None until a gateway has signed. *occasion*: first, extension, late entry, round, batch, deals.
    """

    index: int
    occasion: str
    terms: dict[str, Any]  # docs/explanation/seeds.md says what of
    first: int  # the number of its first board
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
    """A key that signs roots, Ed25519; one that took over from the key *before* has its *voucher*, a signature."""

    key: bytes
    since: datetime
    before: bytes | None
    voucher: bytes | None


@dataclass(frozen=True)
class RootRow:
    """What is told of a tournament's secrets. *schedule_secret* when it is over, as that of an epoch."""

    name: str
    root: bytes | None
    contribution: bytes
    test_seed: str
    schedule_secret: bytes | None
    schedule_proof: tuple[bytes, ...]
    signers: tuple[SignerRow, ...]
