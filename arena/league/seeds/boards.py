"""An epoch's boards: their seeds, and the root that commits to them."""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from arena.league.seeds.epochs import Part, derivation, derive, join_parts
from arena.league.seeds.merkle import leaf_hash

ATTEMPTS = 8  # seeds of a board; after as many voids it is cancelled


class Promised(NamedTuple):
    """A board as in the root of its epoch. *deal* is its number; the two boards of a gate's deal share one.

    *line_up* and *sitting* have names. *line_up*: the players in circular order, or at several *tables* seat by seat.
    *sitting*: with pairs, the bots in the sides' first seats, then in their second seats.
    """

    number: int
    deal: int
    variant: str
    tables: int
    line_up: Sequence[str]
    sitting: Sequence[str]


class EpochBoards:
    """The seeds and hashes of an epoch's boards, derived from its seed."""

    def __init__(self, epoch_seed: bytes) -> None:
        self._seed = derivation("arena-board-v3", epoch_seed)
        self._blind = derivation("arena-blind-v1", epoch_seed)

    def seed(self, deal: int, attempt: int) -> bytes:
        """Return the 32-byte seed of a deal's attempt, 0..7."""
        return self._seed((deal, attempt))

    def leaf(self, board: Promised) -> bytes:
        """Return a board's hash in the tree of its epoch.

        A part of it is published only with the epoch's secret, so that line-ups cannot be guessed from the commitments.
        """
        commitments = b"".join([commitment(self._seed((board.deal, attempt))) for attempt in range(ATTEMPTS)])
        names: tuple[Part, ...] = (len(board.line_up), *board.line_up, len(board.sitting), *board.sitting)
        about: tuple[Part, ...] = (board.number, board.deal, board.variant, board.tables, *names)
        return leaf_hash(join_parts(("arena-leaf-v1", *about, self._blind((board.number,)), commitments)))


def commitment(seed: bytes) -> bytes:
    """Return the SHA-256 of the seed's raw bytes (docs/rules/sheets/README.md, "The deal is reproducible ...")."""
    return hashlib.sha256(seed).digest()


def statement(tournament: str, secrets_root: bytes, brought: bytes, epoch: int, boards_root: bytes) -> bytes:
    """Return the 32 bytes that the arena signs when an epoch begins."""
    return derive("arena-statement-v1", tournament, secrets_root, brought, epoch, boards_root)
