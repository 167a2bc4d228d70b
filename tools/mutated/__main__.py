"""Send mutated messages to a service in which honest bots play: `python -m tools.mutated --help`."""

import argparse
import json
import os
import signal
import sys
import time
from collections import Counter
from typing import Any, Final

from arena.store.play.rows import StoredGame
from tests.arguments import Parser, number_from
from tests.house import House, open_house
from tools.bench.machine import machine
from tools.mutated.siege import ROUND, WATCHED, Siege, charged_ms

BOARDS: Final = 5  # of each line-up at first, at most
CALM: Final = 10  # boards that the honest bots play before anything is sent, at most
FEW: Final = 1_000  # messages of a run that plays less
THINK: Final = 0.05  # seconds for an answer
NICE: Final = 5  # niceness of the sender, so that the bots get a core first


def main() -> int:
    """Send, finish, check, and print the result; return 1 if something is wrong."""
    given = _parse_arguments()
    with open_house(workers=2, think=THINK, grace=60.0, with_page=True) as house:
        siege = Siege(house, given.seed)
        is_small = given.count <= FEW
        siege.begin(1 if is_small else BOARDS)
        house.wait_until_closed(2 if is_small else CALM)
        calm = {game.id for game in house.games()}
        os.nice(NICE)
        for ending in (signal.SIGINT, signal.SIGTERM):
            signal.signal(ending, lambda *_: setattr(siege, "is_over", True))
        began = time.monotonic()
        siege.run(given.first, given.count, lambda line: print(line, file=sys.stderr, flush=True))
        took = time.monotonic() - began
        house.wait_until_finished()
        house.check()  # complete, each game once, each action the bots' own
        result = _report(house, siege, calm) | {"seed": given.seed, "seconds": round(took)}
    print(json.dumps(result) if given.json else _format_result(result))
    return int(bool(result["wrong"]))


def _report(house: House, siege: Siege, calm: set[int]) -> dict[str, Any]:
    games, tally = house.games(), siege.tally
    parted = [[game for game in games if (game.id in calm) is is_calm] for is_calm in (True, False)]
    infractions = sum(len(game.infractions) for game in games)
    wrong = siege.wrong() + [f"{infractions} infractions of honest bots"] * (infractions > 0)
    wrong += [f"{house.voided()} boards of honest bots voided"] * (house.voided() > 0)
    ends: dict[str, Counter[str]] = {}
    for (target, status), times in sorted(tally.ends.items()):
        ends.setdefault(target, Counter())[status] += times
    return {
        "machine": machine(),
        "sent": sum(tally.sent.values()),
        "by_door": tally.sent,
        "by_kind": tally.kinds,
        "ends": ends,
        "held": {name: [(round(held.megabytes), held.files) for held in siege.held[name]] for name in WATCHED},
        "honest": dict(zip(("before", "during"), map(_honest, parted), strict=True)),
        "wrong": wrong,
    }


def _honest(games: list[StoredGame]) -> dict[str, int]:
    charged = charged_ms(games) or [0]
    at = {"p50_ms": len(charged) // 2, "p99_ms": len(charged) * 99 // 100, "most_ms": -1}
    return {"games": len(games), "decisions": len(charged)} | {name: charged[place] for name, place in at.items()}


def _format_result(result: dict[str, Any]) -> str:
    lines = [result["machine"], f"seed {result['seed']}: {result['sent']:,} messages in {result['seconds']} s"]
    for door, sent in result["by_door"].items():
        ends = ", ".join(f"{status} {times:,}" for status, times in result["ends"].get(door, {}).items())
        lines.append(f"  {door:<26}{sent:>10,}  calls ended: {ends}")
    lines += [f"  {kind:<26}{times:>10,}" for kind, times in sorted(result["by_kind"].items())]
    for name, samples in result["held"].items():
        shown = samples[:: max(1, len(samples) // 8)]
        lines.append(f"{name}, MB (descriptors): " + ", ".join(f"{memory} ({files})" for memory, files in shown))
    for when, honest in result["honest"].items():
        lines.append(f"honest bots {when}: " + ", ".join(f"{name} {number:,}" for name, number in honest.items()))
    return "\n".join([*lines, f"wrong: {len(result['wrong'])}", *(f"  {line}" for line in result["wrong"])])


def _parse_arguments() -> argparse.Namespace:
    parser = Parser(prog="python -m tools.mutated", description=__doc__)
    parser.add_argument("--seed", type=number_from(0), default=1, help="of the mutations (1)")
    parser.add_argument("--count", type=number_from(1), default=100_000, help="messages (100,000)")
    rounds = f"the round to begin with, of {ROUND:,} messages each, to go on with a run that was broken off (1)"
    parser.add_argument("--first", type=number_from(1), default=1, help=rounds)
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
