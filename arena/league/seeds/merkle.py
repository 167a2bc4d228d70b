"""Merkle trees over SHA-256 (RFC 6962 §2.1): one hash for a list."""

import hashlib
from collections.abc import Sequence

Levels = list[list[bytes]]  # the leaves' hashes first, the root last


def leaf_hash(data: bytes) -> bytes:
    """Return the SHA-256 of a zero byte and the data; the zero byte distinguishes leaves from nodes."""
    return hashlib.sha256(b"\0" + data).digest()


def levels_over(leaves: Sequence[bytes]) -> Levels:
    """Return the tree over *leaves*, at least one hash of `leaf_hash`."""
    levels = [list(leaves)]
    while len(levels[-1]) > 1:
        level = levels[-1]
        nodes = [_node(level[at], level[at + 1]) for at in range(0, len(level) - 1, 2)]
        levels.append(nodes + level[2 * len(nodes) :])  # an unpaired last hash goes up unchanged
    return levels


def root_of(leaves: Sequence[bytes]) -> bytes:
    """Return the root over *leaves*, at least one hash of `leaf_hash`."""
    return levels_over(leaves)[-1][0]


def proof_in(levels: Levels, index: int) -> list[bytes]:
    """Return the sibling hashes from leaf *index* up to the root."""
    places = [(level, (index >> height) ^ 1) for height, level in enumerate(levels)]
    return [level[place] for level, place in places if place < len(level)]


def root_by_proof(leaf: bytes, index: int, leaves: int, proof: Sequence[bytes]) -> bytes:
    """Return the root over leaf *index* of *leaves* leaves by *proof*. Raises `ValueError` for a wrong length."""
    node, siblings = leaf, list(proof)
    while leaves > 1:
        if index ^ 1 < leaves:
            if not siblings:
                raise ValueError("the proof is too short")
            node = _node(siblings.pop(0), node) if index % 2 else _node(node, siblings.pop(0))
        index, leaves = index // 2, (leaves + 1) // 2
    if siblings:
        raise ValueError("the proof is too long")
    return node


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()
