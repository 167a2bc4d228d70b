"""The same learner with PyTorch, on a GPU where there is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import torch

from bots.examples.neural.learner import CLIP, Learner, Samples
from bots.examples.neural.network import LARGEST
from bots.sdk.vector import ACTIONS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.floating[Any]]


class TorchLearner(Learner):
    """Steps and scores by PyTorch; its networks are copied back after each round, for checkpoints."""

    def __init__(self, width: int, hidden: int, sizes: Sequence[int], seed: int) -> None:
        super().__init__(width, hidden, sizes, seed)
        self.device: Final = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.restored()

    def restored(self) -> None:
        """Take the networks' parameters over; Adam begins anew."""
        self.tensors: dict[str, list[Any]] = {}
        self.optimisers: dict[str, Any] = {}
        for name, network in (("policy", self.policy), ("critic", self.critic)):
            found = [torch.tensor(each, device=self.device, requires_grad=True) for each in network.parameters]
            self.tensors[name], self.optimisers[name] = found, torch.optim.Adam(found)

    def outputs(self, seen: Floats) -> Floats:
        with torch.no_grad():
            found: Floats = self._forward("policy", self._put(seen)).cpu().numpy()
        return found

    def values(self, seen: Floats, hidden: NDArray[np.int8]) -> Floats:
        with torch.no_grad():
            x = torch.cat([self._put(seen), self._put(hidden).float()], 1)
            found: Floats = self._forward("critic", x)[:, 0].cpu().numpy()
        return found

    def policy_step(self, part: Samples, rate: float, entropy: float | None) -> float:
        playing, action = self._put(part.playing), self._put(part.action)
        outputs = self._forward("policy", self._put(part.seen))
        scores = torch.where(playing[:, None], outputs[:, :ACTIONS], outputs[:, ACTIONS:])
        logs = torch.log_softmax(torch.where(self._put(part.legal), scores, -1e9), 1)
        chance = logs.gather(1, action[:, None])[:, 0]
        loss = -chance.mean()
        if entropy is not None:
            ratio, gain = torch.exp(chance - self._put(part.chance)), self._put(part.advantage)
            spread = -(logs.exp() * logs.clamp(min=-30)).sum(1)
            surrogate = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
            loss = -(surrogate + entropy * spread).mean()
        self._step("policy", loss, rate)
        return float(-chance.detach().mean())

    def critic_step(self, part: Samples, rate: float) -> float:
        x = torch.cat([self._put(part.seen), self._put(part.hidden).float()], 1)
        loss = ((self._forward("critic", x)[:, 0] - self._put(part.value)) ** 2).mean()
        self._step("critic", loss, rate)
        return float(loss.detach())

    def learned(self) -> None:
        """Copy the parameters back into the networks."""
        for name, network in (("policy", self.policy), ("critic", self.critic)):
            for each, tensor in zip(network.parameters, self.tensors[name], strict=True):
                each[:] = tensor.detach().cpu().numpy()

    def _put(self, array: NDArray[Any]) -> Any:
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.device)

    def _forward(self, name: str, x: Any) -> Any:
        tensors = self.tensors[name]
        for place in range(0, len(tensors), 2):
            x = x @ tensors[place] + tensors[place + 1]
            x = torch.relu(x) if place < len(tensors) - 2 else x
        return x

    def _step(self, name: str, loss: Any, rate: float) -> None:
        adam = self.optimisers[name]
        adam.param_groups[0]["lr"] = rate
        adam.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.tensors[name], LARGEST)
        adam.step()
