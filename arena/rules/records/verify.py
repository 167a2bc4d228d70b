"""Check a record by replaying its decisions from its seed.

An invalid record does not raise an error: each wrong value is described in a line. Fields that this release does not
know are skipped, as a later release may add them (docs/explanation/compatibility.md).
"""

from math import inf
from typing import Any

from arena.rules.errors import MalformedActionError, RulesError, shown, shown_name
from arena.rules.games.game import Game, new_game
from arena.rules.games.length import BY_DEADLINE
from arena.rules.hands.actions import KIND_NAMES, from_decision, pack_cards
from arena.rules.hands.shuffle import SEED_BYTES, commitment
from arena.rules.records.record import CHARGED, FORMAT, IN_BATCH, INFRACTION_KEYS, hand_record, result_record
from arena.rules.rules import Rules
from arena.rules.variants.options import is_whole
from arena.rules.variants.registry import VARIANTS, configure, options_of

REASONS = ("illegal", "timeout", "disconnected", "resigned")
HEAD = ("format", "id", "variant", "revision", "options", "seed", "commitment", "seats", "hands")
NOTHING = object()
# docs/rules/sheets/README.md, "The record of a game", lists the fields that may be null or absent.
NULL_OR_ABSENT = ("declarer", "bid", "trump")
# Fields that some variant or option lacks: they are wrong in a record that should not have them.
NOT_IN_ALL = (
    "bags",
    "bid",
    "card",
    "cards",
    "declarer",
    "dummy",
    "elapsed_s",
    "kitty",
    "pot",
    "suit",
    "trump",
    "value",
)


def verify(record: object) -> list[str]:
    """Return the differences between a record and its replay, one line each; [] if it is valid."""
    if not isinstance(record, dict):
        return [difference("record", {}, record)]
    lines = differences("format", FORMAT, record.get("format", NOTHING))
    if not isinstance(record.get("id"), str):
        lines.append(difference("id", "a text", record.get("id", NOTHING)))
    rules = _rules(record, lines)
    seed = _seed(record, lines)
    if rules is None or seed is None:
        return lines
    seats = record.get("seats", NOTHING)
    if not isinstance(seats, list) or len(seats) != rules.seats or not all(isinstance(name, str) for name in seats):
        lines.append(difference("seats", f"a list of {rules.seats} names", seats))
    try:
        game = new_game(rules, seed)
    except RulesError as problem:  # pragma: no cover - a resolved record always deals
        return [*lines, str(problem)]
    hands = record.get("hands", NOTHING)
    if not isinstance(hands, list):
        return [*lines, difference("hands", [], hands)]
    _Replay(game, lines).play(hands)
    _compare(record, game, hands, lines)
    return lines


def _rules(record: dict[str, Any], lines: list[str]) -> Rules | None:
    variant = record.get("variant", NOTHING)
    options = record.get("options", NOTHING)
    if not isinstance(variant, str) or variant not in VARIANTS:
        lines.append(difference("variant", f"one of {', '.join(VARIANTS)}", variant))
        return None
    revision = VARIANTS[variant].revision
    if record.get("revision", 1) != revision or not is_whole(record.get("revision", 1)):
        actual = difference("revision", revision, record["revision"])
        lines.append(f"{actual}: only a release that plays that revision can check it")
        return None
    if "revision" in record and revision == 1:
        lines.append(difference("revision", NOTHING, record["revision"]))
    if not isinstance(options, dict):
        lines.append(difference("options", {}, options))
        return None
    try:
        rules = configure(variant, options=options)
    except RulesError as problem:
        lines.append(f"options: {problem}")
        return None
    lines += differences("options", options_of(rules), options)
    return rules


def _seed(record: dict[str, Any], lines: list[str]) -> bytes | None:
    """Return the record's seed, and check its commitment; None if invalid, with a line appended to *lines*."""
    text = record.get("seed", NOTHING)
    seed = text if isinstance(text, str) else ""
    if len(seed) != 2 * SEED_BYTES or any(digit not in "0123456789abcdef" for digit in seed):
        lines.append(difference("seed", f"{2 * SEED_BYTES} hex digits, lower case", text))
        return None
    raw = bytes.fromhex(seed)
    lines += differences("commitment", commitment(raw), record.get("commitment", NOTHING))
    return raw


