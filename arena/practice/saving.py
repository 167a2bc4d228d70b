"""Save a table as one line of JSON, and load it with strict checks, since anybody may edit the text."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from arena.escapes import clip
from arena.practice.deals import ActionRefusedError, BadTableError, Deal, deal_of
from arena.practice.table import MAX_DECISIONS, Aids, Table
from arena.rules import RulesError, configure, options_of

FORMAT: Final = "arena-practice/1"
MAX_CHARACTERS: Final = 262_144
MAX_NUMBER: Final = 2**40  # above every action
MAX_HANDS: Final = 100_000  # more than any table has


def to_text(table: Table) -> str:
    """Return the table as one line of JSON, for `from_text`."""
    state = {
        "format": FORMAT,
        "deal": deal_state(table.deal),
        "actions": table.actions[len(table.deal.before) :],
        "claims": list(table.claims),
        **aids_state(table.aids),
    }
    return json.dumps(state, separators=(",", ":"))


def from_text(text: str) -> Table:
    """Return the table that `to_text` saved. Raises `BadTableError` for any other text."""
    state = load_object(text)
    if state.get("format") != FORMAT:
        raise BadTableError(f"not a practice table: the format is {clip(str(state.get('format')))!r}, not {FORMAT!r}")
    check_fields(state, {"format", "deal", "actions", "claims", "opened", "undone", "hints"}, "a practice table")
    deal = read_deal(state["deal"])
    actions = [*deal.before, *read_numbers(state["actions"], "actions", MAX_NUMBER)]
    claims = read_numbers(state["claims"], "claims", len(actions))
    try:
        table = Table(deal, actions, tuple(claims), read_aids(state))
    except (RulesError, ActionRefusedError) as problem:
        raise BadTableError(f"the decisions cannot be played: {problem}") from None
    if not set(claims) <= set(table.own) or sorted(set(claims)) != claims:
        raise BadTableError("claims must be decisions of the person, in order")
    if not table.game.is_over and not table.is_persons_turn:
        raise BadTableError("the table ends at a bot's decision; it must end at a decision of the person")
    return table


def deal_state(deal: Deal) -> dict[str, Any]:
    """Return a deal as a JSON object, for `read_deal`."""
    return {
        "variant": deal.rules.name,
        "revision": deal.rules.revision,
        "options": options_of(deal.rules),
        "seed": deal.seed.hex(),
        "seat": deal.seat,
        "bots": list(deal.bots),
        "before": list(deal.before),
    }


def read_deal(state: Any) -> Deal:
    """Return the deal of a JSON value. Raises `BadTableError`."""
    check_fields(state, {"variant", "revision", "options", "seed", "seat", "bots", "before"}, "a deal")
    if not isinstance(state["variant"], str) or not isinstance(state["options"], dict):
        raise BadTableError("variant must be text, and options must be an object")
    try:
        rules = configure(state["variant"], None, state["options"])
        if options_of(rules) != state["options"]:
            raise BadTableError(
                f"the options of {rules.name} are not complete: `arena variants {rules.name}` lists them"
            )
        if state["revision"] != rules.revision:
            raise BadTableError(f"the table needs another revision of {rules.name} than {rules.revision}, the one here")
        first = deal_of(rules, _seed(state["seed"]), read_number(state["seat"], "seat"), _names(state["bots"]))
        if len(state["bots"]) != rules.seats:
            raise BadTableError(f"{len(state['bots'])} bots for {rules.seats} seats: give one bot for each seat")
        deal = replace(first, before=tuple(read_numbers(state["before"], "before", MAX_NUMBER)))
        game = deal.start_game()
    except RulesError as problem:
        raise BadTableError(f"the deal cannot be played: {problem}") from None
    if game.is_over or game.decision_number:
        raise BadTableError(f"before: {len(deal.before)} decisions are not whole hands; give all of each hand")
    return deal


def aids_state(aids: Aids) -> dict[str, Any]:
    """Return a person's aids as members of a JSON object, for `read_aids`."""
    return {"opened": list(aids.opened), "undone": aids.undone, "hints": aids.hints}


def read_aids(state: Mapping[str, Any]) -> Aids:
    """Return the aids in the members of a JSON object. Raises `BadTableError`."""
    opened = read_numbers(state["opened"], "opened", MAX_HANDS)
    return Aids(tuple(opened), read_number(state["undone"], "undone"), read_number(state["hints"], "hints"))


def load_object(text: str) -> dict[str, Any]:
    """Parse *text* as a JSON object of at most `MAX_CHARACTERS`. Raises `BadTableError`."""
    if len(text) > MAX_CHARACTERS:
        raise BadTableError(f"the text has {len(text)} characters; the limit is {MAX_CHARACTERS}")
    try:
        state = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise BadTableError("not a practice table: the text is not JSON") from None
    if not isinstance(state, dict):
        raise BadTableError("not a practice table: the text is not a JSON object")
    return state


def check_fields(state: Any, fields: set[str], what: str) -> None:
    """Raise `BadTableError` unless *state* is an object with exactly these fields; *what*: its name in the message."""
    if not isinstance(state, dict) or set(state) != fields:
        raise BadTableError(f"not {what}: it must have exactly the fields {', '.join(sorted(fields))}")


def read_number(value: Any, what: str, below: int = MAX_NUMBER) -> int:
    """Return *value* if it is a whole number from 0 to *below* - 1. Raises `BadTableError`, which names *what*."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < below:
        raise BadTableError(f"{what}: {clip(repr(value))} is not a whole number in range; give 0 to {below - 1}")
    return value


def read_numbers(value: Any, what: str, below: int, read: Callable[[Any, str, int], int] = read_number) -> list[int]:
    """Return *value* if it is a list of numbers that *read* accepts. Raises `BadTableError`, which names *what*."""
    if not isinstance(value, list) or len(value) > MAX_DECISIONS:
        raise BadTableError(f"{what}: {clip(repr(value))} is not a list of up to {MAX_DECISIONS} numbers; give one")
    return [read(each, what, below) for each in value]


def _seed(value: Any) -> bytes:
    try:
        return bytes.fromhex(value)
    except (TypeError, ValueError):
        raise BadTableError("the seed is malformed; give hexadecimal digits") from None


def _names(value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise BadTableError(f"bots: {clip(repr(value))} is not a list of names; give one for each seat")
    return value


def _refuse(word: str) -> None:
    raise ValueError(word)
