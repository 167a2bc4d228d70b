from pathlib import Path
from typing import Any

import pytest

from arena.league.seeds import epochs
from arena.league.seeds.boards import ATTEMPTS, EpochBoards, Promised, commitment, statement
from arena.league.seeds.epochs import derivation, derive
from arena.league.seeds.merkle import root_by_proof, root_of

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "seeds.md"
MASTER = bytes(range(32))
MIX = epochs.mix_of_name("spring")
EPOCH = epochs.epoch_seed(MIX, epochs.secret(MASTER, 3), 3)
BOARD = Promised(7, 7, "spades-4", 1, ["a@1", "b@1", "c@1", "d@1"], [])


def test_parts_do_not_run_into_one_another() -> None:
    assert derive("a", "bc") != derive("ab", "c")
    assert derive("a", b"bc") == derive("a", "bc")
    assert derivation("a", "b")((1, 2)) == derive("a", "b", 1, 2)


def test_a_master_is_no_less_than_16_bytes_in_hex() -> None:
    assert epochs.parse_master("AB" * 16) == b"\xab" * 16
    for digits in ("ab" * 15, "ab" * 16 + "c", "zz" * 16, "ab " * 16, ""):
        with pytest.raises(ValueError, match=r"."):
            epochs.parse_master(digits)


def test_every_secret_is_its_own_and_lies_under_the_root() -> None:
    secrets = [epochs.secret(MASTER, epoch) for epoch in range(epochs.SECRETS)]
    assert len(set(secrets)) == epochs.SECRETS == epochs.SCHEDULE + 1 == 4096
    root = epochs.secrets_root(MASTER)
    for epoch in (0, 1, 2048, epochs.SCHEDULE):
        proof = epochs.secret_proof(MASTER, epoch)
        assert len(proof) == 12
        assert root_by_proof(epochs.secret_leaf(secrets[epoch]), epoch, epochs.SECRETS, proof) == root
        assert root_by_proof(epochs.secret_leaf(secrets[epoch - 1]), epoch, epochs.SECRETS, proof) != root
    assert epochs.secrets_root(bytes(32)) != root


def test_seeds_differ_in_every_part() -> None:
    other = EpochBoards(epochs.epoch_seed(MIX, epochs.secret(MASTER, 4), 4))
    seeds = {
        each.seed(deal, attempt) for each in (EpochBoards(EPOCH), other) for deal in range(9) for attempt in range(8)
    }
    assert len(seeds) == 2 * 9 * ATTEMPTS
    assert {len(seed) for seed in seeds} == {32}


@pytest.mark.parametrize(
    "change",
    [
        {"number": 8},
        {"deal": 8},
        {"variant": "spades-5"},
        {"tables": 2},
        {"line_up": ["a@1", "b@1", "d@1", "c@1"]},
        {"sitting": ["a@1"]},
    ],
)
def test_a_leaf_differs_in_every_part(change: dict[str, Any]) -> None:
    drawn = EpochBoards(EPOCH)
    assert drawn.leaf(BOARD._replace(**change)) != drawn.leaf(BOARD)


def test_published_numbers_stay_what_they_are() -> None:
    """docs/reference/seeds.md shows them."""
    drawn = EpochBoards(EPOCH)
    leaf = drawn.leaf(BOARD)
    root = epochs.secrets_root(MASTER)
    numbers = {
        "secret": epochs.secret(MASTER, 3),
        "root": root,
        "mix": MIX,
        "epoch seed": EPOCH,
        "seed": drawn.seed(7, 0),
        "commitment": commitment(drawn.seed(7, 0)),
        "seed after a void": drawn.seed(7, 1),
        "leaf": leaf,
        "boards' root": root_of([leaf]),
        "statement": statement("spring", root, MIX, 3, root_of([leaf])),
        "test master": epochs.master_of_test("a test"),
    }
    assert {name: value.hex() for name, value in numbers.items()} == VECTORS
    assert all(value in PAGE.read_text() for value in VECTORS.values())


VECTORS = {
    "secret": "3d3cbc6288353851c56d943b0af681ce57589e796b3ebe8671e9bf1d0a6d52a5",
    "root": "5e1f929acbab1063efaeed1c0fc1c53757165ea745c3dabf4fbc6e5dc73c25a2",
    "mix": "2d2bf25a2fab7e158eeeef281a89fda1436a56dc8f052ea7ab5d8096376ad576",
    "epoch seed": "9c63a6a2bae991e8f9ef08f4f3bda1d87e9269b708105a5953666af0bfc2f168",
    "seed": "fad1943812b8909425c4c83051004a4aa864ba570bb1786ed2a8b9eb6c7fb353",
    "commitment": "71015a04d38455dc69c2f21215a72f5e7e980e8f617b81cf3dd1370ec9efe9bb",
    "seed after a void": "7e7f51c1cee8d85a4d0f45e3fd13f957dfb4b164e12d57a71d6170149dbb79e1",
    "leaf": "bbb122b6a0b6e38ae4e92239668ad45a0d37cd141992c305b1d0925f4b4c1134",
    "boards' root": "bbb122b6a0b6e38ae4e92239668ad45a0d37cd141992c305b1d0925f4b4c1134",
    "statement": "fb71e5901669cad94b8c004f6c33a73aa2c8084cafd50f2ede8fe4e2ea0fc27c",
    "test master": "8c28980fce7968c800696a801221a4c3094c6fc8e72bdd6516de1f9932fe167d",
}
