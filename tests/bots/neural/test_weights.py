"""The weights of the repository play, alike in every batch, and what the network sees is exact."""

from pathlib import Path

import numpy as np
import pytest

from arena.rl.tables import VectorTables
from arena.rules import VARIANTS, Kind
from bots.examples.neural.features import features
from bots.examples.neural.network import Network
from bots.examples.neural.play import FILE, NeuralBot
from bots.examples.neural.weights import STEPS, read
from tests.programs import program

BOT = "bots.examples.neural.play"
SPADES = [name for name, rules in VARIANTS.items() if rules.bids is not None]


@pytest.mark.parametrize("variant", SPADES)
def test_inputs_are_multiples_of_a_32nd(variant: str) -> None:
    tables = VectorTables(variant, 6)
    for _ in range(90):
        seen = features(tables.batch)
        assert (np.abs(seen) <= 4).all()
        np.testing.assert_array_equal(seen * 32, np.round(seen * 32))
        tables.step(tables.draw())


def test_the_weights_of_the_repository_are_small_and_in_steps() -> None:
    assert FILE.stat().st_size < 1_000_000
    for each in read(FILE).network.parameters:
        np.testing.assert_array_equal(each * STEPS, np.round(each * STEPS))


def test_sums_do_not_depend_on_their_order() -> None:
    weights = read(FILE)
    tables = VectorTables(weights.variant, 16)
    order = np.random.default_rng(1).permutation(len(weights.network.parameters[0]))
    first, *others = weights.network.parameters
    turned = Network([first[order], *others])
    for _ in range(40):
        seen = features(tables.batch).astype("f8")
        whole = weights.network.forward(seen)[-1]
        np.testing.assert_array_equal(turned.forward(seen[:, order])[-1], whole)
        np.testing.assert_array_equal(weights.network.forward(seen[3:4])[-1][0], whole[3])
        tables.step(tables.draw())


def test_the_bot_plays_here_what_its_weights_know() -> None:
    done = program("-m", BOT, "--local", "spades-3", "--boards", "2", "--strict")
    assert done.returncode == 0, done.stderr
    done = program("-m", BOT, "--local", "spades-4")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize("content", [b"", b"no archive", FILE.read_bytes()[:1000]], ids=["empty", "other", "cut"])
def test_invalid_weights_are_refused_in_one_line(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "kept.npz"
    path.write_bytes(content)
    done = program("-m", BOT, "--local", "spades-3", NEURAL_WEIGHTS=str(path))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert str(path) in done.stderr


def test_it_looks_before_it_bids() -> None:
    tables = VectorTables(read(FILE).variant, 4)
    assert (tables.batch.kind == Kind.BLIND).all()
    assert (np.asarray(NeuralBot().decide(tables.batch)) == 0).all()
