"""Check the form of a record.

Its keys in the sheet's order, and their types: docs/rules/sheets/README.md, "The record of a game".
"""

import hashlib
import re
from collections.abc import Callable, Sequence
from typing import Any

from tests.adjudicator.variants import SHEETS, Sheet

TOP = (
    "format", "id", "variant", "options", "seed", "commitment", "seats", "hands", "games", "ranks", "scores", "ended",
)  # fmt: skip
HAND = (
    "number", "game", "dealer", "dealt", "decisions", "declarer", "bid", "trump", "melds", "tricks",
    "points", "outcome", "deltas", "scores", "bags", "pot", "infractions",
)  # fmt: skip
MAYBE_ABSENT = ("declarer", "bid", "trump")
TIMES = ("charged_ms", "batch_ms")
REASONS = ("illegal", "timeout", "disconnected", "resigned")
ENDED = ("target", "hands", "series", "broke", "max_hands", "deadline")

Test = Callable[[Any], bool]


def is_int(value: Any) -> bool:
    return type(value) is int


def each(test: Test, length: int | None = None) -> Test:
    return lambda value: isinstance(value, list) and length in (None, len(value)) and all(test(part) for part in value)


def is_text(value: Any) -> bool:
    return isinstance(value, str)


texts = each(is_text)


def key_faults(where: str, actual: Any, keys: Sequence[str]) -> list[str]:
    if not isinstance(actual, dict):
        return [f"{where}: not an object"]
    if list(actual) == list(keys):
        return []
    missing, strange = [key for key in keys if key not in actual], [key for key in actual if key not in keys]
    if missing or strange:
        return [f"{where}: missing keys {missing}, unknown keys {strange}"]
    return [f"{where}: the keys are in the order {list(actual)}, not {list(keys)}"]


def type_faults(where: str, values: dict[str, Any], tests: dict[str, Test]) -> list[str]:
    wrong = [key for key, test in tests.items() if key in values and not test(values[key])]
    return [f"{where} {key}: {values[key]!r}"[:200] for key in wrong]


def form_faults(record: Any) -> list[str]:
    """Return faults of form, a line each. Where there are none, the rest of the record can be read."""
    top = list(TOP)
    if isinstance(record, dict) and "revision" in record:
        top.insert(list(record).index("revision"), "revision")
    lines = key_faults("record", record, top)
    if lines:
        return lines
    if record["format"] != "arena-game/1" or record["variant"] not in list(SHEETS):
        return [f"record: format {record['format']!r}, variant {record['variant']!r}"]
    sheet = SHEETS[record["variant"]]
    lines = type_faults("record", record, top_tests(sheet))
    if lines:
        return lines
    seed = bytes.fromhex(record["seed"])
    if hashlib.sha256(seed).hexdigest() != record["commitment"]:
        lines.append("record commitment: not the SHA-256 of the seed")
    for number, hand in enumerate(record["hands"]):
        lines += hand_faults(f"hand {number}", sheet, record["options"], hand)
    tests = {"winner": each(is_int), "scores": each(is_int, sheet.seats)}
    for number, game in enumerate(record["games"]):
        where = f"game {number}"
        lines += key_faults(where, game, list(tests)) or type_faults(where, game, tests)
    return lines


def top_tests(sheet: Sheet) -> dict[str, Test]:
    return {
        "id": is_text,
        "seed": lambda seed: is_text(seed) and re.fullmatch("[0-9a-f]{64}", seed) is not None,
        "commitment": is_text,
        "revision": lambda number: is_int(number) and number > 1,
        "seats": each(is_text, sheet.seats),
        "hands": lambda hands: isinstance(hands, list) and len(hands) > 0,
        "games": lambda games: isinstance(games, list),
        "ranks": each(is_int, sheet.seats),
        "scores": each(is_int, sheet.seats),
        "ended": lambda ended: ended in ENDED,
    }


def hand_keys(sheet: Sheet, hand: dict[str, Any]) -> list[str]:
    """Return the keys that this hand must have. Those that may be absent are asked for where they are there."""
    keys = [key for key in HAND if key not in MAYBE_ABSENT or key in hand]
    if not sheet.is_spades:
        keys.remove("bags")
    elif "melds" not in hand:
        keys.remove("melds")
    if sheet.id != "pinochle-chips":
        keys.remove("pot")
    return keys


def hand_faults(where: str, sheet: Sheet, options: Any, hand: Any) -> list[str]:
    if not isinstance(hand, dict):
        return [f"{where}: not an object"]
    keys = hand_keys(sheet, hand)
    if isinstance(options, dict) and options.get("deadline") is not None:
        # The sheet does not say where among the keys.
        keys.insert(list(hand).index("elapsed_s") if "elapsed_s" in hand else len(keys), "elapsed_s")
    for key in TIMES:
        if key in hand:
            keys.insert(list(hand).index(key), key)
    lines = key_faults(where, hand, keys)
    return lines or type_faults(where, hand, hand_tests(sheet))


def hand_tests(sheet: Sheet) -> dict[str, Test]:
    by_seat = each(is_int, sheet.seats)
    null_or_int: Test = lambda value: value is None or is_int(value)  # noqa: E731
    return {
        "number": is_int,
        "game": is_int,
        "dealer": is_int,
        "dealt": lambda dealt: is_dealt(sheet, dealt),
        "decisions": each(lambda decision: isinstance(decision, dict) and list(decision)[:3] == ["seat", "kind", "do"]),
        "declarer": null_or_int,
        "bid": null_or_int,
        "trump": lambda trump: trump in (None, "S", "D", "C", "H"),
        "melds": each(is_meld),
        "tricks": each(is_trick),
        "points": by_seat,
        "outcome": is_text,
        "deltas": by_seat,
        "scores": by_seat,
        "bags": by_seat,
        "pot": is_int,
        **dict.fromkeys(TIMES, each(null_or_int)),
        "elapsed_s": lambda seconds: type(seconds) in (int, float) and seconds >= 0,
        "infractions": each(lambda infraction: is_infraction(sheet, infraction)),
    }


def is_dealt(sheet: Sheet, dealt: Any) -> bool:
    keys = ["hands"] + ["kitty"] * bool(sheet.kitty) + ["dummy"] * bool(sheet.dummy)
    if key_faults("dealt", dealt, keys):
        return False
    return each(texts, sheet.seats)(dealt["hands"]) and all(texts(dealt[key]) for key in keys[1:])


def is_meld(meld: Any) -> bool:
    if key_faults("meld", meld, ("seat", "points", "melds", "shown")):
        return False
    return is_int(meld["seat"]) and is_int(meld["points"]) and texts(meld["shown"]) and each(is_entry)(meld["melds"])


def is_entry(entry: Any) -> bool:
    return isinstance(entry, list) and [type(part) for part in entry] == [str, int, int]


def is_trick(trick: Any) -> bool:
    if key_faults("trick", trick, ("leader", "cards", "winner")):
        return False
    return is_int(trick["leader"]) and texts(trick["cards"]) and is_int(trick["winner"])


def is_infraction(sheet: Sheet, infraction: Any) -> bool:
    if key_faults("infraction", infraction, ("seat", "decision", "reason")):
        return False
    seat, decision = infraction["seat"], infraction["decision"]
    return is_int(seat) and 0 <= seat < sheet.seats and is_int(decision) and infraction["reason"] in REASONS
