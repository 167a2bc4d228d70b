"""The outputs of the policy's network: a score for each card, then one for each bid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bots.sdk.vector import ACTIONS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.floating[Any]]

OUTPUTS: Final = 2 * ACTIONS


def scores_of(outputs: Floats, playing: NDArray[np.bool_]) -> Floats:
    """Return the scores of what is asked, a card or a bid, shape (n, 64)."""
    return np.where(playing[:, None], outputs[:, :ACTIONS], outputs[:, ACTIONS:])


def outputs_of(slope: Floats, playing: NDArray[np.bool_]) -> Floats:
    """Return a slope by the scores as one by the outputs, shape (n, 128)."""
    return np.concatenate([slope * playing[:, None], slope * ~playing[:, None]], axis=1)


def log_softmax(scores: Floats, legal: NDArray[np.bool_]) -> Floats:
    """Return the logarithms of the softmax over what is legal, about -1e9 elsewhere."""
    scores = np.where(legal, scores, np.float32(-1e9))
    scores = scores - scores.max(axis=1, keepdims=True)
    logs: Floats = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    return logs
