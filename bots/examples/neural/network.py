"""A multi-layer perceptron in numpy, the Adam optimiser, and the policy's scores of actions."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bots.sdk.vector import ACTIONS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.floating[Any]]

BETA_1: Final = 0.9
BETA_2: Final = 0.999
EPSILON: Final = 1e-7
MAX_NORM: Final = 0.5  # largest norm of a gradient; a larger one is scaled down
OUTPUTS: Final = 2 * ACTIONS  # outputs of the policy: a score for each card, then one for each bid


class Network:
    """Fully connected layers with ReLU between them."""

    def __init__(self, parameters: Sequence[Floats]) -> None:
        """Use *parameters*: the weights and biases of each layer in turn, first layer first."""
        self.parameters: Final = list(parameters)

    @classmethod
    def draw(cls, sizes: Sequence[int], rng: np.random.Generator) -> Network:
        """Return a network of random weights (He et al. 2015), small in the last layer. *sizes*: units per layer."""
        parameters: list[Floats] = []
        for place, (inputs, outputs) in enumerate(itertools.pairwise(sizes)):
            scale = np.sqrt(2 / inputs) if place < len(sizes) - 2 else 0.01
            parameters += [rng.normal(0, scale, (inputs, outputs)).astype("f4"), np.zeros(outputs, "f4")]
        return cls(parameters)

    def forward(self, x: Floats) -> list[Floats]:
        """Return the input *x* and the output of each layer: arrays of shape (n, units)."""
        layers = [x]
        for place in range(0, len(self.parameters), 2):
            x = x @ self.parameters[place]
            x += self.parameters[place + 1]
            if place < len(self.parameters) - 2:
                np.maximum(x, 0, out=x)
            layers.append(x)
        return layers

    def gradients(self, layers: Sequence[Floats], slope: Floats) -> list[Floats]:
        """Return the gradient of a loss with respect to each parameter, in the order of `parameters`.

        *layers*: the result of `forward`. *slope*: the gradient of the loss with respect to the last layer's outputs.
        """
        gradients: list[Floats] = []
        for place in range(len(self.parameters) - 2, -1, -2):
            x = layers[place // 2]
            gradients[:0] = [x.T @ slope, slope.sum(axis=0)]
            if place:
                slope = (slope @ self.parameters[place].T) * (x > 0)
        return gradients


class Adam:
    """The Adam optimiser (Kingma and Ba 2015); it changes a network's parameters in place."""

    def __init__(self, network: Network) -> None:
        self.network: Final = network
        self.steps = 0
        self.moments: Final = [np.zeros_like(each) for each in network.parameters]
        self.squares: Final = [np.zeros_like(each) for each in network.parameters]

    def step(self, gradients: Sequence[Floats], rate: float) -> None:
        """Move every parameter against its gradient. *rate*: learning rate."""
        self.steps += 1
        norm = np.sqrt(sum(float((each * each).sum()) for each in gradients))
        cut = min(1.0, MAX_NORM / (norm + EPSILON))
        size = rate * np.sqrt(1 - BETA_2**self.steps) / (1 - BETA_1**self.steps)
        for parameter, given, moment, square in zip(
            self.network.parameters, gradients, self.moments, self.squares, strict=True
        ):
            gradient = given * np.float32(cut)
            moment += (1 - BETA_1) * (gradient - moment)
            square += (1 - BETA_2) * (gradient * gradient - square)
            parameter -= np.float32(size) * moment / (np.sqrt(square) + EPSILON)


def scores_of(outputs: Floats, playing: NDArray[np.bool_]) -> Floats:
    """Return the scores of cards where *playing*, else of bids, shape (n, 64), from the policy's *outputs*."""
    return np.where(playing[:, None], outputs[:, :ACTIONS], outputs[:, ACTIONS:])


def outputs_of(slope: Floats, playing: NDArray[np.bool_]) -> Floats:
    """Convert a gradient with respect to the scores (*slope*) into one with respect to the outputs, shape (n, 128)."""
    return np.concatenate([slope * playing[:, None], slope * ~playing[:, None]], axis=1)


def log_softmax(scores: Floats, legal: NDArray[np.bool_]) -> Floats:
    """Return the log-softmax of *scores* over the legal actions, and about -1e9 for illegal ones."""
    scores = np.where(legal, scores, np.float32(-1e9))
    scores = scores - scores.max(axis=1, keepdims=True)
    logs: Floats = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    return logs
