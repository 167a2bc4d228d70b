"""Files of records, JSON Lines: read, and by `arena verify` replayed, with every difference named."""

import json
from collections.abc import Iterator
from typing import Any

import click

from arena.cli.terminal.printing import as_json_option, print_json
from arena.cli.terminal.refusal import Refusal
from arena.rules import verify as verify_record


def read_lines(path: str) -> Iterator[tuple[int, bytes]]:
    """The lines of *path* (``-`` is standard input) that are not blank, with their numbers from 1. Raises `Refusal`."""
    try:
        with click.open_file(path, "rb") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield number, line
    except OSError as problem:
        raise Refusal(f"cannot read {path}: {problem.strerror or problem}") from None


def name_of(path: str) -> str:
    """What to call *path* to a person."""
    return "standard input" if path == "-" else path


def parse_record(line: bytes) -> dict[str, Any]:
    """The JSON object on *line*. Raises `ValueError`, which says why it is none."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as problem:
        raise ValueError(f"is not JSON: {problem}") from None
    if not isinstance(record, dict):
        raise ValueError(f"is not a record, but a JSON {type(record).__name__}")
    return record


@click.command
@click.argument("file")
@as_json_option
def verify(file: str, as_json: bool) -> int:
    """Replay records and name any difference.

    FILE has them as JSON Lines, as `arena export` and `arena selfplay` write them ("-" is standard input). Exit code 1
    when a record differs.
    """
    records, differing = 0, 0
    found: list[dict[str, Any]] = []
    for number, line in read_lines(file):
        records += 1
        differences = _differences(line)
        differing += bool(differences)
        if as_json:
            found += [{"line": number, "difference": difference} for difference in differences]
        else:
            for difference in differences:
                print(f"line {number}: {difference}")
    if not records:
        raise Refusal(f"no record in {name_of(file)}")
    if as_json:
        print_json({"records": records, "differing": differing, "differences": found})
    else:
        print(_summary(records, differing))
    return 1 if differing else 0


def _differences(line: bytes) -> list[str]:
    try:
        return verify_record(parse_record(line))
    except ValueError as problem:
        return [str(problem)]


def _summary(records: int, differing: int) -> str:
    noun = "record" if records == 1 else "records"
    if not differing:
        return f"{records} {noun}, no difference"
    return f"{records} {noun}, {differing} of them {'differs' if differing == 1 else 'differ'}"
