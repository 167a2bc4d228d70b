"""`arena trace`: collect what logs say about one request, block, board, seat, decision or batch."""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import click

from arena.cli.terminal.printing import as_json_option, print_json, say
from arena.cli.terminal.refusal import Refusal
from arena.escapes import clip
from arena.files import naming
from arena.local.state import default_folder
from arena.logs import IDS, of_decision

# The field whose values belong to a thing too, by the field that names the thing. Gateways know no blocks, but seats.
LEADS: Final = {"block": "seat", "board": "seat", "decision": "batch", "seat": "batch"}
NAMES: Final = tuple(name for name in IDS if name not in ("lease", "decisions"))
MAX_LINES: Final = 10_000
SHOWN: Final = ("time", "part", "level", "message")

Line = dict[str, Any]
Id = tuple[str, str]  # the name of a field and a value of it


@click.command
@click.argument("id")
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@as_json_option
def trace(id: str, paths: Sequence[Path], as_json: bool) -> None:
    """Print what the logs in PATHS say about ID, in order of time.

    ID is the id of a request, block, board, seat, batch or decision (SEAT-NUMBER); block=7 is only the block of that
    id. PATHS are files or folders; the default is the folder of the logs of `arena up`. The logs must be JSON
    (ARENA_LOG_FORMAT=json), or logs of decisions that a bot writes with --log.
    """
    files = [file for path in paths or [default_folder() / "logs"] for file in files_in(path)]
    lines = collect(id, files)
    if not lines:
        raise Refusal(
            f"no line of {len(files)} files is about {clip(id)!r}; give the id as a log has it, and start the arena"
            " with ARENA_LOG_FORMAT=json, and with ARENA_LOG_LEVEL=debug for decisions"
        )
    if as_json:
        print_json(lines)
        return
    for line in lines:
        about = " ".join(f"{name}={line[name]}" for name in IDS if name in line and name != "decisions")
        say("  ".join([*(str(line.get(name, "")) for name in SHOWN), about]).rstrip())
        for each in str(line.get("error", "")).splitlines():
            say(f"    {each}")


def files_in(path: Path) -> list[Path]:
    """Return the file *path*, or the files in the folder *path* and its folders, in order of their names."""
    return sorted(each for each in path.rglob("*") if each.is_file()) if path.is_dir() else [path]


def collect(id: str, files: Sequence[Path]) -> list[Line]:
    """Return the lines about *id*, and about what belongs to it, in order of time.

    Raises `Refusal` if there are more than `MAX_LINES`.
    """
    name, _, value = id.rpartition("=")
    wanted = {(each, value) for each in NAMES if name in ("", each)}
    following = wanted
    while following:  # a block leads to its seats, and these to their batches
        found = {lead for line in _lines_about(following, files) for lead in _leads(line, following)}
        following, wanted = found - wanted, wanted | found
    lines = []
    for line in _lines_about(wanted, files):
        lines.append(line)
        if len(lines) > MAX_LINES:
            raise Refusal(f"more than {MAX_LINES} lines are about {clip(id)!r}; name a seat or a decision of it")
    return sorted(lines, key=lambda line: str(line.get("time", "")))


def _lines_about(ids: set[Id], files: Sequence[Path]) -> Iterator[Line]:
    """Yield the lines whose ids include one of *ids*. Other lines are not parsed."""
    words = {value for _, value in ids}
    words |= {str(int(each.partition("-")[0], 16)) for each in words if re.fullmatch("[0-9a-f]{1,16}(-[0-9]+)?", each)}
    pattern = re.compile("|".join(map(re.escape, words)))
    for path in files:
        with naming(path), path.open(encoding="utf-8", errors="replace") as file:
            for text in file:
                if pattern.search(text) and (line := _parse(text, path)) and not ids.isdisjoint(_ids_of(line)):
                    yield line


def _parse(text: str, path: Path) -> Line | None:
    try:
        line = json.loads(text)
        if not isinstance(line, dict):
            return None
        if "seat_ids" in line:
            rows = zip(map(int, line["seat_ids"]), line["numbers"], strict=True)
            return _of_bot(line, path, {"decisions": [of_decision(*row)["decision"] for row in rows]})
        if "number" in line:
            return _of_bot(line, path, of_decision(int(line["seat_id"]), line["number"]))
        return _of_bot(line, path, {"seat": f"{int(line['seat_id']):x}"}) if "seat_id" in line else line
    except (ValueError, TypeError, KeyError):
        return None


def _of_bot(line: Line, path: Path, ids: dict[str, Any]) -> Line:
    """Return a line of a bot's log (docs/reference/kit.md) in the form of the arena's lines."""
    said = {name: line[name] for name in ("kind", "answer", "error", "think_ms", "rows", "game_over") if line.get(name)}
    return {"time": line.get("time", ""), "level": "info", "part": path.name, "message": json.dumps(said), **ids}


def _ids_of(line: Line) -> Iterator[Id]:
    for name in NAMES:
        if name in line:
            yield name, str(line[name])
    for decision in line.get("decisions", ()):
        yield "decision", str(decision)
        yield "seat", str(decision).partition("-")[0]


def _leads(line: Line, ids: set[Id]) -> Iterator[Id]:
    for name, value in _ids_of(line):
        lead = LEADS.get(name)
        if (name, value) in ids and lead in line:
            yield lead, str(line[lead])
