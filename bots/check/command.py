"""`python -m bots check`: read the command line, and print the verdicts."""

import asyncio
import json
import sys
from pathlib import Path

from arena.rules import find
from bots.check.run import CheckOptions, Verdict, check
from bots.check.target import command_of, file_of
from bots.sdk.bot.parsing import Parser, UserError, number

DESCRIPTION = """Check a bot against a mock arena, and print which cases passed and why others failed.

TARGET is a Python file that ends in `run(MyBot)`, a folder with a bot.toml, or any command: arena bot check -- node
bot.js. The bot finds the address HOST:PORT in $ARENA_SERVER and its token in $ARENA_TOKEN. Without TARGET the check
prints both, and waits for a bot that you start.
"""
WIDTH = 8000  # characters of a printed line: enough for the text of a decision for `--replay`
MARKS = {True: "ok  ", False: "FAIL", None: "-   "}


def command(words: list[str]) -> int:
    """Check a bot; return 0 if no case failed, else 1. Raises `UserError`."""
    given = _parser().read(words)
    variants = [name.strip() for name in given.variants.split(",")] if given.variants else []
    for variant in variants:
        find(variant)
    target = given.target[1:] if given.target[:1] == ["--"] else given.target
    target = [file_of(target[0])] if len(target) == 1 else target
    options = CheckOptions(
        command_of(target) if target else (),
        variants,
        given.quick,
        given.games_only,
        given.only,
        given.patience,
        given.port,
        _find_packs(given.packs, target),
    )
    show = _ignore if given.as_json else _print_verdict
    announce = _ignore if target else _print_address
    try:
        verdicts = asyncio.run(check(options, show, announce))
    except OSError as error:
        raise UserError(f"{' '.join(target) or 'the mock arena'}: {error.strerror or error}") from None
    if all(verdict.passed for verdict in verdicts) and not any(given.only in verdict.case for verdict in verdicts):
        raise UserError(f"--only {given.only}: no case has this in its name; leave --only out to see all names")
    is_good = all(verdict.passed is not False for verdict in verdicts)
    if given.as_json:
        cases = [verdict._asdict() for verdict in verdicts]
        print(json.dumps({"target": target, "passed": is_good, "cases": cases}, ensure_ascii=False))
    else:
        passed, failed = (sum(verdict.passed is each for verdict in verdicts) for each in (True, False))
        print(f"{passed} passed, {failed} failed, {len(verdicts) - passed - failed} not played")
    return 0 if is_good else 1


def _find_packs(given: str | None, target: list[str]) -> Path | None:
    """Return the folder of packs: *given*, else `packs` next to the bot's Python file; None without such a folder."""
    if given is not None:
        if not Path(given).is_dir():
            raise UserError(f"--packs {given} is not a folder; give a folder of packs, as `arena bot keep` writes them")
        return Path(given)
    beside = Path(target[0]).with_name("packs") if len(target) == 1 and target[0].endswith(".py") else None
    return beside if beside is not None and beside.is_dir() else None


def _ignore(*_: object) -> None:
    pass


def _print_address(address: str, token: str) -> None:
    print(f"waiting for a bot: ARENA_SERVER={address} ARENA_TOKEN={token}", file=sys.stderr, flush=True)


def _print_verdict(verdict: Verdict) -> None:
    print(f"{MARKS[verdict.passed]}  {verdict.case}: {verdict.seen}")
    for line in verdict.output:
        print(f"      | {line[:WIDTH]}")
    sys.stdout.flush()


def _parser() -> Parser:
    parser = Parser("arena bot check", description=DESCRIPTION)
    parser.add_argument("target", nargs="*", metavar="TARGET", help="Python file or folder, or -- and a command")
    parser.add_argument("--variants", metavar="V,...", help="variants to check (default all that the bot plays)")
    parser.add_argument("--quick", action="store_true", help="skip the slow cases, such as presets and pauses")
    parser.add_argument("--games-only", action="store_true", help="check decisions and games, not streams")
    parser.add_argument("--only", default="", metavar="TEXT", help="check only cases with this text in their names")
    parser.add_argument("--packs", metavar="FOLDER", help="folder of packs to ask again (default packs next to TARGET)")
    parser.add_argument("--json", dest="as_json", action="store_true", help="print one JSON document")
    parser.add_argument(
        "--patience",
        type=number(0.1, 3600.0),
        default=5.0,
        metavar="SECONDS",
        help="time limit of an answer (default 5); the limit of a pong is a fifth of that",
    )
    parser.add_argument("--port", type=number(0, 65535), default=0, metavar="N", help="port to listen on (default any)")
    return parser
