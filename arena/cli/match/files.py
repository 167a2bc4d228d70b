"""The file of a match's records, which it goes on from."""

import json
from pathlib import Path
from typing import Any

from arena.cli.offline.records import parse_record, read_lines
from arena.cli.terminal.refusal import Refusal
from arena.match.settings import Settings

Record = dict[str, Any]


class RecordFile:
    """Where records go, a line each as games end; without a path nowhere."""

    def __init__(self, path: str | None, settings: Settings, resumes: bool) -> None:
        """Read what there is. Raises `Refusal` if that is not of this match."""
        self.known: dict[str, Record] = {}
        self._file = None
        if path is None:
            return
        file = Path(path)
        try:
            if not resumes and file.exists() and file.stat().st_size:
                raise Refusal(f"{path}: there is something in it; --resume {path} goes on with a match")
            if resumes:
                self._read(file, settings)
            self._file = file.open("a", encoding="utf-8", buffering=1)
        except OSError as problem:
            raise Refusal(f"{path}: {problem.strerror or problem}") from None

    @property
    def keeps(self) -> bool:
        """Whether records are written."""
        return self._file is not None

    def keep(self, record: Record) -> None:
        """Write a record."""
        if self._file is not None:
            self._file.write(json.dumps(record, separators=(",", ":")) + "\n")

    def _read(self, file: Path, settings: Settings) -> None:
        _without_half_a_line(file)
        ours = settings.game_id(0, 0).rpartition("-")[0].rpartition("-")[0]
        for number, line in read_lines(str(file)):
            try:
                record = parse_record(line)
            except ValueError as problem:
                raise Refusal(f"{file}: line {number} {problem}") from None
            name = str(record.get("id"))
            if not name.startswith(f"{ours}-"):
                raise Refusal(
                    f"{file}: line {number} is of another match; give bots, variant, options and seed as then"
                )
            self.known[name] = record


def _without_half_a_line(file: Path) -> None:
    """Cut off what a match that was killed had not written to its end."""
    with file.open("r+b") as opened:
        whole = opened.read().rfind(b"\n") + 1
        opened.truncate(whole)
