"""Rounds that drand has told, and what is made of one."""

import hashlib
import sys

import pytest

from arena.league.seeds import epochs
from arena.league.seeds.beacons import (
    AHEAD_S,
    CHAINS,
    DOMAIN,
    QUICKNET,
    CannotCheck,
    can_check,
    chain_of,
    drawn_from_beacon,
)
from arena.league.seeds.boards import EpochBoards
from arena.league.seeds.contributions import list_statement
from tests.league.seeds.test_contributions import PROMISED, ROOT
from tests.league.seeds.test_epochs import MASTER, PAGE

ROUND = 657_413
SIGNATURE = bytes.fromhex(
    "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b"
)
RANDOMNESS = "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587"  # told with it: its SHA-256
GROUP = "f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e"  # told of quicknet, and in its hash


def test_a_chain_is_what_its_hash_says() -> None:
    numbers = QUICKNET.period.to_bytes(4, "big") + QUICKNET.genesis.to_bytes(8, "big")
    said = numbers + QUICKNET.public_key + bytes.fromhex(GROUP) + QUICKNET.name.encode()
    assert hashlib.sha256(said).digest() == QUICKNET.hash
    assert chain_of(QUICKNET.hash) is CHAINS["quicknet"]
    with pytest.raises(LookupError, match="beacon 00 is not known here, known: quicknet"):
        chain_of(b"\0")


def test_a_round_that_was_told_is_right() -> None:
    assert hashlib.sha256(SIGNATURE).hexdigest() == RANDOMNESS
    assert can_check()
    assert QUICKNET.has_signed(ROUND, SIGNATURE)


@pytest.mark.parametrize(
    ("round_", "signature"),
    [
        (ROUND + 1, SIGNATURE),
        (ROUND, SIGNATURE[:-1] + b"\0"),
        (ROUND, SIGNATURE[:-1]),
        (ROUND, b""),
        (ROUND, bytes(48)),
        (ROUND, b"\xff" * 48),
        (ROUND, b"\xc0" + bytes(47)),  # the point at infinity
    ],
)
def test_another_signature_is_none(round_: int, signature: bytes) -> None:
    assert not QUICKNET.has_signed(round_, signature)


def test_a_round_has_one_signature() -> None:
    """A point off the subgroup, added to it, would pair alike: whoever gives the round could choose."""
    from py_arkworks_bls12381 import G1Point

    off = G1Point.from_compressed_bytes_unchecked(b"\x80" + bytes(46) + b"\x04")
    assert not off.is_in_subgroup()
    other = G1Point.from_compressed_bytes(SIGNATURE) + off
    assert not QUICKNET.has_signed(ROUND, bytes(other.to_compressed_bytes()))
    assert not QUICKNET.has_signed(ROUND, bytes([SIGNATURE[0] ^ 0x20]) + SIGNATURE[1:])  # its negative


def test_the_signature_of_another_key_is_none() -> None:
    from py_arkworks_bls12381 import G1Point, Scalar

    said = G1Point.hash_to_curve(hashlib.sha256(ROUND.to_bytes(8, "big")).digest(), DOMAIN)
    assert not QUICKNET.has_signed(ROUND, bytes((said * Scalar(12345)).to_compressed_bytes()))


@pytest.mark.parametrize("past", [0.0, 0.001, 1.5, 2.999])
def test_a_round_is_ahead_by_so_much_and_no_more_than_a_period(past: float) -> None:
    now = QUICKNET.due(ROUND) + past
    ahead = QUICKNET.due(QUICKNET.round_ahead(now)) - now
    assert AHEAD_S <= ahead < AHEAD_S + QUICKNET.period


def test_the_first_round_is_one() -> None:
    assert (QUICKNET.due(1), QUICKNET.round_ahead(0.0)) == (QUICKNET.genesis, 1)


def test_without_the_library_nothing_is_taken_for_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "py_arkworks_bls12381", None)
    assert not can_check()
    with pytest.raises(CannotCheck, match="py-arkworks-bls12381, which checks signatures, is not installed"):
        QUICKNET.has_signed(ROUND, SIGNATURE)


def test_published_numbers_stay_what_they_are() -> None:
    """docs/explanation/seeds.md shows them."""
    brought = drawn_from_beacon("spring", QUICKNET.hash, ROUND, SIGNATURE)
    seed = epochs.epoch_seed(brought, epochs.secret(MASTER, 3), 3)
    found = {
        "list": list_statement("spring", ROOT, PROMISED, 0, [], QUICKNET.hash, ROUND),
        "M": brought,
        "epoch seed": seed,
        "seed": EpochBoards(seed).seed(7, 0),
    }
    assert {name: value.hex() for name, value in found.items()} == VECTORS
    shown = (*VECTORS.values(), SIGNATURE.hex(), QUICKNET.hash.hex(), str(ROUND))
    assert all(each in PAGE.read_text() for each in shown)


VECTORS = {
    "list": "1eb4f14436441f82eea0e84eadffaae837423bd713dc3e26fef06230c43ad1c5",
    "M": "ae2c851ed3471d680fb8ad52a40cc1da1627185d82b34f8ac4af733829dd8f10",
    "epoch seed": "55ee88301cc5802b71a7c2ad7c25f44964a43512e9c992aa100fc1befc302e07",
    "seed": "b9e11e61d96e2a5b700e311fc82e7f722879e33926267fc9753b69c16a9ee339",
}
