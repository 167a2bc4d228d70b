"""A low-priority process that plays deals with the house bot `simple`.

Reads a JSON object a line: variant, options, revision, seed (hex); writes a line for each: the points of all sides
together, or null where this release has another revision of the rules.
"""

import json
import os
import sys
from typing import Any, Final

from arena.rules import configure, sides_of
from bots.house.simple import SimpleBot
from bots.sdk.practice.local import play_local

LAST: Final = 19  # niceness: games with clocks go first


def points(deal: dict[str, Any]) -> int | None:
    """Return the points of all sides, or None for another revision."""
    rules = configure(deal["variant"], options=deal["options"])
    if rules.revision != deal["revision"]:
        return None
    game = play_local(rules, bytes.fromhex(deal["seed"]), [SimpleBot] * rules.seats)
    return sum(game.result().scores[: sides_of(rules)])


def main() -> None:
    """Answer standard input line by line."""
    os.nice(LAST)
    for line in sys.stdin:
        print(json.dumps(points(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
