"""Measure whether bots make what they bid, and what their bids are worth.

`python -m tools.bench.calibration [VARIANT ...] [--bots expert search:50] [--against simple] [--deals 200]`. Each bot
plays hands in all rotations, by default with itself in all seats. Each line has one call: in spades a bid, in pinochle
the declarer's distance from the least bid. It shows the share made with Wilson's 95% interval, the mean score, and the
points ahead of the other sides. The last line has the hands without a contract.
"""

import argparse
import json
import os
import shlex
import sys
from collections.abc import Iterable
from datetime import date
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from arena.rules import VARIANTS
from tests.arguments import Parser, bot_name, number_from, variant_name
from tools.bench.calibration.hands import NO_CALL, Line, hands_of, lines
from tools.bench.calibration.plot import plot
from tools.bench.machine import machine
from tools.bench.strength.boards import one_hand
from tools.bench.strength.report import wrap, write_part

SEED = 23
HEAD = "| variant | bot | call | hands | made | 95% interval | score a hand | tricks | ahead |"


def main(words: list[str]) -> int:
    """Play, and print a table or JSON; with a folder, write a picture for each variant."""
    given = _parser().parse_args(words)
    results: dict[tuple[str, str], list[Line]] = {}
    with get_context("spawn").Pool(given.jobs) as pool:
        for variant in given.variants or VARIANTS:
            for bot in given.bots:
                work = partial(hands_of, variant, bot, given.against or bot, SEED)
                hands = [each for deal in pool.imap(work, range(given.deals), 4) for each in deal]
                results[variant, bot] = lines(one_hand(variant), hands)
                calls = sum(hand.call != NO_CALL for hand in hands)
                print(f"{variant}, {bot}: {len(hands)} hands, {calls} calls", file=sys.stderr, flush=True)
    if given.plots:
        given.plots.mkdir(parents=True, exist_ok=True)
        for variant in dict.fromkeys(variant for variant, _ in results):
            shown = {bot: [line for line in results[variant, bot] if line.call != NO_CALL] for bot in given.bots}
            title = f"{variant}: share of bids made, 95% intervals, number of hands below"
            (given.plots / f"calibration-{variant}.svg").write_text(plot(title, shown))
    if given.page:
        command = given.command or f"python -m tools.bench.calibration {shlex.join(words)}"
        how = wrap(f"`{command}`, {date.today()}, {machine()}:")
        parts = [how, _table(results), *_pictures(given.page, given.plots, results)]
        write_part(given.page, "calibration", "\n\n".join(parts))
    if given.as_json:
        rows = [
            {"variant": key[0], "bot": key[1], **line._asdict()}
            for key, bot_lines in results.items()
            for line in bot_lines
        ]
        print(json.dumps({"machine": machine(), "seed": SEED, "against": given.against, "calls": rows}))
    else:
        print(
            f"{machine()}; {given.deals} deals; against {given.against or 'itself'}; seed {SEED}\n\n{_table(results)}"
        )
    return 0


def _pictures(page: Path, folder: Path | None, pictures: Iterable[tuple[str, str]]) -> list[str]:
    if folder is None:
        return []
    there = Path(os.path.relpath(folder, page.parent)).as_posix()
    variants = dict.fromkeys(variant for variant, _ in pictures)
    return [f"![{variant}: share of bids made]({there}/calibration-{variant}.svg)" for variant in variants]


def _table(results: dict[tuple[str, str], list[Line]]) -> str:
    rows = [HEAD, "|---" * HEAD.count(" | ") + "|---|"]
    for (variant, bot), bot_lines in results.items():
        for line in bot_lines:
            is_call = line.call != NO_CALL
            share = f"{line.made / line.hands:.0%} | {line.low:.0%} to {line.high:.0%}" if is_call else " | "
            tricks = f"{line.tricks:.1f}" if is_call else ""
            means = f"{line.points:+.1f} | {tricks} | {line.ahead:+.1f}"
            rows.append(f"| {variant} | {bot} | {line.call} | {line.hands} | {share} | {means} |")
    return "\n".join(rows)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="python -m tools.bench.calibration", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("variants", nargs="*", type=variant_name, metavar="VARIANT", help="default: all")
    parser.add_argument("--bots", nargs="+", type=bot_name, default=["simple"], metavar="BOT", help="NAME[@N][:BUDGET]")
    parser.add_argument("--against", type=bot_name, metavar="BOT", help="in the other seats (the bot itself)")
    parser.add_argument("--deals", type=number_from(1), default=200, metavar="N", help="of each variant and bot (200)")
    parser.add_argument("--jobs", type=number_from(1), default=2, help="processes (2)")
    parser.add_argument("--json", dest="as_json", action="store_true", help="one JSON document")
    parser.add_argument("--page", type=Path, help="write the table into this page, between its marks")
    parser.add_argument("--command", help="what the page says made the table")
    parser.add_argument("--plots", type=Path, metavar="FOLDER", help="write an SVG for each variant there")
    return parser


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
