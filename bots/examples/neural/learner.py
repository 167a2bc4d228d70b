"""Learn by imitation, and by proximal policy optimisation with a critic that sees all cards.

PPO is from Schulman et al. 2017, its advantages from Schulman et al. 2016. A critic that sees hidden cards is from
PerfectDou (Yang et al. 2022).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from arena.rules import Kind
from bots.examples.neural.hands import Hands
from bots.examples.neural.network import OUTPUTS, Adam, Network, log_softmax, outputs_of, scores_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bots.sdk.vector.batch import Batch

    Floats = NDArray[np.floating[Any]]

MINIBATCH: Final = 1024  # samples
EPOCHS: Final = 2  # times that each sample is used
CLIP: Final = 0.2  # largest relative change of a probability in one update
TRACE: Final = 0.95  # lambda of the generalised advantage estimate
MIN_LOG: Final = -30  # lower limit of a log-probability in the entropy
POINTS: Final = 50  # game points that make one unit of the critic's output


class Samples(NamedTuple):
    """Decisions of the learner that had a choice, as parallel arrays in any order."""

    seen: Floats
    hidden: NDArray[np.int8]
    legal: NDArray[np.bool_]
    playing: NDArray[np.bool_]
    action: NDArray[np.int64]
    advantage: Floats
    value: Floats  # the target of the critic's output
    chance: Floats  # the log-probability of the action when it was chosen


class Learner:
    """A policy network and its critic network, in numpy."""

    def __init__(self, width: int, hidden: int, sizes: Sequence[int], seed: int) -> None:
        """Create both networks, random by *seed*. *hidden*: further inputs of the critic; *sizes*: units by layer."""
        self.rng: Final = np.random.default_rng(seed)
        self.policy: Final = Network.draw((width, *sizes, OUTPUTS), self.rng)
        self.critic: Final = Network.draw((width + hidden, *sizes, 1), self.rng)
        self.adams: dict[str, Any] = {"policy": Adam(self.policy), "critic": Adam(self.critic)}

    def act(self, batch: Batch, seen: Floats) -> NDArray[np.int64]:
        """Draw an action for each row from the policy's softmax. *seen*: the network's inputs of each row."""
        scores = scores_of(self.policy.forward(seen)[-1], batch.kind == Kind.PLAY)
        return batch.best(scores + self.rng.gumbel(size=scores.shape))

    def imitate(self, hands: Hands, rate: float) -> float:
        """Train the policy to imitate the actions of *hands*; return the cross-entropy. *rate*: learning rate."""
        return self._learn(self._samples(hands), rate, None)[0]

    def improve(self, hands: Hands, rate: float, entropy: float) -> float:
        """Train the policy and the critic by PPO; return the mean squared error of the critic."""
        return self._learn(self._samples(hands), rate, entropy)[1]

    def policy_step(self, part: Samples, rate: float, entropy: float | None) -> float:
        """Update the policy by one minibatch; return the cross-entropy of its actions.

        *rate*: learning rate. *entropy*: weight of the entropy bonus in a step of PPO. None: a step of imitation.
        """
        layers = self.policy.forward(part.seen)
        logs = log_softmax(scores_of(layers[-1], part.playing), part.legal)
        rows = np.arange(len(logs))
        chances, chance = np.exp(logs), logs[rows, part.action]
        slope = -chances  # the gradient of the action's log-probability with respect to the scores
        slope[rows, part.action] += 1
        if entropy is not None:
            ratio = np.exp(chance - part.chance)
            unclipped = np.where(part.advantage > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
            slope *= (part.advantage * ratio * unclipped)[:, None]
            logs = np.maximum(logs, MIN_LOG)
            slope -= entropy * chances * (logs - (chances * logs).sum(axis=1, keepdims=True))
        slope /= -len(rows)
        self.adams["policy"].step(self.policy.gradients(layers, outputs_of(slope, part.playing)), rate)
        return float(-chance.mean())

    def critic_step(self, part: Samples, rate: float) -> float:
        """Update the critic by one minibatch; return its mean squared error. *rate*: learning rate."""
        layers = self.critic.forward(_join(part.seen, part.hidden))
        error = layers[-1][:, 0] - part.value
        self.adams["critic"].step(self.critic.gradients(layers, (2 / len(error)) * error[:, None]), rate)
        return float((error * error).mean())

    def _learn(self, samples: Samples, rate: float, entropy: float | None) -> tuple[float, float]:
        losses = []
        for _ in range(EPOCHS):
            order = self.rng.permutation(len(samples.action))
            for start in range(0, len(order), MINIBATCH):
                part = Samples._make(column[order[start : start + MINIBATCH]] for column in samples)
                losses.append((self.policy_step(part, rate, entropy), self.critic_step(part, rate)))
        policy, critic = np.mean(losses, axis=0)
        return float(policy), float(critic)

    def _samples(self, hands: Hands) -> Samples:
        values = np.zeros(hands.own.shape, np.float32)
        expected = self.critic.forward(_join(hands.seen[hands.own], hands.hidden[hands.own]))[-1]
        values[hands.own] = expected[:, 0]  # in units of `POINTS` game points
        advantages = advantages_of(hands, values)
        chosen = hands.own & (hands.legal.sum(axis=2) > 1)
        seen, legal, playing, action = (
            column[chosen] for column in (hands.seen, hands.legal, hands.playing, hands.action)
        )
        gain = advantages[chosen]
        logs = log_softmax(scores_of(self.policy.forward(seen)[-1], playing), legal)
        return Samples(
            seen=seen,
            hidden=hands.hidden[chosen],
            legal=legal,
            playing=playing,
            action=action,
            advantage=(gain - gain.mean()) / (gain.std() + 1e-6),
            value=gain + values[chosen],
            chance=logs[np.arange(len(action)), action],
        )


def advantages_of(hands: Hands, values: Floats) -> Floats:
    """Return generalised advantages, shape (t, n), along the chain of each player's decisions.

    *values*: the critic's outputs for these decisions, shape (t, n).
    """
    rows = np.arange(values.shape[1])
    ahead = hands.reward / np.float32(POINTS)  # the value of each player's next decision; the reward after the last one
    trace = np.zeros_like(ahead)
    advantages = np.zeros_like(values)
    for place in range(len(values) - 1, -1, -1):
        player = hands.player[place].astype(np.int64)
        gain = ahead[rows, player] - values[place]
        advantages[place] = gain + np.float32(TRACE) * trace[rows, player]
        trace[rows, player], ahead[rows, player] = advantages[place], values[place]
    return advantages


def _join(seen: Floats, hidden: NDArray[np.int8]) -> Floats:
    return np.concatenate([seen, hidden], axis=1, dtype=np.float32)
