"""What a bot did, beside all others (docs/explanation/statistics.md)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any, NamedTuple

from tests.recomputed.boards import Board
from tests.recomputed.intervals import mean_interval

OF_SPADES = {
    "mean bid": ("bid tricks", "bids"),
    "bids made": ("bids made", "bids"),
    "short, of a bid that was set": ("short", "bids set"),
    "bags a hand": ("bags", "hands"),
    "hands with nil": ("nil", "hands"),
    "nils made": ("nil made", "nil"),
    "hands bid blind": ("blind", "hands"),
    "blind bids made": ("blind made", "blind"),
    "hands with another special bid": ("other special", "hands"),
    "other special bids made": ("other special made", "other special"),
    "points of bids a hand": ("bid score", "hands"),
    "points of jacks a hand": ("jack score", "hands"),
    "points of bags a hand": ("bag score", "hands"),
}
OF_PINOCHLE = {
    "hands as declarer": ("contracts", "hands"),
    "mean bid as declarer": ("contract bids", "contracts"),
    "contracts made": ("contracts made", "contracts"),
    "contracts given up": ("contracts given up", "contracts"),
    "over, of a contract made": ("over", "contracts made"),
    "short, of a contract set in play": ("short", "contracts set"),
    "meld a hand": ("meld", "hands"),
    "points in tricks a hand": ("trick points", "hands"),
}
OF_TIME = {
    "charged a card": ("cards ms", "cards timed"),
    "charged a decision before the play": ("said ms", "said timed"),
}
OF_SUMS = {
    "infractions a thousand decisions": ("infractions", "thousands asked"),
    "decisions by the fallback": ("fallbacks", "decisions"),
    "charged a decision": ("charged ms", "asked"),
}
WITHIN = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000)
WITHIN_TIME = {"half of the decisions within": 50, "95 of 100 decisions within": 95}


Sums = Counter[str]


class Figure(NamedTuple):
    value: float | None
    of: int
    field: float | None


class Call(NamedTuple):
    """*low*, *high*: of the share made, from 10 calls on."""

    called: int
    made: float | None
    points: float | None
    low: float | None
    high: float | None


def figures(boards: Sequence[Board], conduct: Iterable[dict[str, Any]], bot: str) -> dict[str, Figure]:
    """Of one variant, those that there is something to tell of. *conduct*: the export's, of its bots."""
    own, field = counted(boards, bot)
    for each in conduct:
        (own if each["bot"] == bot else field).update(_asked(each))
    names = (OF_SPADES if boards[0].variant.startswith("spades") else OF_PINOCHLE) | OF_TIME | OF_SUMS
    sums = {
        name: Figure(_quotient(own, what, per), int(own[per]), _quotient(field, what, per))
        for name, (what, per) in names.items()
        if own[per] or field[per]
    }
    timed = int(own["cards timed"] + own["said timed"])
    within = {name: Figure(_time(own, share), timed, _time(field, share)) for name, share in WITHIN_TIME.items()}
    return sums | (within if timed else {})


def calls(boards: Sequence[Board], bot: str) -> dict[str, tuple[Call, Call]]:
    """By what was bid: the bot's, and the others'."""
    own, field = counted(boards, bot)
    names = {name.removeprefix("called ") for name in {*own, *field} if name.startswith("called ")}
    return {name: (_call(own, name), _call(field, name)) for name in names}


def counted(boards: Iterable[Board], bot: str) -> tuple[Sums, Sums]:
    """Sums over hands: the bot's, and all others'."""
    sums: tuple[Sums, Sums] = Counter(), Counter()
    for board in boards:
        for game in board.games:
            for hand in game["hands"]:
                for seat, sitting in enumerate(game["seats"]):
                    if board.variant.startswith("spades"):
                        did = of_spades(game["options"], hand, seat)
                    else:
                        did = of_pinochle(board.variant, game["options"], hand, seat)
                    sums[sitting != bot].update(did)
                for one, ms in zip(hand["decisions"], hand.get("charged_ms", ()), strict=False):
                    if ms is not None:
                        sums[game["seats"][one["seat"]] != bot].update(_thought(one["kind"] == "play", ms))
    for each in sums:
        each["bids set"] = each["bids"] - each["bids made"]
        each["contracts set"] = each["contracts"] - each["contracts made"] - each["contracts given up"]
    return sums


def _asked(each: dict[str, Any]) -> dict[str, Any]:
    decisions = each["asked"] + each["fallbacks"] - each["infractions"]
    totals = {"charged ms": each["charged_us"] / 1000, "thousands asked": each["asked"] / 1000, "decisions": decisions}
    return totals | {name: each[name] for name in ("asked", "infractions", "fallbacks")}


def _thought(is_card: bool, ms: int) -> Sums:
    what = "cards" if is_card else "said"
    step = next((f"took {most}" for most in WITHIN if ms <= most), "took longer")
    return Counter({f"{what} timed": 1, f"{what} ms": ms, step: 1})


