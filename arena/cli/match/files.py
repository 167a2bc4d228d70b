"""The file of a match's records, which it goes on from."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from arena.cli.offline.records import parse_record, read_lines
from arena.cli.terminal.refusal import Refusal
from arena.escapes import cut
from arena.files import naming
from arena.match.plan import Settings
from arena.match.playing import Played

DEATHS = ".deaths"  # behind the file's name: of games in which processes died, which a record has no place for


class RecordFile:
    """Where records go, a line each as games end; without a path nowhere.

    *matches*: one for each variant, whose games are in the file.
    """

    def __init__(self, path: str | None, matches: Sequence[Settings], resumes: bool) -> None:
        """Read what there is. Raises `OSError`, and `Refusal` if that is not of these matches."""
        self.known: dict[str, Played] = {}
        self._path: Path | None = None
        if path is None:
            return
        self._path = file = Path(path)
        self._deaths = Path(path + DEATHS)
        if not resumes and file.exists() and file.stat().st_size:
            raise Refusal(f"{path}: there is something in it; --resume {path} goes on with a match")
        if resumes:
            self._read(file, matches)
        file.open("a").close()  # what cannot be written is refused before anything is played
        if not resumes:
            self._deaths.unlink(missing_ok=True)

    @property
    def keeps(self) -> bool:
        """Whether records are written."""
        return self._path is not None

    def keep(self, played: Played) -> None:
        """Write a game's record."""
        if self._path is None:
            return
        if any(played.deaths):
            _append(self._deaths, {"id": played.record["id"], "deaths": list(played.deaths)})
        _append(self._path, played.record)

    def _read(self, file: Path, matches: Sequence[Settings]) -> None:
        _without_half_a_line(file)
        ours = tuple(settings.game_id(0, 0).removesuffix("0-0") for settings in matches)
        names = {name for settings in matches for name in settings.names}
        deaths = self._read_deaths()
        for number, line in read_lines(str(file)):
            try:
                record = parse_record(line)
            except ValueError as problem:
                raise Refusal(f"{file}: line {number} {problem}") from None
            name, seats = str(record.get("id")), record.get("seats")
            seated = [str(seat) for seat in seats] if isinstance(seats, list) else []
            strangers = [seat for seat in seated if seat not in names]
            if strangers or not seated or not name.startswith(ours):
                with_whom = f", in which {cut(strangers[0])} played" if strangers else ""
                raise Refusal(
                    f"{file}: line {number} is of another match{with_whom}; give bots, their names and files, variant,"
                    " options, seed and time as then"
                )
            self.known[name] = Played(record, deaths.get(name, [0] * len(seated)))

    def _read_deaths(self) -> dict[str, list[int]]:
        """Return the deaths of games by their records' ids; of a game that was cut off, the last time counts."""
        if not self._deaths.exists():
            return {}
        _without_half_a_line(self._deaths)
        try:
            lines = [json.loads(line) for line in self._deaths.read_text(encoding="utf-8").splitlines()]
            return {str(line["id"]): [int(count) for count in line["deaths"]] for line in lines}
        except (ValueError, LookupError, TypeError):
            raise Refusal(f"{self._deaths}: accepted is what `arena match` wrote there, or no such file") from None


def _append(path: Path, told: dict[str, Any]) -> None:
    with naming(path), path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(told, separators=(",", ":")) + "\n")


def _without_half_a_line(file: Path) -> None:
    """Cut off what a match that was killed had not written to its end."""
    with file.open("r+b") as opened:
        whole = opened.read().rfind(b"\n") + 1
        opened.truncate(whole)
