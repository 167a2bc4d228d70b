"""Load an arena with many bots of every kind: `python -m tools.load --help`."""

import argparse
import json
import sys
from dataclasses import asdict
from typing import Any, Final

from arena.local.up import heed_signals
from tests.arguments import Parser, number_from
from tools.bench.machine import machine
from tools.load import herd, knee, steady
from tools.load.crowd import Crowd
from tools.load.kinds import name_bots
from tools.load.stage import AHEAD, probes, run_stage

PROBE_TABLES: Final = 4
AT_LEAST: Final = 40  # boards owed


def main() -> int:
    """Run the requested load; print a table or JSON; return 1 if an aim is missed."""
    given = _parse_arguments()
    heed_signals()
    names = [*name_bots(given.bots), *probes(PROBE_TABLES)]
    ahead = min(AHEAD, max(AT_LEAST, int(1000 * given.minutes)))
    with run_stage(names, given.workers, given.gateways, ahead) as stage:
        stage.start()
        _print_progress("the arena is up, the tournaments have begun")
        if given.what == "knee":
            steps = knee.sweep(stage, names, given.pace, given.seed, _print_progress)
            if steps:
                _print(given, lambda: knee.show(steps), knee.as_json(steps))
            return int(not steps or not knee.is_good(steps))
        with Crowd(stage.house.dialled, names, given.seats, given.pace, given.seed) as crowd:
            if given.what == "herd":
                result = herd.kill_and_wait(stage, crowd, len(names))
                _print(given, lambda: herd.show(result), asdict(result))
                return int(not result.is_good)
            played = steady.play(stage, crowd, given.minutes, _print_progress)
    _print(given, lambda: steady.show(played, given.bots, given.seats), steady.as_json(played))
    return int(not played.is_good)


def _print(given: argparse.Namespace, show: Any, figures: dict[str, Any]) -> None:
    if given.json:
        print(json.dumps({"machine": machine(), "given": vars(given), **figures}, indent=2))
    else:
        print(machine())
        show()


def _print_progress(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _parse_arguments() -> argparse.Namespace:
    parser = Parser(prog="python -m tools.load", description=__doc__)
    parser.add_argument(
        "what",
        nargs="?",
        default="steady",
        choices=("steady", "knee", "herd"),
        help="steady: play for some minutes; knee: more and more seats; herd: the gateway is killed",
    )
    parser.add_argument("--bots", type=number_from(1), default=200, help="beside the 16 that measure (200)")
    parser.add_argument("--seats", type=number_from(1), default=10, help="that each offers (10)")
    parser.add_argument("--minutes", type=float, default=60.0, help="of a steady run (60)")
    parser.add_argument("--seed", type=number_from(0), default=1, help="of the bots' think times (1)")
    parser.add_argument("--pace", type=float, default=1.0, help="how many times as long bots think (1)")
    parser.add_argument("--gateways", type=number_from(1), default=1, help="(1)")
    parser.add_argument("--workers", type=number_from(1), default=2, help="(2)")
    parser.add_argument("--json", action="store_true", help="print JSON, not a table")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
