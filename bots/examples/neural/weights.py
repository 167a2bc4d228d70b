"""Read and write a policy's weights as a small file.

Weights are multiples of 1/1024, stored as integers of 16 bits; inputs are multiples of 1/32. So every sum of three
layers is exact in float64 (below 2**53 steps of 2**-35), and does not depend on the order of its terms.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple
from zipfile import BadZipFile

import numpy as np

from bots.examples.neural.network import Network
from bots.sdk.bot.parsing import UserError

STEPS: Final = 1024  # weights are multiples of 1 / STEPS
LIMIT: Final = 32767 / STEPS  # largest absolute weight
UNREADABLE: Final = (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile)  # by np.load, for damaged files


class Weights(NamedTuple):
    """A trained policy: the variant it was trained for, and its network in float64."""

    variant: str
    network: Network


def round_weights(variant: str, parameters: Sequence[np.ndarray[Any, Any]]) -> Weights:
    """Return *parameters*, a network's weights and biases, rounded to multiples of 1/1024."""
    steps = [np.round(np.clip(each.astype("f8"), -LIMIT, LIMIT) * STEPS) / STEPS for each in parameters]
    return Weights(variant, Network(steps))


def write(path: Path, weights: Weights) -> None:
    whole = [(each * STEPS).astype("<i2") for each in weights.network.parameters]
    with path.open("wb") as file:
        np.savez_compressed(file, *whole, variant=np.array(weights.variant))


def read(path: Path) -> Weights:
    """Return the policy stored in the file *path*. Raises `UserError` if the file is unreadable."""
    try:
        with np.load(path, allow_pickle=False) as arrays:
            count = sum(name.startswith("arr_") for name in arrays)
            whole = [arrays[f"arr_{place}"].astype("f8") / STEPS for place in range(count)]
            return Weights(str(arrays["variant"]), Network(whole))
    except UNREADABLE as error:
        raise UserError(f"{path} cannot be read ({error}); give weights that the training wrote") from None
