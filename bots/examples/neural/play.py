"""A bot that plays the trained network's best legal action, at many seats at once.

python -m bots.examples.neural.play --local spades-3 --boards 200 --against simple
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from arena.rules import Kind
from bots.examples.neural.features import features
from bots.examples.neural.network import scores_of
from bots.examples.neural.weights import Weights, read
from bots.sdk import VectorBot, run
from bots.sdk.bot.parsing import UserError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bots.sdk.vector.batch import Batch

FILE: Final = Path(os.environ.get("NEURAL_WEIGHTS", Path(__file__).with_name("spades-3.npz")))


class NeuralBot(VectorBot):
    """Play the legal action with the highest score; never bid blind.

    Equal rows get equal answers on every machine and in every batch, because all sums are exact (`weights.py`).
    """

    def __init__(self, weights: Weights | None = None) -> None:
        """Use *weights*. None: read the file $NEURAL_WEIGHTS, by default spades-3.npz in this folder."""
        self.weights: Final = weights or read(FILE)

    def decide(self, batch: Batch) -> NDArray[np.integer]:
        """Return the best legal action of each row."""
        scores = scores_of(self.weights.network.forward(features(batch).astype("f8"))[-1], batch.kind == Kind.PLAY)
        scores[batch.kind == Kind.BLIND, 1:] = -1e9
        return batch.best(scores)


if __name__ == "__main__":
    try:
        NeuralBot.variants = (read(FILE).variant,)
    except UserError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    run(NeuralBot)