def _compare(record: dict[str, Any], game: Game, hands: list[Any], lines: list[str]) -> None:
    for hand, actual in zip(game.hands, hands, strict=False):
        if not hand.is_over or not isinstance(actual, dict):
            return
        expected = hand_record(game.rules, hand, ())
        del expected["infractions"]  # already checked with the decisions, as are all times
        if game.rules.length.deadline is not None:
            actual = {key: value for key, value in actual.items() if key != "elapsed_s"}
        actual = {key: value for key, value in actual.items() if key not in (CHARGED, IN_BATCH)}
        lines += differences(f"hands[{hand.number}]", expected, _comparable(expected, actual))
    if game.is_over:
        rest = {key: value for key, value in record.items() if key not in HEAD}
        lines += differences("", result_record(game), rest)


def _comparable(expected: dict[str, Any], actual: dict[str, Any]) -> dict[str, Any]:
    """Return the record's hand without infractions, with discards and gifts in the order of *expected*."""
    decisions = []
    for ours, theirs in zip(expected["decisions"], actual["decisions"], strict=False):
        if "cards" in ours and sorted(ours["cards"]) == sorted(theirs["cards"]):
            theirs = theirs | {"cards": ours["cards"]}
        decisions.append(theirs)
    rest = {key: value for key, value in actual.items() if key != "infractions"}
    return rest | {"decisions": decisions + actual["decisions"][len(decisions) :]}


class _Replay:
    """A replay of a record's decisions, up to the first that is wrong; differences are appended to *lines*."""

    def __init__(self, game: Game, lines: list[str]) -> None:
        self.game = game
        self.lines = lines
        self.elapsed_s: float = 0

    def play(self, hands: list[Any]) -> None:
        for number, hand in enumerate(hands):
            path = f"hands[{number}]"
            if self.game.is_over:
                self.lines.append(f"{path}: expected nothing, for the game is over, found a hand")
                return
            if not isinstance(hand, dict):
                self.lines.append(difference(path, {}, hand))
                return
            if not self.play_hand(number, hand, path):
                return
        if not self.game.is_over:
            self.lines.append(f"hands: expected another hand, for the game is not over, found {len(hands)} hands")

    def play_hand(self, number: int, hand: dict[str, Any], path: str) -> bool:
        """Replay one hand; return False if it could not be finished. *path*: its place in the record."""
        decisions = hand.get("decisions", NOTHING)
        if not isinstance(decisions, list):
            self.lines.append(difference(f"{path}.decisions", [], decisions))
            return False
        flagged = self.infractions(hand, decisions, f"{path}.infractions")
        self.charges(hand, len(decisions), path)
        for place, decision in enumerate(decisions):
            here = f"{path}.decisions[{place}]"
            if self.hand_is_over(number):
                self.lines.append(f"{here}: expected nothing, for the hand is over, found a decision")
                return False
            if not self.answer(decision, here, flagged.get(place, [])):
                return False
        if self.hand_is_over(number) and self.game.rules.length.deadline is not None:
            self.clock(hand, f"{path}.elapsed_s")
        if not self.hand_is_over(number):
            asked = f"seat {self.game.to_act} to answer {KIND_NAMES[self.game.kind]!r}"
            self.lines.append(f"{path}.decisions: expected {asked}, found {len(decisions)} decisions")
            return False
        return True

    def clock(self, hand: dict[str, Any], path: str) -> None:
        """Check a hand's play time, which must not decrease, and stop the game at the deadline."""
        deadline = self.game.rules.length.deadline
        actual = hand.get("elapsed_s", NOTHING)
        if isinstance(actual, bool) or not isinstance(actual, int | float) or not self.elapsed_s <= actual < inf:
            self.lines.append(difference(path, f"seconds from {self.elapsed_s} on", actual))
            return
        self.elapsed_s = actual
        if deadline is not None and actual >= deadline and not self.game.is_over:
            self.game.stop(BY_DEADLINE)

    def charges(self, hand: dict[str, Any], count: int, path: str) -> None:
        """Check the optional times of *count* decisions: whole milliseconds or null."""
        for key in (CHARGED, IN_BATCH):
            actual = hand.get(key, [None] * count)
            wrong = not isinstance(actual, list) or len(actual) != count
            if wrong or any(ms is not None and not (is_whole(ms) and ms >= 0) for ms in actual):
                expected = f"a list of {count}, each whole milliseconds or null"
                self.lines.append(difference(f"{path}.{key}", expected, actual))

    def hand_is_over(self, number: int) -> bool:
        return self.game.is_over or self.game.hand_number != number

    def answer(self, decision: Any, path: str, flags: list[str]) -> bool:
        """Apply a decision and return whether it is valid; *flags*: paths of its infractions in the record."""
        game = self.game
        if not isinstance(decision, dict):
            self.lines.append(difference(path, {}, decision))
            return False
        asked = {"seat": int(game.to_act), "kind": KIND_NAMES[game.kind]}
        wrong = differences(path, asked, {key: decision[key] for key in asked if key in decision})
        if wrong:
            self.lines += wrong
            return False
        action = self.action(decision, path)
        if action is None:
            return False
        if flags and action != game.fallback():
            self.lines += [f"{flag}: expected the fallback's answer at {path}, found another" for flag in flags]
        game.apply(action)
        return True

    def action(self, decision: dict[str, Any], path: str) -> int | None:
        """Return the legal action of a decision; None if it has none, with a line appended."""
        game = self.game
        legal = game.legal()
        try:
            given = from_decision(game.kind, decision)
        except MalformedActionError as problem:
            self.lines.append(f"{path}: {problem}")
            return None
        if isinstance(given, list):
            order = {card: place for place, card in enumerate(legal.cards)}
            given = pack_cards(sorted(given, key=lambda card: order.get(card, -1))) if len(given) == legal.count else -1
        if not legal.allows(given):
            words = {key: value for key, value in decision.items() if key not in ("seat", "kind")}
            self.lines.append(difference(path, legal.describe(), words))
            return None
        return given

    def infractions(self, hand: dict[str, Any], decisions: list[Any], path: str) -> dict[int, list[str]]:
        """Return the paths of a hand's infractions by decision number, and append lines for wrong entries."""
        flagged: dict[int, list[str]] = {}
        entries = hand.get("infractions", NOTHING)
        if not isinstance(entries, list):
            self.lines.append(difference(path, [], entries))
            return flagged
        for place, entry in enumerate(entries):
            here = f"{path}[{place}]"
            if not isinstance(entry, dict) or not set(entry) >= set(INFRACTION_KEYS):
                self.lines.append(difference(here, f"an object of {', '.join(INFRACTION_KEYS)}", entry))
                continue
            number = entry["decision"]
            if not is_whole(number) or not 0 <= number < len(decisions):
                self.lines.append(difference(f"{here}.decision", f"a decision 0..{len(decisions) - 1}", number))
                continue
            decided = decisions[number]
            seat = decided.get("seat") if isinstance(decided, dict) else None
            self.lines += differences(f"{here}.seat", seat, entry["seat"])
            if entry["reason"] not in REASONS:
                self.lines.append(difference(f"{here}.reason", f"one of {', '.join(REASONS)}", entry["reason"]))
            flagged.setdefault(number, []).append(here)
        return flagged


