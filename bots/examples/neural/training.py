"""Rounds of playing and learning: first imitation of a house bot, then play with itself and with that bot."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

import numpy as np

from bots.examples.neural.checkpoint import Progress, restore, save, told
from bots.examples.neural.features import features
from bots.examples.neural.hands import Room
from bots.examples.neural.learner import Learner
from bots.examples.neural.weights import Weights, rounded
from bots.sdk.vector import CARDS

HOUSE: Final = "simple"
AGAINST_HOUSE: Final = 0.5  # of the tables; at the others the policy plays itself
IMITATING: Final = 0.05  # of the training
RATE: Final = 1e-3  # of learning
LAST_RATE: Final = 0.05  # of it at the end
ENTROPY: Final = 0.01  # what an undecided policy is worth at first, in spreads of the advantage


class Training:
    """Tables, a learner at them, and how far it has come."""

    def __init__(self, progress: Progress, tables: int) -> None:
        self.progress: Final = progress
        self.room: Final = Room(progress.variant, tables, HOUSE, AGAINST_HOUSE, progress.seed)
        width = features(self.room.tables.batch).shape[1]
        self.learner: Final = Learner(width, (self.room.seats - 1) * CARDS, progress.layers, progress.seed)

    @classmethod
    def resumed(cls, path: Path, tables: int) -> Training:
        """Go on from a checkpoint. Raises `UserError`."""
        training = cls(told(path), tables)
        restore(path, training.learner)
        return training

    def round(self, done: float) -> tuple[float, float | None]:
        """Play and learn a hand at every table; *done* is the share of the training that is over.

        Returns the loss, and the points a hand above the house bot: None while it is imitated.
        """
        progress, learner = self.progress, self.learner
        began, cpu = time.monotonic(), time.process_time()
        ahead = None
        if done < IMITATING:
            loss = learner.imitate(self.room.play(progress.deals, None), RATE)
        else:
            hands = self.room.play(progress.deals, learner.act)
            loss = learner.improve(hands, RATE * (1 - (1 - LAST_RATE) * done), ENTROPY * (1 - done))
            # A reward is above the table's mean, of which the own points are a part.
            others = self.room.seats - 1
            ahead = float(hands.reward[self.room.against, 0].mean()) * (others + 1) / others
        progress.rounds += 1
        progress.deals += self.room.boards
        progress.minutes += (time.monotonic() - began) / 60
        progress.cpu_minutes += (time.process_time() - cpu) / 60
        return loss, ahead

    def note(self, ahead: list[float]) -> None:
        """Add a point to the plot."""
        if ahead:
            self.progress.points.append((self.progress.minutes, float(np.mean(ahead))))

    def save(self, path: Path) -> None:
        """Write the checkpoint."""
        save(path, self.learner, self.progress)

    def weights(self) -> Weights:
        """Return the policy as it plays."""
        return rounded(self.progress.variant, self.learner.policy.parameters)
