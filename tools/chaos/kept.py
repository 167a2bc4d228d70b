"""Store the account of a run on disk, so that it can continue."""

import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from tools.chaos.schedule import Fault

SETTINGS, DONE, ACCOUNT = "run.json", "done.jsonl", "account.json"
END: Final = Fault("end", "run", 0, 0.0, 0.0)


@dataclass(frozen=True)
class InflictedFault:
    """A fault that was inflicted: its start and end, and the seconds until play continued."""

    fault: Fault
    began: float
    ended: float
    recovery: float


class RunAccount:
    """The account of a run in *folder*; an interruption of the run counts as a fault."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / DONE
        lines = self._path.read_text().splitlines() if self._path.exists() else []
        self.done = [InflictedFault(**{**row, "fault": Fault(**row["fault"])}) for row in map(json.loads, lines)]

    @property
    def faults_done(self) -> int:
        """Number of the schedule's faults so far."""
        return sum(done.fault != END for done in self.done)

    def add(self, done: InflictedFault) -> None:
        """Record a fault."""
        self.done.append(done)
        with self._path.open("a") as file:
            print(json.dumps(asdict(done)), file=file, flush=True)

    def goes_on(self) -> None:
        """Record that the run was interrupted, if it was, and that it continues now."""
        if self.done:
            self.add(InflictedFault(END, self.done[-1].ended, time.time(), 0.0))


def settings_of(folder: Path, given: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of the run in *folder*; a new run gets *given*."""
    path = folder / SETTINGS
    if not path.exists():
        path.write_text(json.dumps(given))
    settings: dict[str, Any] = json.loads(path.read_text())
    return settings
