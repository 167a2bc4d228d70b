"""Train in rounds of playing and learning: first imitate a house bot, then play against it and against itself."""

from __future__ import annotations

import json
import os
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from bots.examples.neural.features import features
from bots.examples.neural.hands import PracticeRoom
from bots.examples.neural.learner import Learner
from bots.examples.neural.weights import UNREADABLE
from bots.sdk.bot.parsing import UserError
from bots.sdk.vector import CARDS

HOUSE: Final = "simple"  # the house bot that is imitated, then played against
AGAINST_HOUSE: Final = 0.5  # share of the tables with house bots; at the others the policy plays all seats
IMITATING: Final = 0.05  # share of the training that imitates
RATE: Final = 1e-3  # initial learning rate
LAST_RATE: Final = 0.05  # final learning rate, as a share of `RATE`
ENTROPY: Final = 0.01  # initial weight of the entropy, in standard deviations of the advantage


@dataclass
class Progress:
    """Options and progress of a training. *points*: (minutes, points a hand above the house bot)."""

    variant: str
    layers: list[int]
    seed: int
    minutes: float = 0.0
    cpu_minutes: float = 0.0
    rounds: int = 0
    deals: int = 0
    points: list[tuple[float, float]] = field(default_factory=list)


class Training:
    """Tables, the learner that plays there, and the training's progress."""

    def __init__(self, progress: Progress, tables: int) -> None:
        self.progress: Final = progress
        self.room: Final = PracticeRoom(progress.variant, tables, HOUSE, AGAINST_HOUSE, progress.seed)
        width = features(self.room.tables.batch).shape[1]
        self.learner: Final = Learner(width, (self.room.seats - 1) * CARDS, progress.layers, progress.seed)

    @classmethod
    def resume(cls, path: Path, tables: int) -> Training:
        """Continue the training saved in the checkpoint *path*, with this number of *tables*. Raises `UserError`."""
        try:
            with np.load(path, allow_pickle=False) as arrays:
                progress = json.loads(str(arrays["progress"]))
                dice = progress.pop("dice")
                training = cls(Progress(**progress), tables)
                for name, array in _arrays(training.learner).items():
                    array[:] = arrays[name]
                for name, adam in training.learner.adams.items():
                    adam.steps = int(arrays[f"{name}_steps"])
        except UNREADABLE as error:
            raise UserError(f"{path} cannot be read ({error}); give a checkpoint of this program") from None
        training.learner.rng.bit_generator.state = dice
        return training

    def round(self, done: float) -> tuple[float, float | None]:
        """Play a hand at every table, and learn from it. *done*: the share (0 to 1) of the training that is finished.

        Return the loss, and the points a hand above the house bot; None instead of points during imitation.
        """
        progress, learner = self.progress, self.learner
        began, cpu = time.monotonic(), time.process_time()
        ahead = None
        if done < IMITATING:
            loss = learner.imitate(self.room.play(progress.deals, None), RATE)
        else:
            hands = self.room.play(progress.deals, learner.act)
            loss = learner.improve(hands, RATE * (1 - (1 - LAST_RATE) * done), ENTROPY * (1 - done))
            # A reward is the player's points minus the mean of the table, which includes the player's own points.
            others = self.room.seats - 1
            ahead = float(hands.reward[self.room.against, 0].mean()) * (others + 1) / others
        progress.rounds += 1
        progress.deals += self.room.boards
        progress.minutes += (time.monotonic() - began) / 60
        progress.cpu_minutes += (time.process_time() - cpu) / 60
        return loss, ahead

    def save(self, path: Path) -> None:
        """Write a checkpoint to *path*, atomically."""
        progress = {**asdict(self.progress), "dice": self.learner.rng.bit_generator.state}
        steps = {f"{name}_steps": np.array(adam.steps) for name, adam in self.learner.adams.items()}
        draft = path.with_name(f"{path.name}.new")
        with draft.open("wb") as file:
            document = np.array(json.dumps(progress))
            np.savez(file, allow_pickle=False, progress=document, **_arrays(self.learner), **steps)
        os.replace(draft, path)


def _arrays(learner: Learner) -> dict[str, np.ndarray[Any, Any]]:
    named: dict[str, np.ndarray[Any, Any]] = {}
    for name, adam in learner.adams.items():
        for kind in ("parameters", "moments", "squares"):
            arrays = adam.network.parameters if kind == "parameters" else getattr(adam, kind)
            named |= {f"{name}_{kind}_{place}": array for place, array in enumerate(arrays)}
    return named