def _quotient(sums: Sums, what: str, per: str) -> float | None:
    return sums[what] / sums[per] if sums[per] else None


def _time(sums: Sums, share: int) -> int | None:
    """The least step in which *share* of a hundred were answered."""
    timed = sums["cards timed"] + sums["said timed"]
    answered = [sum(sums[f"took {each}"] for each in WITHIN if each <= most) for most in WITHIN]
    reached = [most for most, count in zip(WITHIN, answered, strict=True) if 100 * count >= share * timed]
    return reached[0] if timed and reached else None


def _call(sums: Sums, name: str) -> Call:
    n = int(sums[f"called {name}"])
    if not n:
        return Call(0, None, None, None, None)
    share = sums[f"made {name}"] / n
    low, high = mean_interval(share, sqrt(share * (1 - share) / (n - 1)), n) if n >= 10 else (None, None)
    return Call(n, share, sums[f"points {name}"] / n, low, high)


PROMISED = {"nil": 0, "blind_nil": 0, "blind_six": 6, "one_for_50": 1, "two_for_40": 2, "moon": 100}
GIVEN_UP = ("conceded", "single_set", "thrown_in", "no_royal_marriage")


def of_spades(options: dict[str, Any], hand: dict[str, Any], seat: int) -> Counter[str]:
    bid = [each["value"] for each in hand["decisions"] if each["seat"] == seat and each["do"] == "bid"][-1]
    tricks, delta = hand["points"][seat], hand["deltas"][seat]
    scored, jacks = bid_points(bid, tricks), _jacks(options, hand, seat)
    counts = Counter({"hands": 1, "bid score": scored, "jack score": jacks, "bag score": delta - scored - jacks})
    counts["bags"] = max(0, tricks - PROMISED.get(bid, bid))
    if isinstance(bid, int):
        counts.update({"bids": 1, "bid tricks": bid})
        counts["bids made"], counts["short"] = int(tricks >= bid), max(0, bid - tricks)
        called = str(bid)
    else:
        called = "nil" if bid == "nil" else "blind" if bid.startswith("blind") else "other special"
        counts[called], counts[called + " made"] = 1, int(scored > 0)
    return _with_call(counts, called, scored > 0, delta)


def bid_points(bid: Any, tricks: int) -> int:
    """The table of bids of spades.md."""
    if isinstance(bid, int):
        return 10 * bid if tricks >= bid else -10 * bid
    if bid in ("nil", "blind_nil"):
        return (100 if bid == "nil" else 200) * (-1 if tricks else 1)
    if bid in ("one_for_50", "two_for_40"):
        need, exact, more = (1, 50, 10) if bid == "one_for_50" else (2, 40, 20)
        return -exact if tricks < need else exact if tricks == need else more
    need, worth = (6, 100) if bid == "blind_six" else (14, 150)
    return worth if tricks >= need else -worth


def of_pinochle(variant: str, options: dict[str, Any], hand: dict[str, Any], seat: int) -> Counter[str]:
    melds = Counter({each["seat"]: each["points"] for each in hand["melds"]})
    counts = Counter({"hands": 1})
    counts["meld"], counts["trick points"] = melds[seat], hand["points"][seat]
    if hand["declarer"] != seat or hand["outcome"] == "passed_out":
        return counts
    bid, outcome = hand["bid"], hand["outcome"]
    counts.update({"contracts": 1, "contract bids": bid, "contracts made": int(outcome == "made")})
    counts["contracts given up"] = int(outcome in GIVEN_UP)
    if variant != "pinochle-chips" and outcome in ("made", "set"):
        seats = range(len(hand["points"]))
        side = [each for each in seats if each == seat or (len(seats) == 4 and (each - seat) % 2 == 0)]
        more = sum(melds[each] + hand["points"][each] for each in side) - bid
        counts["over" if outcome == "made" else "short"] = more if outcome == "made" else max(0, -more)
    steps = (bid - options["min_bid"]) // (10 if variant == "pinochle-racehorse" else 1)
    bands = ("the least", "1 or 2 steps more", "3 to 5 more", "6 to 10 more", "11 or more")
    called = bands[sum(steps >= least for least in (1, 3, 6, 11))]
    return _with_call(counts, called, outcome == "made", hand["deltas"][seat])


def _with_call(counts: Counter[str], called: str, is_made: bool, points: int) -> Counter[str]:
    counts[f"called {called}"], counts[f"made {called}"], counts[f"points {called}"] = 1, int(is_made), points
    return counts


def _jacks(options: dict[str, Any], hand: dict[str, Any], seat: int) -> int:
    """Points of award jacks: one alone counts, or all three."""
    dummy = hand["dealt"].get("dummy") or []
    won: list[str] = []
    for number, trick in enumerate(hand["tricks"]):
        if trick["winner"] == seat:
            won += [*trick["cards"], *dummy[number : number + 1]]
    jacks = [jack for jack in options["award_jacks"] if jack in won]
    counted = jacks if len(jacks) in (1, 3) else []
    return int(options["award_points"]) * len([jack for jack in counted if jack != "JH"])
