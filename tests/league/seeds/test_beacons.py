"""Rounds that drand has published, and what is made of one."""

import hashlib
import sys
from typing import Any

import pytest

from arena.league.seeds import epochs
from arena.league.seeds.beacons import (
    AHEAD_S,
    CHAINS,
    DOMAIN,
    QUICKNET,
    SignatureCheckError,
    beacon_statement,
    can_check,
    chain_of,
    mix_of_beacon,
    settings_text,
)
from arena.league.seeds.boards import EpochBoards
from tests.league.seeds.test_epochs import MASTER, PAGE

ROOT = epochs.secrets_root(MASTER)
SETTINGS: dict[str, Any] = {
    "kind": "round-robin",
    "pool": "trust",
    "boards_each": 1,
    "challengers": 0,
    "allow_same_owner": False,
    "ladder": None,
    "variants": [{"variant": "spades-4", "options": {}, "seats": 4, "sides": 4, "tables": 1, "weight": 1}],
    "entrants": [
        {"id": place + 1, "bot": f"{name}@1", "owners": [place + 1], "late": False, "members": []}
        for place, name in enumerate("abcd")
    ],
}
PROMISED = settings_text(SETTINGS)
ROUND = 657_413
SIGNATURE = bytes.fromhex(
    "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b"
)
RANDOMNESS = "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587"  # told with it: its SHA-256
GROUP = "f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e"  # told of quicknet, and in its hash


def test_chain_hash_covers_its_parameters() -> None:
    numbers = QUICKNET.period.to_bytes(4, "big") + QUICKNET.genesis.to_bytes(8, "big")
    said = numbers + QUICKNET.public_key + bytes.fromhex(GROUP) + QUICKNET.name.encode()
    assert hashlib.sha256(said).digest() == QUICKNET.hash
    assert chain_of(QUICKNET.hash) is CHAINS["quicknet"]
    with pytest.raises(LookupError, match="beacon 00 is not known here, known: quicknet"):
        chain_of(b"\0")


def test_chain_accepts_a_published_signature() -> None:
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
def test_chain_refuses_another_signature(round_: int, signature: bytes) -> None:
    assert not QUICKNET.has_signed(round_, signature)


def test_a_round_has_one_signature() -> None:
    """A point off the subgroup, added to it, would pair alike: whoever gives the round could choose."""
    from py_arkworks_bls12381 import G1Point

    off = G1Point.from_compressed_bytes_unchecked(b"\x80" + bytes(46) + b"\x04")
    assert not off.is_in_subgroup()
    other = G1Point.from_compressed_bytes(SIGNATURE) + off
    assert not QUICKNET.has_signed(ROUND, bytes(other.to_compressed_bytes()))
    assert not QUICKNET.has_signed(ROUND, bytes([SIGNATURE[0] ^ 0x20]) + SIGNATURE[1:])  # its negative


def test_the_signature_of_another_key_is_invalid() -> None:
    from py_arkworks_bls12381 import G1Point, Scalar

    said = G1Point.hash_to_curve(hashlib.sha256(ROUND.to_bytes(8, "big")).digest(), DOMAIN)
    assert not QUICKNET.has_signed(ROUND, bytes((said * Scalar(12345)).to_compressed_bytes()))


@pytest.mark.parametrize("past", [0.0, 0.001, 1.5, 2.999])
def test_round_ahead_is_the_first_one_late_enough(past: float) -> None:
    now = QUICKNET.due(ROUND) + past
    assert AHEAD_S <= QUICKNET.due(QUICKNET.round_ahead(now)) - now < AHEAD_S + QUICKNET.period
    assert (QUICKNET.due(1), QUICKNET.round_ahead(0.0)) == (QUICKNET.genesis, 1)


def test_chain_accepts_nothing_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "py_arkworks_bls12381", None)
    assert not can_check()
    with pytest.raises(SignatureCheckError, match="py-arkworks-bls12381, which checks signatures, is not installed"):
        QUICKNET.has_signed(ROUND, SIGNATURE)


def test_settings_are_those_of_the_start_in_their_order() -> None:
    late = {"id": 9, "bot": "z@1", "owners": [9], "late": True, "members": []}
    more = SETTINGS | {"name": "spring", "entrants": [*SETTINGS["entrants"], late]}
    assert settings_text(more) == PROMISED
    for other in ({"boards_each": 2}, {"entrants": SETTINGS["entrants"][::-1]}, {"pool": "open"}):
        assert settings_text(SETTINGS | other) != PROMISED


def test_statement_depends_on_each_part() -> None:
    parts = ("spring", ROOT, PROMISED, QUICKNET.hash, ROUND)
    for place, other in enumerate(("autumn", bytes(32), "{}", bytes(32), ROUND + 1)):
        changed = (*parts[:place], other, *parts[place + 1 :])
        assert beacon_statement(*changed) != beacon_statement(*parts)  # type: ignore[arg-type]
        if place not in (1, 2):
            mixed = [mix_of_beacon(each[0], each[3], each[4], SIGNATURE) for each in (changed, parts)]  # type: ignore[arg-type]
            assert mixed[0] != mixed[1]


def test_published_numbers_stay_what_they_are() -> None:
    """docs/explanation/seeds.md shows them."""
    mix = mix_of_beacon("spring", QUICKNET.hash, ROUND, SIGNATURE)
    seed = epochs.epoch_seed(mix, epochs.secret(MASTER, 3), 3)
    numbers = {
        "statement": beacon_statement("spring", ROOT, PROMISED, QUICKNET.hash, ROUND),
        "M": mix,
        "epoch seed": seed,
        "seed": EpochBoards(seed).seed(7, 0),
    }
    assert {name: value.hex() for name, value in numbers.items()} == VECTORS
    shown = (*VECTORS.values(), SIGNATURE.hex(), QUICKNET.hash.hex(), str(ROUND))
    assert all(each in PAGE.read_text() for each in shown)
    assert PROMISED in "".join(PAGE.read_text().split("\n"))


VECTORS = {
    "statement": "1eb4f14436441f82eea0e84eadffaae837423bd713dc3e26fef06230c43ad1c5",
    "M": "ae2c851ed3471d680fb8ad52a40cc1da1627185d82b34f8ac4af733829dd8f10",
    "epoch seed": "55ee88301cc5802b71a7c2ad7c25f44964a43512e9c992aa100fc1befc302e07",
    "seed": "b9e11e61d96e2a5b700e311fc82e7f722879e33926267fc9753b69c16a9ee339",
}
