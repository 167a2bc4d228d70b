"""Derive the seeds of an epoch's boards, and the hashes under the epoch's root."""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from arena.league.seeds.epochs import Part, derivation, derive, join_parts
from arena.league.seeds.merkle import leaf_hash

ATTEMPTS = 8  # seeds of a board; after so many voids it is cancelled


class Promised(NamedTuple):
    """A board as the root of its epoch commits to it. *deal*: its number; a gate's two boards may share one.

    *line_up*: names of the players in circular order; with several *tables*, seat by seat. *sitting*: with pairs, names
    of the bots in the sides' first seats, then in their second seats.
    """

    number: int
    deal: int
    variant: str
    tables: int
    line_up: Sequence[str]
    sitting: Sequence[str]


class EpochBoards:
    """Derives the seeds and hashes of an epoch's boards from the epoch's seed."""

    def __init__(self, epoch_seed: bytes) -> None:
        self._seed = derivation("arena-board-v3", epoch_seed)
        self._blind = derivation("arena-blind-v1", epoch_seed)

    def seed(self, deal: int, attempt: int) -> bytes:
        """Return the 32-byte seed of attempt *attempt* (0 to 7) of a deal."""
        return self._seed((deal, attempt))

    def leaf(self, board: Promised) -> bytes:
        """Return a board's hash in the Merkle tree of its epoch.

        It includes a value that is published only with the epoch's secret, so that nobody can guess line-ups.
        """
        commitments = b"".join([commitment(self._seed((board.deal, attempt))) for attempt in range(ATTEMPTS)])
        names: tuple[Part, ...] = (len(board.line_up), *board.line_up, len(board.sitting), *board.sitting)
        about: tuple[Part, ...] = (board.number, board.deal, board.variant, board.tables, *names)
        return leaf_hash(join_parts(("arena-leaf-v1", *about, self._blind((board.number,)), commitments)))


def commitment(seed: bytes) -> bytes:
    """Return the SHA-256 of a seed's bytes (docs/rules/sheets/README.md, "The deal is reproducible ...")."""
    return hashlib.sha256(seed).digest()


def statement(tournament: str, secrets_root: bytes, brought: bytes, epoch: int, boards_root: bytes) -> bytes:
    """Return the 32 bytes that the arena signs when an epoch begins. *brought*: the tournament's mix."""
    return derive("arena-statement-v1", tournament, secrets_root, brought, epoch, boards_root)
