"""The file of played boards, from which a stopped measurement continues."""

import json
from collections import defaultdict
from pathlib import Path

from tools.bench.strength.boards import ROOT, Gain, Step, code


class BoardFile:
    """Gains by step and seed as JSON lines, in a file named by a hash of the code behind the bots' play."""

    def __init__(self, folder: Path = ROOT / "build") -> None:
        folder.mkdir(exist_ok=True)
        self.path = folder / f"strength-{code()}.jsonl"
        self._gains: defaultdict[tuple[Step, int], list[Gain]] = defaultdict(list)
        if self.path.exists():
            self._read()

    def of(self, step: Step, seed: int) -> list[Gain]:
        """Return the stored gains of a step."""
        return self._gains[step, seed]

    def add(self, step: Step, seed: int, gain: Gain) -> None:
        """Store the step's next board."""
        gains = self.of(step, seed)
        line = {**step._asdict(), "seed": seed, "board": len(gains), **gain._asdict()}
        with self.path.open("a") as file:
            file.write(json.dumps(line) + "\n")
        gains.append(gain)

    def _read(self) -> None:
        """Read complete lines; cut off the incomplete end that a killed measurement left."""
        with self.path.open("r+b") as file:
            text = file.read()
            file.truncate(text.rfind(b"\n") + 1)
        for line in text[: text.rfind(b"\n") + 1].decode().splitlines():
            entry = json.loads(line)
            gains = self.of(Step(entry["variant"], entry["first"], entry["second"]), entry["seed"])
            if entry["board"] == len(gains):  # else two measurements ran at once, with equal boards
                gains.append(Gain(entry["points"], entry["seconds"]))
