"""Write the records of a match to a file, and read them to resume the match."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from arena.cli.offline.records import parse_record, read_lines
from arena.cli.terminal.refusal import Refusal
from arena.escapes import clip
from arena.files import naming
from arena.match.plan import Settings
from arena.match.playing import Played

UNRECORDED = ".more"  # suffix of a second file, with the counts for which records have no field


class RecordFile:
    """The file of the records of *matches*, one per variant; without a path, nothing is written."""

    def __init__(self, path: str | None, matches: Sequence[Settings], resumes: bool) -> None:
        """Open the file. Raises `OSError`; `Refusal` for records of another match, or a file that is not empty."""
        self.known: dict[str, Played] = {}
        self._path: Path | None = None
        if path is None:
            return
        self._path = file = Path(path)
        self._unrecorded = Path(path + UNRECORDED)
        if not resumes and file.is_file() and file.stat().st_size:
            raise Refusal(f"{path} is not empty; resume its match with --resume {path}, or give another file")
        if resumes:
            self._read(file, matches)
        file.open("a").close()  # raises now, before games begin, if the file cannot be written
        if not resumes:
            self._unrecorded.unlink(missing_ok=True)

    @property
    def path(self) -> str | None:
        """The path of the file; None if no records are written."""
        return None if self._path is None else str(self._path)

    def keep(self, played: Played) -> None:
        """Append a game's record to the file; do nothing without a file. Raises `OSError`."""
        if self._path is None:
            return
        if any(sum(each.values()) for each in played.unrecorded):
            _append(self._unrecorded, {"id": played.record["id"], "seats": list(played.unrecorded)})
        _append(self._path, played.record)

    def _read(self, file: Path, matches: Sequence[Settings]) -> None:
        _remove_partial_line(file)
        ours = tuple(settings.game_id(0, 0).removesuffix("0-0") for settings in matches)
        names = {name for settings in matches for name in settings.names}
        unrecorded = self._read_unrecorded()
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
            self.known[name] = Played(record, unrecorded.get(name, []))

    def _read_unrecorded(self) -> dict[str, list[Counter[str]]]:
        """Return the counts of each seat by record id; the last line of a game counts."""
        if not self._unrecorded.exists():
            return {}
        _remove_partial_line(self._unrecorded)
        try:
            lines = [json.loads(line) for line in self._unrecorded.read_text(encoding="utf-8").splitlines()]
            return {str(line["id"]): [Counter(seat) for seat in line["seats"]] for line in lines}
        except (ValueError, LookupError, TypeError):
            raise Refusal(f"{self._unrecorded} is damaged; restore what `arena match` wrote, or remove it") from None


def _append(path: Path, line: dict[str, Any]) -> None:
    with naming(path), path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line, separators=(",", ":")) + "\n")


def _remove_partial_line(file: Path) -> None:
    """Remove the last line of *file* if it is incomplete, because the match was killed while it wrote the line."""
    with file.open("r+b") as opened:
        opened.truncate(opened.read().rfind(b"\n") + 1)
