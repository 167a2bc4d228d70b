"""Judge a gate again, from what `arena export` wrote.

python recomputed.py NEW OLD ABOVE BELOW ALPHA BETA < RECORDS

By the formulas of docs/explanation/gates.md alone: this file imports nothing of the arena, so that
it also tells a stranger how to do it. Prints JSON.
"""

import json
import math
import sys
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

STAKES = (1, 1 / 2, 1 / 4, 1 / 8)
ELO = 1600 / math.log(10)

Board = tuple[str, str, float, int]  # its seed, who played it, that version's score, and the old one's more infractions
Block = list[tuple[float, int]]  # of each deal the difference, and the old version's more infractions


def boards(records: Iterable[dict[str, Any]], new: str, old: str) -> Iterator[tuple[str, Board]]:
    """The boards in schedule order, each with its variant. Where the two meet it is the new version's board."""
    for (variant, seed, sat), games in groupby(records, lambda game: (game["variant"], game["seed"], {*game["seats"]})):
        who = new if new in sat else old
        taken, more = [], 0
        for game in games:
            faulty = [game["seats"][each["seat"]] for hand in game["hands"] for each in hand["infractions"]]
            more += faulty.count(old) - faulty.count(new)
            ranks = dict(zip(game["seats"], game["ranks"], strict=True))
            taken += [(1 + (ranks[who] < rank) - (ranks[who] > rank)) / 2 for bot, rank in ranks.items() if bot != who]
        yield variant, (seed, who, sum(taken) / len(taken), more)


def blocks(played: list[Board], new: str, direct: bool) -> list[Block]:
    """Return a variant's deals by blocks of four deals, without deals whose boards have other cards."""
    of_new = [(seed, score, more) for seed, who, score, more in played if who == new]
    of_old = [(seed, 0.5, 0) for seed, *_ in of_new]
    if not direct:
        of_old = [(seed, score, more) for seed, who, score, more in played if who != new]
    deals = list(zip(of_new, of_old, strict=False))
    whole = [deals[first : first + 4] for first in range(0, len(deals) - 3, 4)]
    return [[(new - old, i + j) for (one, new, i), (other, old, j) in block if one == other] for block in whole]


def caps(blocks: Iterable[Block]) -> Iterator[int]:
    """1 if a block cannot support "stronger", -1 if it cannot support "not stronger", else 0."""
    streak = 0
    for block in blocks:
        more = sum(infractions for _, infractions in block)
        sign = (more > 0) - (more < 0)
        streak = sign + streak * (streak * sign > 0)
        yield sign * (abs(streak) % 32 != 1)


def wealth(given: list[tuple[float, int]], fair: float) -> float:
    """Its natural logarithm, of a bet that the mean is over *fair*."""
    each, shares = [], [min(share, fair) if cap > 0 else share for share, cap in given]
    for stake in STAKES:
        factors = [1 - stake + stake * share / fair for share in shares]
        each.append(-math.inf if min(factors, default=1) <= 0 else math.fsum(map(math.log, factors)))
    most = max(each)
    return most + math.log(sum(math.exp(one - most) for one in each) / 4)


def lowest(shares: list[tuple[float, int]]) -> float:
    """The largest mean that a bet refutes as too small, with 40."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if wealth(shares, middle) >= math.log(40) else (low, middle)
    return low


def few_runs(means: list[float]) -> float:
    """How likely so few runs of signs are, if all orders of the signs are equally likely."""
    signs = [mean > 0 for mean in means if abs(mean) > 1e-9]
    above, below, runs = signs.count(True), signs.count(False), len([*groupby(signs)])
    parts = [(k, number - k) for number in range(2, runs + 1) for k in (number // 2, number - number // 2)]
    ways = sum(math.comb(above - 1, k - 1) * math.comb(below - 1, m - 1) for k, m in parts)
    return ways / math.comb(above + below, above) if above and below else 1.0


def judged(rounds: Iterable[tuple[Block, ...]], reach: float, terms: list[float]) -> dict[str, Any]:
    """Return the decision of the first round that decides, with the figures of that round."""
    above, below, alpha, beta = terms
    fair, unfair = ((reach + elo / ELO) / (2 * reach) for elo in (above, below))
    counted: list[Block] = []
    verdict: dict[str, Any] = {"decision": ""}
    for of_round in rounds:
        if not all(of_round):
            continue
        counted += of_round
        means = [math.fsum(difference for difference, _ in block) / len(block) for block in counted]
        limits = [*caps(counted)]
        if 2 * limits.count(-1) > len(limits):  # infractions are usual for the new version
            limits = [max(cap, 0) for cap in limits]
        up = [((reach + mean) / (2 * reach), cap) for mean, cap in zip(means, limits, strict=True)]
        down = [(1 - share, -cap) for share, cap in up]
        stronger, not_stronger = wealth(up, fair), wealth(down, 1 - unfair)
        if stronger >= -math.log(alpha) or not_stronger >= -math.log(beta):
            verdict["decision"] = "stronger" if stronger >= -math.log(alpha) else "not stronger"
            break
    low, high = (reach * (2 * end - 1) for end in (lowest(up), 1 - lowest(down)))
    return verdict | {
        "log_wealth_stronger": stronger,
        "log_wealth_not_stronger": not_stronger,
        "low": ELO * low,
        "high": ELO * high,
        "runs_p": min(1.0, len(of_round) * min(few_runs(means[at :: len(of_round)]) for at in range(len(of_round)))),
        "blocks": len(means),
    }


def main() -> None:
    new, old, *terms = sys.argv[1:]
    by_variant: dict[str, list[Board]] = {}
    lines = [json.loads(line) for line in sys.stdin]
    records = [line for line in lines if line["format"] == "arena-game/1"]
    for variant, board in boards(records, new, old):
        by_variant.setdefault(variant, []).append(board)
    met = {game["variant"] for game in records if {new, old} <= {*game["seats"]}}
    each = [blocks(played, new, variant in met) for variant, played in by_variant.items()]
    reach = 0.5 if met == {*by_variant} else 1.0
    print(json.dumps(judged(zip(*each, strict=False), reach, [float(term) for term in terms])))


if __name__ == "__main__":
    main()
