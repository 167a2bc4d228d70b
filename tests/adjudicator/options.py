"""Which options each variant has, and what each accepts.

In docs/rules/sheets: README.md, "Game length and ranks"; spades.md; pinochle.md.
"""

from collections.abc import Callable
from typing import Any

from tests.adjudicator.variants import Sheet

Test = Callable[[Any], bool]


def whole(least: int, most: int, step: int = 1) -> Test:
    return lambda value: type(value) is int and least <= value <= most and value % step == 0


def or_null(test: Test) -> Test:
    return lambda value: value is None or test(value)


def one_of(*values: Any) -> Test:
    return lambda value: any(type(value) is type(known) and value == known for known in values)


def is_format(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    kind, rest = value.get("kind"), {name: number for name, number in value.items() if name != "kind"}
    if kind == "game":
        return rest == {}
    name, most = {"hands": ("count", 1000), "series": ("wins", 100)}.get(str(kind), ("", 0))
    return list(rest) == [name] and whole(1, most)(rest[name])


def are_jacks(value: Any) -> bool:
    return isinstance(value, list) and all(jack in ("JC", "JD", "JH") and value.count(jack) == 1 for jack in value)


def common(sheet: Sheet) -> dict[str, Test]:
    seat = whole(0, sheet.seats - 1)
    return {
        "format": is_format,
        "max_hands": whole(1, 1000),
        "first_dealer": lambda value: value == "draw" or seat(value),
    }


SPADES: dict[str, Test] = {
    "target": whole(10, 10000),
    "series_wins": whole(1, 100),
    "blind_six_deficit": whole(0, 1000),
    "blind_six_limit": or_null(whole(0, 100)),
    "blind_nil_allowed": one_of(True, False),
    "bag_rule": one_of("limit", "each"),
    "bag_limit": whole(1, 100),
    "award_jacks": are_jacks,
    "award_points": whole(0, 100),
}

OWN: dict[str, dict[str, Test]] = {
    "pinochle-chips": {
        "purse": whole(1, 10000),
        "ante": whole(0, 10000),
        "hands": whole(1, 1000),
        "deadline": or_null(whole(1, 604800)),
    },
    "pinochle-racehorse": {
        "pass_count": one_of(0, 3, 4),
        "extra_royalty": one_of(0, 20, 40, "40/20"),
        "trump_rule": one_of("if_wins", "always", "never"),
        "must_lead_trump": one_of(True, False),
        "set_scoring": one_of("minus_bid", "opponents_gain"),
        "save_meld": one_of("point", "trick"),
        "nines_need_save": one_of(True, False),
        "both_reach": one_of("declarer", "highest"),
        "win_needs_bid": one_of(True, False),
    },
    "pinochle-two-handed": {
        "scoring": one_of("standard", "alternate"),
        "bidding": one_of("single", "auction", "reveal"),
    },
    "pinochle-cutthroat": {"defenders_score": one_of("team", "own")},
}


def pinochle(sheet: Sheet) -> dict[str, Test]:
    tests: dict[str, Test] = {
        "opening": one_of("left_must", "dealer_must", "dealer_takes_it", "redeal"),
        "min_bid": whole(20 if sheet.id == "pinochle-chips" else 1, 10000, sheet.step),
        "max_bid": whole(1, 10000, sheet.step),
        "bidder_needs_marriage": one_of(True, False),
    }
    if sheet.id != "pinochle-chips":
        tests["target"] = whole(10, 10000)
    if sheet.id != "pinochle-two-handed":
        tests["rounds"] = one_of(None, 1)
    return tests | OWN.get(sheet.id, {})


def option_faults(sheet: Sheet, options: Any) -> list[str]:
    """Return what is wrong with a record's options.

    Every option of the variant has to be there, no other, each with a value that the sheets accept.
    """
    if not isinstance(options, dict):
        return ["options: not an object"]
    tests = common(sheet) | (SPADES if sheet.is_spades else pinochle(sheet))
    lines = [f"option {name}: missing" for name in tests if name not in options]
    lines += [f"option {name}: {sheet.id} has none" for name in options if name not in tests]
    lines += [f"option {n}: {options[n]!r}" for n, test in tests.items() if n in options and not test(options[n])]
    return lines or joint_faults(options)


def joint_faults(options: dict[str, Any]) -> list[str]:
    """What two options together must keep."""
    lines = []
    if options["format"].get("count", 0) > options["max_hands"]:
        lines.append("option format: count is above max_hands")
    if options.get("min_bid", 0) > options.get("max_bid", 0):
        lines.append("option min_bid: above max_bid")
    if options.get("ante", 0) > options.get("purse", 0):
        lines.append("option ante: above purse")
    return lines
