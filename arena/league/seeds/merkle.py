"""Merkle trees over SHA-256, as RFC 6962 §2.1 has them: one hash that stands for a list."""

import hashlib
from collections.abc import Sequence

Levels = list[list[bytes]]  # the leaves' hashes first, the root last


def leaf_hash(data: bytes) -> bytes:
    """SHA-256 of a zero byte and the data, so that no leaf is taken for a node."""
    return hashlib.sha256(b"\0" + data).digest()


def levels_over(leaves: Sequence[bytes]) -> Levels:
    """The tree over *leaves*, which are hashes of `leaf_hash`, at least one."""
    levels = [list(leaves)]
    while len(levels[-1]) > 1:
        levels.append(_above(levels[-1]))
    return levels


def root_of(leaves: Sequence[bytes]) -> bytes:
    """The root over *leaves*, which are hashes of `leaf_hash`, at least one."""
    return levels_over(leaves)[-1][0]


def proof_in(levels: Levels, index: int) -> list[bytes]:
    """What shows that leaf *index* lies under the root: the hashes beside its way up, from the leaf on."""
    places = [(level, (index >> height) ^ 1) for height, level in enumerate(levels)]
    return [level[place] for level, place in places if place < len(level)]


def root_by_proof(leaf: bytes, index: int, leaves: int, proof: Sequence[bytes]) -> bytes:
    """The root that leaf *index* of so many *leaves* lies under by *proof*.

    Raises `ValueError` for a proof that is not as long as it must be.
    """
    found, beside = leaf, list(proof)
    while leaves > 1:
        if index ^ 1 < leaves:
            if not beside:
                raise ValueError("the proof is too short")
            found = _node(beside.pop(0), found) if index % 2 else _node(found, beside.pop(0))
        index, leaves = index // 2, (leaves + 1) // 2
    if beside:
        raise ValueError("the proof is too long")
    return found


def _above(level: Sequence[bytes]) -> list[bytes]:
    """The nodes over a level; a last one without a neighbour goes up as it is."""
    nodes = [_node(level[at], level[at + 1]) for at in range(0, len(level) - 1, 2)]
    return nodes + list(level[2 * len(nodes) :])


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()
