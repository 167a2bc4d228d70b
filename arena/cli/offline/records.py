"""Read files of records (JSON Lines), and check them for `arena verify`."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

import click

from arena.cli.offline.exports.check import differences as broken
from arena.cli.offline.exports.check import in_words, summary
from arena.cli.offline.exports.export import KINDS, Export
from arena.cli.offline.exports.promises import unlike_noted
from arena.cli.terminal.printing import as_json_option, print_json, say
from arena.cli.terminal.refusal import Refusal
from arena.distribution import install_command
from arena.escapes import cut
from arena.files import naming
from arena.league.seeds.beacons import CannotCheck
from arena.rules.records.verify import verify as verify_record

MOST_CAUSES: Final = 8  # that are printed
# What differs between differences of one cause: quoted words, numbers, hex digits and what is in parentheses.
PARTICULARS: Final = re.compile(r"'[^']*'|\([^)]*\)|\b[0-9a-f]{8,}\b|\d+")


def causes(differences: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield a line for each cause: its first difference, and how many more there are."""
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for each in differences:
        key = "" if "line" in each else str(each["tournament"])
        groups.setdefault((key, PARTICULARS.sub("#", each["difference"])), []).append(each)
    for first, *others in list(groups.values())[:MOST_CAUSES]:
        where = f"line {first['line']}" if "line" in first else cut(first["tournament"])
        yield f"{where}: {first['difference']}{_more(others)}"
    rest = list(groups.values())[MOST_CAUSES:]
    if rest:
        yield f"and {sum(map(len, rest))} differences of {len(rest)} other kinds: --json lists all"


def _more(others: Sequence[dict[str, Any]]) -> str:
    if not others:
        return ""
    upto = f", the last in line {others[-1]['line']}" if "line" in others[-1] else ""
    return f" (and {len(others)} more like this{upto})"


def read_lines(path: str) -> Iterator[tuple[int, bytes]]:
    """Yield the non-blank lines of *path*, numbered from 1.

    ``-`` is standard input. Raises `OSError`.
    """
    with click.open_file(path, "rb") as file, naming(path):
        for number, line in enumerate(file, start=1):
            if line.strip():
                yield number, line


def name_of(path: str) -> str:
    """What to call *path* to a person."""
    return "standard input" if path == "-" else path


def parse_record(line: bytes) -> dict[str, Any]:
    """The JSON object on *line*. Raises `ValueError`, which says why it is none."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as problem:
        end = "" if line.endswith(b"\n") else "is cut off where the file ends: it "
        raise ValueError(f"{end}is not JSON: {problem}") from None
    if not isinstance(record, dict):
        raise ValueError(f"is not a record, but a JSON {type(record).__name__}")
    return record


@click.command
@click.argument("file")
@click.option("--root", default="", metavar="HEX", help="Merkle root of the tournament, as it was published.")
@click.option("--key", default="", metavar="HEX", help="Public key of the roots' signatures.")
@as_json_option
def verify(file: str, root: str, key: str, as_json: bool) -> int:
    """Replay records, and report what breaks its commitments.

    FILE has them as JSON Lines, as `arena export` and `arena selfplay` write them ("-" is standard input). Of a whole
    export roots, signatures, seeds, line-ups and who sat where are checked too, as far as its secrets are told. Exit
    code 1 when something differs.
    """
    records, differing = 0, 0
    found: list[dict[str, Any]] = []
    exports: list[Export] = []
    for number, line in read_lines(file):
        is_record, differences = _read(line, exports)
        records += is_record
        differing += is_record and bool(differences)
        found += [{"line": number, "difference": difference} for difference in differences]
    if not records and not exports:
        raise Refusal(f"no record in {name_of(file)}")
    if (root or key) and not exports:
        raise Refusal(f"root, key: {name_of(file)} has records alone; give a file that `arena export` wrote")
    for export in exports:
        try:
            name, strange = str(export.tournament.get("name")), [*broken(export), *unlike_noted(export, root, key)]
        except CannotCheck as problem:
            raise Refusal(f"{problem}; {install_command('beacon')}") from None
        found += [{"tournament": name, "difference": difference} for difference in strange]
    summaries = [summary(export) for export in exports]
    if as_json:
        print_json({"records": records, "differing": differing, "differences": found, "exports": summaries})
    else:
        for cause in causes(found):
            say(cause)
        for each in summaries:
            say(in_words(each))
        say(_summary(records, differing, bool(found)))
    return 1 if found else 0


def _read(line: bytes, exports: list[Export]) -> tuple[bool, list[str]]:
    """Return whether a line counts as a record, and its differences.

    Parts of a whole export are added to *exports*.
    """
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


def _summary(records: int, differing: int, found: bool) -> str:
    noun = "record" if records == 1 else "records"
    if found and not differing:
        return f"{records} {noun}: the differences are not in them, but in the export"
    if not differing:
        return f"{records} {noun}, no difference"
    return f"{records} {noun}, {differing} of them {'differs' if differing == 1 else 'differ'}"
