"""A low-priority process that fits the tables of one scale.

Reads its tallies as JSON, and prints the fits as they are stored.
"""

import json
import os
import sys
from typing import Final

from arena.league.ratings.bradley_terry import fitted
from arena.league.ratings.tally import LineUpTally

LAST: Final = 19  # niceness: games with clocks go first


def main() -> None:
    """Answer standard input."""
    os.nice(LAST)
    tallies = [LineUpTally(**each | {"players": tuple(each["players"])}) for each in json.load(sys.stdin)]
    json.dump([vars(each) for each in fitted(tallies)], sys.stdout)


if __name__ == "__main__":
    main()
