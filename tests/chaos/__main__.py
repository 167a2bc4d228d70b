"""Break a running tournament again and again: `python -m tests.chaos --help`."""

import argparse
import statistics
import sys
from collections import defaultdict
from collections.abc import Sequence

from tests.bench.machine import machine
from tests.chaos.run import Done, Void, run, voids
from tests.chaos.schedule import KINDS, faults
from tests.house import open_house

BOARDS = 40  # of each line-up at first; it is extended while faults go on


def main() -> int:
    """Break, finish, check, and print a table; 1 where a void is not explained."""
    given = _parsed()
    schedule = faults(given.seed, given.faults, given.every, given.parts)
    with open_house(workers=given.workers, think=0.02, gateways=given.gateways, grace=60.0) as house:
        house.start_tournament(boards=BOARDS, hands=1)
        house.wait_until_played_on()
        done = run(house, schedule, lambda line: print(line, file=sys.stderr, flush=True))
        house.wait_until_finished()
        house.check()  # complete, each game once, each action the bots' own
        games, found = house.games(), voids(house, done)
        infractions = sum(len(game.infractions) for game in games)
        boards = house.progress().boards
    print(machine())
    print(f"seed {given.seed}: {len(done)} faults, {given.gateways} gateways, {given.workers} workers")
    _show(done)
    print(f"{boards} boards, {len(games)} games: lost 0, doubled 0, changed 0; {infractions} infractions")
    print(f"voided {len(found)}")
    for void in found:
        print(_told(void))
    return int(infractions > 0 or not all(void.is_explained for void in found))


def _show(done: Sequence[Done]) -> None:
    kinds: dict[str, list[float]] = defaultdict(list)
    for each in done:
        kinds[f"{each.fault.kind} {each.fault.part}"].append(each.recovery)
    print(f"{'fault':<20}{'times':>6}{'play went on after: median':>28}{'worst':>9}")
    for kind in sorted(kinds):
        print(f"{kind:<20}{len(kinds[kind]):>6}{statistics.median(kinds[kind]):>26.1f} s{max(kinds[kind]):>7.1f} s")


def _told(void: Void) -> str:
    why = "; ".join(f"{done.fault} at {done.began:.1f}" for done in void.before[-4:])
    return f"  board {void.board}: {void.reason}; {'after' if void.is_explained else 'NOT EXPLAINED by'} {why}"


def _parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="of the schedule (1)")
    parser.add_argument("--faults", type=int, default=170, help="how many (170)")
    parser.add_argument("--every", type=float, default=4.0, help="seconds between two, about, beside recovery (4)")
    parser.add_argument("--gateways", type=int, default=1, help="(1)")
    parser.add_argument("--workers", type=int, default=2, help="(2)")
    parts = sorted({part for _, part in KINDS})
    parser.add_argument("--part", dest="parts", action="append", choices=parts, help="only of this; may be repeated")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
