import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.league.seeds.merkle import leaf_hash, levels_over, proof_in, root_by_proof, root_of


def defined(leaves: list[bytes]) -> bytes:
    """RFC 6962 §2.1, word by word."""
    if len(leaves) == 1:
        return leaves[0]
    split = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\1" + defined(leaves[:split]) + defined(leaves[split:])).digest()


def leaves(count: int) -> list[bytes]:
    return [leaf_hash(bytes([each])) for each in range(count)]


@pytest.mark.parametrize("count", range(1, 40))
def test_merkle_root_equals_the_rfcs_definition(count: int) -> None:
    assert root_of(leaves(count)) == defined(leaves(count))


def test_known_roots() -> None:
    """The test vectors are those of certificate-transparency's own trees."""
    one, two = leaf_hash(b""), leaf_hash(b"\0")
    assert root_of([one]).hex() == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    assert root_of([one, two]).hex() == "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"


@given(st.integers(1, 70), st.data())
def test_a_proof_shows_its_leaf_and_no_other(count: int, data: st.DataObject) -> None:
    hashes, index = leaves(count), data.draw(st.integers(0, count - 1))
    proof = proof_in(levels_over(hashes), index)
    assert root_by_proof(hashes[index], index, count, proof) == root_of(hashes)
    assert root_by_proof(leaf_hash(b"another"), index, count, proof) != root_of(hashes)
    with pytest.raises(ValueError, match="too long"):
        root_by_proof(hashes[index], index, count, [*proof, hashes[0]])
    if proof:
        with pytest.raises(ValueError, match="too short"):
            root_by_proof(hashes[index], index, count, proof[:-1])
