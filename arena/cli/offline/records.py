"""Reading a file of records, JSON Lines."""

import json
from collections.abc import Iterator
from typing import Any

import click

from arena.cli.terminal.refusal import Refusal


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
