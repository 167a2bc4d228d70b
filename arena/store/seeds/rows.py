"""The store's rows of secrets, roots and what owners bring in, frozen."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True)
class Secrets:
    """What all seeds of a tournament follow from.

    Its master is never told. *root* None: a benchmark.
    """

    tournament_id: int
    name: str
    master: bytes
    contribution: bytes | None  # None: the deals are not drawn yet
    root: bytes | None
    test_seed: str


@dataclass(frozen=True)
class EpochRow:
    """Boards that were added together.

    *secret* only when none of them can be played any more, with its *proof*. *root* over its
    boards; None in a benchmark. *signer*: the key whose
    *signature* it is; both are None until a gateway has signed. *occasion*: first, extension, late
    entry, round, batch, deals.
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
    """A key that signs, Ed25519.

    One that took over from the key *before* has its *voucher*, a signature.
    """

    key: bytes
    since: datetime
    before: bytes | None
    voucher: bytes | None


@dataclass(frozen=True)
class OwnContribution:
    """How a tournament's newest list stands for an owner.

    And what the owner has promised for it, if it has. *is_expected*: whether it may. *silent_s*:
    seconds since it did, or reported last.
    """

    attempt: int
    is_open: bool
    is_signed: bool
    is_over: bool
    is_beacon: bool  # nobody comes in
    commitment: bytes | None
    nonce: bytes | None
    silent_s: float
    is_expected: bool


@dataclass(frozen=True)
class ListRow:
    """A closed list of owners who bring in numbers.

    By name, each with what it promised; *signer* as of an epoch. *is_over*: all have revealed, or
    their time is over. *nonces*: none before that; then None of who did not reveal.
    """

    attempt: int
    closed: datetime
    signer: bytes | None
    signature: bytes | None
    is_over: bool
    owners: list[str]
    commitments: list[bytes]
    nonces: list[bytes | None]
    chain: bytes | None = None  # of a public beacon, instead of owners: its hash
    round: int | None = None  # chosen when it was signed
    told: bytes | None = None  # the round's signature

    @property
    def listed(self) -> Iterator[tuple[str, bytes, bytes | None]]:
        """Owner, commitment and nonce of each."""
        return zip(self.owners, self.commitments, self.nonces or [None] * len(self.owners), strict=True)


@dataclass(frozen=True)
class Deals:
    """What the deals of a tournament are drawn from.

    *deals*: "operators", "owners" (the numbers of *contributors* too), "beacon", "undrawn", "known" to anybody, of a
    benchmark. *unrevealed*: owners who were on a list and did not reveal.
    """

    deals: str
    contributors: list[str]
    unrevealed: list[str]


@dataclass(frozen=True)
class RootRow:
    """What is told of a tournament's secrets. *schedule_secret* when it is over, as that of an epoch."""

    name: str
    root: bytes | None
    contribution: bytes | None
    test_seed: str
    schedule_secret: bytes | None
    schedule_proof: tuple[bytes, ...]
    signers: tuple[SignerRow, ...]
    drawn_from: Deals
    settings: str  # that lists promise; "" where there can be no list
    lists: tuple[ListRow, ...]  # the closed ones, by attempt
