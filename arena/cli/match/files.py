"""Write the records of a match to a file, and read them to resume the match."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from arena.cli.offline.records import parse_record, read_lines
from arena.cli.terminal.refusal import Refusal
from arena.escapes import clip
from arena.files import naming
from arena.match.plan import Settings
from arena.match.playing import Played

DEATHS = ".deaths"  # suffix of a second file, with the deaths of bot processes, for which records have no field


class RecordFile:
    """The file of the records of *matches*, one per variant; without a path, nothing is written."""

    def __init__(self, path: str | None, matches: Sequence[Settings], resumes: bool) -> None:
        """Open the file. Raises `OSError`; `Refusal` for records of another match, or a file that is not empty."""
        self.known: dict[str, Played] = {}
        self._path: Path | None = None
        if path is None:
            return
        self._path = file = Path(path)
        self._deaths = Path(path + DEATHS)
        if not resumes and file.is_file() and file.stat().st_size:
            raise Refusal(f"{path} is not empty; resume its match with --resume {path}, or give another file")
        if resumes:
            self._read(file, matches)
        file.open("a").close()  # raises now, before games begin, if the file cannot be written
        if not resumes:
            self._deaths.unlink(missing_ok=True)

    @property
    def keeps(self) -> bool:
        """Whether records are written to a file."""
        return self._path is not None

    def keep(self, played: Played) -> None:
        """Append a game's record to the file; do nothing without a file. Raises `OSError`."""
        if self._path is None:
            return
        if any(played.deaths):
            _append(self._deaths, {"id": played.record["id"], "deaths": list(played.deaths)})
        _append(self._path, played.record)

    def _read(self, file: Path, matches: Sequence[Settings]) -> None:
        _remove_partial_line(file)
        ours = tuple(settings.game_id(0, 0).removesuffix("0-0") for settings in matches)
        names = {name for settings in matches for name in settings.names}
        deaths = self._read_deaths()
        for number, line in read_lines(str(file)):
            try:
                record = parse_record(line)
            except ValueError as problem:
                raise Refusal(f"{file}: line {number}: {problem}") from None
            name, seats = str(record.get("id")), record.get("seats")
            seated = [str(seat) for seat in seats] if isinstance(seats, list) else []
            others = [seat for seat in seated if seat not in names]
            if others or not seated or not name.startswith(ours):
                player = f", in which {clip(others[0])} played" if others else ""
                raise Refusal(
                    f"{file}: line {number} is of another match{player}; give the same bots, files, variants, options,"
                    " seed and times as before"
                )
            self.known[name] = Played(record, deaths.get(name, [0] * len(seated)))

    def _read_deaths(self) -> dict[str, list[int]]:
        """Return the number of process deaths of each seat, by record id; the last line of a game counts."""
        if not self._deaths.exists():
            return {}
        _remove_partial_line(self._deaths)
        try:
            lines = [json.loads(line) for line in self._deaths.read_text(encoding="utf-8").splitlines()]
            return {str(line["id"]): [int(count) for count in line["deaths"]] for line in lines}
        except (ValueError, LookupError, TypeError):
            raise Refusal(f"{self._deaths} is damaged; restore what `arena match` wrote, or remove it") from None


def _append(path: Path, line: dict[str, Any]) -> None:
    with naming(path), path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line, separators=(",", ":")) + "\n")


def _remove_partial_line(file: Path) -> None:
    """Remove the last line of *file* if it is incomplete, because the match was killed while it wrote the line."""
    with file.open("r+b") as opened:
        opened.truncate(opened.read().rfind(b"\n") + 1)
