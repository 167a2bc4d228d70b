"""What a seat did in a hand, counted from its record (docs/explanation/statistics.md)."""

from collections import Counter
from typing import Any

Hand = dict[str, Any]

PROMISED = {"nil": 0, "blind_nil": 0, "blind_six": 6, "one_for_50": 1, "two_for_40": 2, "moon": 100}
GIVEN_UP = ("conceded", "single_set", "thrown_in", "no_royal_marriage")


def of_spades(options: dict[str, Any], hand: Hand, seat: int) -> Counter[str]:
    bid = [each["value"] for each in hand["decisions"] if each["seat"] == seat and each["do"] == "bid"][-1]
    tricks, delta = hand["points"][seat], hand["deltas"][seat]
    scored, jacks = bid_points(bid, tricks), _jacks(options, hand, seat)
    found = Counter({"hands": 1, "bid score": scored, "jack score": jacks, "bag score": delta - scored - jacks})
    found["bags"] = max(0, tricks - PROMISED.get(bid, bid))
    if isinstance(bid, int):
        found.update({"bids": 1, "bid tricks": bid})
        found["bids made"], found["short"] = int(tricks >= bid), max(0, bid - tricks)
        called = str(bid)
    else:
        called = "nil" if bid == "nil" else "blind" if bid.startswith("blind") else "other special"
        found[called], found[called + " made"] = 1, int(scored > 0)
    return _with_call(found, called, scored > 0, delta)


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


def of_pinochle(variant: str, options: dict[str, Any], hand: Hand, seat: int) -> Counter[str]:
    melds = Counter({each["seat"]: each["points"] for each in hand["melds"]})
    found = Counter({"hands": 1})
    found["meld"], found["trick points"] = melds[seat], hand["points"][seat]
    if hand["declarer"] != seat or hand["outcome"] == "passed_out":
        return found
    bid, outcome = hand["bid"], hand["outcome"]
    found.update({"contracts": 1, "contract bids": bid, "contracts made": int(outcome == "made")})
    found["contracts given up"] = int(outcome in GIVEN_UP)
    if variant != "pinochle-chips" and outcome in ("made", "set"):
        seats = range(len(hand["points"]))
        side = [each for each in seats if each == seat or (len(seats) == 4 and (each - seat) % 2 == 0)]
        more = sum(melds[each] + hand["points"][each] for each in side) - bid
        found["over" if outcome == "made" else "short"] = more if outcome == "made" else max(0, -more)
    steps = (bid - options["min_bid"]) // (10 if variant == "pinochle-racehorse" else 1)
    bands = ("the least", "1 or 2 steps more", "3 to 5 more", "6 to 10 more", "11 or more")
    called = bands[sum(steps >= least for least in (1, 3, 6, 11))]
    return _with_call(found, called, outcome == "made", hand["deltas"][seat])


def _with_call(found: Counter[str], called: str, is_made: bool, points: int) -> Counter[str]:
    found[f"called {called}"], found[f"made {called}"], found[f"points {called}"] = 1, int(is_made), points
    return found


def _jacks(options: dict[str, Any], hand: Hand, seat: int) -> int:
    """Points of award jacks: one alone counts, or all three."""
    dummy = hand["dealt"].get("dummy") or []
    won: list[str] = []
    for number, trick in enumerate(hand["tricks"]):
        if trick["winner"] == seat:
            won += [*trick["cards"], *dummy[number : number + 1]]
    jacks = [jack for jack in options["award_jacks"] if jack in won]
    counted = jacks if len(jacks) in (1, 3) else []
    return int(options["award_points"]) * len([jack for jack in counted if jack != "JH"])
