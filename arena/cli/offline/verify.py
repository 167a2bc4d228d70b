"""`arena verify`: replays records and names every difference."""

from typing import Any

import click

from arena.cli.offline.records import name_of, parse_record, read_lines
from arena.cli.terminal.printing import as_json_option, print_json
from arena.cli.terminal.refusal import Refusal
from arena.rules.records.verify import verify as verify_record


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
