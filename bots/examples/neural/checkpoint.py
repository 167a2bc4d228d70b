"""A training that can go on: networks, Adam's moments, dice, and what was measured."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from bots.examples.neural.learner import Learner
from bots.examples.neural.weights import UNREADABLE
from bots.sdk.bot.parsing import UserError


@dataclass
class Progress:
    """How far a training has come. *points*: minutes, and points a hand above the house bot."""

    variant: str
    layers: list[int]
    seed: int
    minutes: float = 0.0
    cpu_minutes: float = 0.0
    rounds: int = 0
    deals: int = 0
    points: list[tuple[float, float]] = field(default_factory=list)


def save(path: Path, learner: Learner, progress: Progress) -> None:
    """Write the checkpoint, whole or not at all."""
    kept = {**asdict(progress), "dice": learner.rng.bit_generator.state}
    steps = {f"{name}_steps": np.array(adam.steps) for name, adam in learner.adams.items()}
    beside = path.with_name(f"{path.name}.new")
    with beside.open("wb") as file:
        np.savez(file, allow_pickle=False, told=np.array(json.dumps(kept)), **_arrays(learner), **steps)
    os.replace(beside, path)


def told(path: Path) -> Progress:
    """Read how far a training has come. Raises `UserError`."""
    try:
        with np.load(path, allow_pickle=False) as found:
            kept = json.loads(str(found["told"]))
            del kept["dice"]
            return Progress(**kept)
    except UNREADABLE as error:
        raise UserError(f"{path}: {error}: accepted is a checkpoint of this program") from None


def restore(path: Path, learner: Learner) -> None:
    """Set the learner as it was."""
    with np.load(path, allow_pickle=False) as found:
        for name, array in _arrays(learner).items():
            array[:] = found[name]
        for name, adam in learner.adams.items():
            adam.steps = int(found[f"{name}_steps"])
        learner.rng.bit_generator.state = json.loads(str(found["told"]))["dice"]


def _arrays(learner: Learner) -> dict[str, np.ndarray[Any, Any]]:
    """Return all arrays of a learner by name."""
    named: dict[str, np.ndarray[Any, Any]] = {}
    for name, adam in learner.adams.items():
        for kind in ("parameters", "moments", "squares"):
            arrays = adam.network.parameters if kind == "parameters" else getattr(adam, kind)
            named |= {f"{name}_{kind}_{place}": array for place, array in enumerate(arrays)}
    return named
