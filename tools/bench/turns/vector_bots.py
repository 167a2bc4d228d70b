"""A trivial columnar bot: `python -m tools.bench.turns.vector_bots --arena HOST:PORT ...`."""

import numpy as np
from numpy.typing import NDArray

from bots.sdk import VectorBot, run
from bots.sdk.vector.batch import Batch


class Trivial(VectorBot):
    """The first legal action of each row."""

    variants = ("spades-4",)

    def decide(self, batch: Batch) -> NDArray[np.int64]:
        return batch.first_legal


if __name__ == "__main__":
    run(Trivial)
