"""`arena verify`: read files of records (JSON Lines), and verify the records."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

import click

from arena.cli.offline.exports.check import find_differences, format_summary, summarize
from arena.cli.offline.exports.export import KINDS, Export
from arena.cli.offline.exports.promises import compare_noted
from arena.cli.terminal.printing import as_json_option, print_json, say
from arena.cli.terminal.refusal import Refusal
from arena.distribution import install_command
from arena.escapes import clip
from arena.files import naming
from arena.league.seeds.beacons import SignatureCheckError
from arena.rules.records.verify import verify as verify_record

MAX_CAUSES: Final = 8
# Parts of a message that vary between differences of one cause: quoted words, numbers, hex digits, parentheses.
PARTICULARS: Final = re.compile(r"'[^']*'|\([^)]*\)|\b[0-9a-f]{8,}\b|\d+")


def _list_causes(differences: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield a line for each cause of differences: the first difference, and the number of similar ones."""
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for each in differences:
        key = "" if "line" in each else str(each["tournament"])
        groups.setdefault((key, PARTICULARS.sub("#", each["difference"])), []).append(each)
    for first, *others in list(groups.values())[:MAX_CAUSES]:
        where = f"line {first['line']}" if "line" in first else clip(first["tournament"])
        last = f", the last in line {others[-1]['line']}" if others and "line" in first else ""
        more = f" (and {len(others)} more like this{last})" if others else ""
        yield f"{where}: {first['difference']}{more}"
    rest = list(groups.values())[MAX_CAUSES:]
    if rest:
        yield f"and {sum(map(len, rest))} differences of {len(rest)} other kinds: --json lists all"


def read_lines(path: str) -> Iterator[tuple[int, bytes]]:
    """Yield number, from 1, and text of each non-blank line of *path* ("-": standard input). Raises `OSError`."""
    with click.open_file(path, "rb") as file, naming(path):
        for number, line in enumerate(file, start=1):
            if line.strip():
                yield number, line


def name_of(path: str) -> str:
    """Return *path* as messages name it: "standard input" for "-"."""
    return "standard input" if path == "-" else path


def parse_record(line: bytes) -> dict[str, Any]:
    """Return the JSON object on *line*. Raises `ValueError` if the line is not a JSON object."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as problem:
        end = "" if line.endswith(b"\n") else "cut off where the file ends: it is "
        raise ValueError(f"the line is {end}not JSON: {problem}") from None
    if not isinstance(record, dict):
        raise ValueError(f"the line is not a record, but a JSON {type(record).__name__}")
    return record


@click.command
@click.argument("file")
@click.option("--root", default="", metavar="HEX", help="Published Merkle root, to compare with the tournament's.")
@click.option("--key", default="", metavar="HEX", help="Public key of the arena, with which to check the signatures.")
@as_json_option
def verify(file: str, root: str, key: str, as_json: bool) -> int:
    """Replay records, and report differences.

    FILE has records as JSON Lines, as `arena export` and `arena selfplay` write them ("-" is
    standard input). For a whole export it checks roots, signatures, seeds, line-ups and seats too,
    as far as the secrets are published. Exit code 1 if something differs.
    """
    records, differing = 0, 0
    differences: list[dict[str, Any]] = []
    exports: list[Export] = []
    for number, line in read_lines(file):
        is_record, own = _read(line, exports)
        records += is_record
        differing += is_record and bool(own)
        differences += [{"line": number, "difference": difference} for difference in own]
    if not records and not exports:
        raise Refusal(f"{name_of(file)} has no record; give a file that `arena export` or `arena selfplay` wrote")
    if (root or key) and not exports:
        raise Refusal(
            f"{'--root' if root else '--key'} is for an export, and {name_of(file)} has only records; give a file that"
            " `arena export` wrote"
        )
    for export in exports:
        try:
            export_differences = [*find_differences(export), *compare_noted(export, root, key)]
        except SignatureCheckError as problem:
            raise Refusal(f"{problem}; {install_command('beacon')}") from None
        differences += [
            {"tournament": str(export.tournament.get("name")), "difference": each} for each in export_differences
        ]
    summaries = [summarize(export) for export in exports]
    if as_json:
        print_json({"records": records, "differing": differing, "differences": differences, "exports": summaries})
    else:
        for text in (*_list_causes(differences), *map(format_summary, summaries)):
            say(text)
        say(_count_records(records, differing, bool(differences)))
    return 1 if differences else 0


def _read(line: bytes, exports: list[Export]) -> tuple[bool, list[str]]:
    """Return whether *line* is the record of a game, and its differences; add export lines to *exports*."""
    try:
        read = parse_record(line)
        if read.get("format") == KINDS[0]:
            exports.append(Export(read))
            return False, []
        is_record = read.get("format") not in KINDS
        differences = verify_record(read) if is_record else []
        if exports:
            exports[-1].add(read)
        elif not is_record:
            return False, [f"{read['format']} comes before its tournament"]
    except (ValueError, KeyError, TypeError) as problem:
        return True, [str(problem)]
    return is_record, differences


def _count_records(records: int, differing: int, is_export: bool) -> str:
    noun = "record" if records == 1 else "records"
    if is_export and not differing:
        return f"{records} {noun}: the differences are in the export, not in the records"
    if not differing:
        return f"{records} {noun}, no difference"
    return f"{records} {noun}, {differing} of them {'differs' if differing == 1 else 'differ'}"
