"""Compute Merkle trees over SHA-256 (RFC 6962 §2.1): one hash that commits to a list."""

import hashlib
from collections.abc import Sequence

Levels = list[list[bytes]]  # the hashes of the leaves first, the root last


def leaf_hash(data: bytes) -> bytes:
    """Return the SHA-256 of a zero byte and *data*; the zero byte distinguishes leaves from inner nodes."""
    return hashlib.sha256(b"\0" + data).digest()


def levels_over(leaves: Sequence[bytes]) -> Levels:
    """Return the tree over *leaves*, which are one or more results of `leaf_hash`."""
    levels = [list(leaves)]
    while len(levels[-1]) > 1:
        level = levels[-1]
        nodes = [_node(level[at], level[at + 1]) for at in range(0, len(level) - 1, 2)]
        levels.append(nodes + level[2 * len(nodes) :])  # an unpaired last hash moves up unchanged
    return levels


def root_of(leaves: Sequence[bytes]) -> bytes:
    """Return the root of the tree over *leaves*, which are one or more results of `leaf_hash`."""
    return levels_over(leaves)[-1][0]


def proof_in(levels: Levels, index: int) -> list[bytes]:
    """Return the proof of leaf *index*: its sibling hashes from the leaves up to the root."""
    places = [(level, (index >> height) ^ 1) for height, level in enumerate(levels)]
    return [level[place] for level, place in places if place < len(level)]


def root_by_proof(leaf: bytes, index: int, leaves: int, proof: Sequence[bytes]) -> bytes:
    """Return the root of a tree with *leaves* leaves, by the *proof* of leaf *index*. Raises `ValueError`."""
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
