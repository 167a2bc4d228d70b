"""Measure by how much each bot of a ladder is stronger than the one below it.

`python -m tools.bench.strength [VARIANT ...] [--ladder random simple search:200] [--most 1000]`. A bot sits with the
next weaker one in all other seats; each deal is played in every rotation. A step stops when its 95% interval, valid at
any time, excludes 0, or at --most boards. Boards are stored under build/: the same command continues after Ctrl-C.
Equal commands print equal tables, unless a budget is a time.
"""

import argparse
import json
import shlex
import sys
from datetime import date
from pathlib import Path
from typing import Final

from arena.rules import COMPILED, VARIANTS
from bots.sdk.practice.local import HOUSE
from tests.arguments import Parser, bot_name, number_from, variant_name
from tools.bench.machine import machine
from tools.bench.strength.coverage import check
from tools.bench.strength.kept import BoardFile
from tools.bench.strength.measuring import LadderPlan, measure, results
from tools.bench.strength.report import document, summary, table, wrap, write_part
from tools.bench.strength.stopping import EVERY

SEED: Final = 19
LADDER: Final = [f"{name}:200" if name == "search" else name for name in HOUSE]  # weakest first, in the order of HOUSE
INTERRUPTED: Final = 130


def main(words: list[str]) -> int:
    """Measure and report; return the exit code."""
    parser = _parser()
    given = parser.parse_args(words)
    for ladder in given.ladder or ():
        if len(ladder) < 2:
            parser.error(f"--ladder {ladder[0]}: accepted are two bots and more, weakest first")
    wishes = LadderPlan(
        given.variants or list(VARIANTS), given.ladder or [LADDER], given.seed, given.least, given.most, given.jobs
    )
    kept, code = BoardFile(), 0
    try:
        measure(wishes, kept)
    except KeyboardInterrupt:
        print("\nstopped: the same command goes on", file=sys.stderr)
        code = INTERRUPTED
    steps = results(wishes, kept)
    how = f"{machine()}, {'compiled' if COMPILED else 'uncompiled'}; seed {given.seed}"
    if given.as_json:
        print(json.dumps({"machine": how, "steps": document(steps)}))
    else:
        print(f"{how}\n\n{table(steps)}")
    print(summary(steps), file=sys.stderr)
    if given.check:
        print(check(wishes, kept, given.check))
    if given.page and not code:
        command = f"`{given.command or 'python -m tools.bench.strength ' + shlex.join(words)}`"
        parts = (wrap(f"{command}, {date.today()}, {how}:"), table(steps, with_hours=True))
        write_part(given.page, given.part, "\n\n".join((*parts, wrap(f"{summary(steps)}."))))
    return code


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="python -m tools.bench.strength", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("variants", nargs="*", type=variant_name, metavar="VARIANT", help="default: all")
    ladder = f"weakest first, NAME[@N][:BUDGET]; may be repeated ({' '.join(LADDER)})"
    parser.add_argument("--ladder", nargs="+", type=bot_name, action="append", metavar="BOT", help=ladder)
    parser.add_argument("--least", type=number_from(1), default=20, metavar="N", help="boards before it may stop (20)")
    parser.add_argument("--most", type=number_from(EVERY), default=1000, metavar="N", help="boards of a step (1000)")
    parser.add_argument("--seed", type=number_from(0), default=SEED, metavar="N", help=f"of all deals ({SEED})")
    parser.add_argument("--jobs", type=number_from(1), default=2, help="processes (2)")
    parser.add_argument("--json", dest="as_json", action="store_true", help="results as one JSON document")
    parser.add_argument("--page", type=Path, help="write the table into this page")
    parser.add_argument("--part", default="ladder", help="the marked part of the page (ladder)")
    parser.add_argument("--command", help="what the page says made the table")
    parser.add_argument(
        "--check", type=number_from(1), metavar="TRIALS", help="resample: how often intervals exclude a true 0"
    )
    return parser


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
