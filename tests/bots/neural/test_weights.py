"""The weights of the repository play, alike in every batch, and what the network sees is exact."""

import numpy as np
import pytest

from arena.rl.tables import VectorTables
from arena.rules import VARIANTS, Kind
from bots.examples.neural.features import features
from bots.examples.neural.network import Network
from bots.examples.neural.play import FILE, NeuralBot
from bots.examples.neural.weights import STEPS, read

SPADES = [name for name, rules in VARIANTS.items() if rules.bids is not None]


@pytest.mark.parametrize("variant", SPADES)
def test_what_is_seen_is_a_multiple_of_a_32nd(variant: str) -> None:
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


def test_it_looks_before_it_bids() -> None:
    tables = VectorTables(read(FILE).variant, 4)
    assert (tables.batch.kind == Kind.BLIND).all()
    assert (np.asarray(NeuralBot().decide(tables.batch)) == 0).all()