def difference(path: str, expected: object, actual: object) -> str:
    """Return a line for a wrong value; *path*: its place in the record. `NOTHING` stands for a missing value."""
    return f"{path}: expected {_text(expected)}, found {_text(actual)}"


def differences(path: str, expected: Any, actual: Any) -> list[str]:
    """Return a line for each difference below *path*; true, 1 and 1.0 are all different."""
    lines: list[str] = []
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key in [*expected, *(key for key in NOT_IN_ALL if key in actual and key not in expected)]:
            ours, theirs = expected.get(key, NOTHING), actual.get(key, NOTHING)
            if key not in NULL_OR_ABSENT or not (ours in (None, NOTHING) and theirs in (None, NOTHING)):
                lines += differences(at(path, str(key)), ours, theirs)
    elif isinstance(expected, list) and isinstance(actual, list):
        for place, (ours, theirs) in enumerate(zip(expected, actual, strict=False)):
            lines += differences(f"{path}[{place}]", ours, theirs)
        if len(expected) != len(actual):
            lines.append(f"{path}: expected {len(expected)} entries, found {len(actual)}")
    elif type(expected) is not type(actual) or expected != actual:
        lines.append(difference(path, expected, actual))
    return lines


def at(path: str, key: str) -> str:
    return f"{path}.{shown_name(key)}" if path else shown_name(key)


def _text(value: object) -> str:
    return "nothing" if value is NOTHING else shown(value)
