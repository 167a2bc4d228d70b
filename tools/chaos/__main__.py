"""Break a running tournament again and again: `python -m tools.chaos --help`."""

import argparse
import json
import signal
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Final

from tests.arguments import Parser, number_from
from tools.chaos.broken import STATE, broken_house, folder_of, parts_of
from tools.chaos.check import check_house
from tools.chaos.disk import own_disk
from tools.chaos.kept import ACCOUNT, RunAccount, settings_of
from tools.chaos.report import format_account, merge_accounts, report
from tools.chaos.run import run
from tools.chaos.schedule import PARTS, faults
from tools.chaos.voids import voids

NO_DISK: Final = "its disk is the machine's: --disk"
INTERRUPTED: Final = 130
BOARDS: Final = 40


def main() -> int:
    """Break, finish, check, and print a table; return 1 if something is wrong."""
    given = _parse_arguments()
    if given.together:
        accounts = [json.loads((folder / ACCOUNT).read_text()) for folder in given.together]
        account = merge_accounts(accounts, [done for folder in given.together for done in RunAccount(folder).done])
        print(json.dumps(account, indent=2) if given.json else format_account(account))
        return int(not account["good"])
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with folder_of(given.folder) as folder, own_disk(folder / STATE) if given.disk else nullcontext(NO_DISK) as no_disk:
        try:
            account = _broken(folder, given, no_disk)
        except KeyboardInterrupt:
            _print_progress(f"it goes on with --folder {given.folder}" if given.folder else "ended")
            return INTERRUPTED
    print(json.dumps(account, indent=2) if given.json else format_account(account))
    return int(not account["good"])


def _broken(folder: Path, given: argparse.Namespace, no_disk: str) -> dict[str, Any]:
    kept, wanted = RunAccount(folder), {"seed", "every", "gateways", "workers", "pair"}
    settings = settings_of(folder, {name: value for name, value in vars(given).items() if name in wanted})
    kept.goes_on()
    boards = min(BOARDS, given.faults)  # per line-up; a tournament that ends too soon gets more
    with broken_house(folder, settings["workers"], settings["gateways"], settings["pair"], no_disk, boards) as house:
        parts = [part for part in parts_of(house) if part in (given.parts or PARTS)]
        for part, why in house.missing.items():
            _print_progress(f"not done: {part} ({why})")
        run(house, faults(settings["seed"], given.faults, settings["every"], parts), kept, _print_progress)
        house.wait_until_over()
        _print_progress("all is played; now it is checked")
        verdict, voided = check_house(house, kept.done), voids(house, kept.done)
        account = report(settings, kept.done, verdict, voided, house.missing)
        (folder / ACCOUNT).write_text(json.dumps(account))
        return account


def _print_progress(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _parse_arguments() -> argparse.Namespace:
    parser = Parser(prog="python -m tools.chaos", description=__doc__)
    parser.add_argument("--seed", type=number_from(0), default=1, help="of the schedule (1)")
    parser.add_argument("--faults", type=number_from(1), default=170, help="how many (170)")
    parser.add_argument("--every", type=float, default=3.0, help="seconds between two, about, beside recovery (3)")
    parser.add_argument("--gateways", type=number_from(1), default=1, help="(1)")
    parser.add_argument("--workers", type=number_from(1), default=2, help="(2)")
    parser.add_argument("--pair", action="store_true", help="Postgres has a synchronous standby, and fails over to it")
    parser.add_argument("--disk", action="store_true", help="a small disk, which is filled; gone when the run ends")
    parser.add_argument("--part", dest="parts", action="append", choices=PARTS, help="only of this; may be repeated")
    parser.add_argument("--folder", type=Path, help="where the run is kept: a second call goes on where it ended")
    text = "break nothing: one account of the runs in these folders, which are over"
    parser.add_argument("--together", type=Path, nargs="+", metavar="FOLDER", help=text)
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    if given.disk and given.folder:
        parser.error("--disk and --folder: a small disk is gone with its run, so give one of them")
    return given


if __name__ == "__main__":
    sys.exit(main())
