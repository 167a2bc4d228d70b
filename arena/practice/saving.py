"""A table as one JSON text, and back: read strictly, since anybody may write one."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from arena.practice.deals import BadTable, CannotDo, Deal, deal_of
from arena.practice.table import MOST_DECISIONS, Marks, Table
from arena.rules import RulesError, configure, options_of

FORMAT: Final = "arena-practice/1"
MOST_CHARACTERS: Final = 262_144
MOST_NUMBER: Final = 2**40  # above every action
NOBODYS_HANDS: Final = 100_000


def to_text(table: Table) -> str:
    """Return the table as one line of JSON."""
    state = {
        "format": FORMAT,
        "deal": deal_state(table.deal),
        "actions": table.actions[len(table.deal.before) :],
        "claims": list(table.claims),
        **marks_state(table.marks),
    }
    return json.dumps(state, separators=(",", ":"))


def from_text(text: str) -> Table:
    """Return the table of a text. Raises `BadTable`, which says what is wrong."""
    state = load_object(text)
    if state.get("format") != FORMAT:
        raise BadTable(f"this is no practice table: its format is not {FORMAT}")
    fields = {"format", "deal", "actions", "claims", "opened", "undone", "hints"}
    check_fields(state, fields, "a practice table")
    deal = read_deal(state["deal"])
    actions = [*deal.before, *read_numbers(state["actions"], "actions", MOST_NUMBER)]
    claims = read_numbers(state["claims"], "claims", len(actions))
    try:
        table = Table(deal, actions, tuple(claims), read_marks(state))
    except (RulesError, CannotDo) as problem:
        raise BadTable(f"its decisions cannot be played: {problem}") from None
    if not set(claims) <= set(table.own) or sorted(set(claims)) != claims:
        raise BadTable("its claims are none of the person's decisions")
    if not table.game.is_over and not table.is_persons_turn:
        raise BadTable("it ends where a bot is to act")
    return table


def deal_state(deal: Deal) -> dict[str, Any]:
    """Return a deal as JSON values."""
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
    """Return the deal of its JSON values. Raises `BadTable`."""
    fields = {"variant", "revision", "options", "seed", "seat", "bots", "before"}
    check_fields(state, fields, "a deal")
    if not isinstance(state["variant"], str) or not isinstance(state["options"], dict):
        raise BadTable("its variant is no text, or its options are no object")
    try:
        rules = configure(state["variant"], None, state["options"])
        if options_of(rules) != state["options"]:
            raise BadTable(f"the options of {rules.name} are not complete: `arena variants {rules.name}` lists them")
        if state["revision"] != rules.revision:
            raise BadTable(f"it was played by another revision of {rules.name}: here is revision {rules.revision}")
        first = deal_of(rules, _seed(state["seed"]), read_number(state["seat"], "seat"), _names(state["bots"]))
        if len(state["bots"]) != rules.seats:
            raise BadTable(f"it has no bot for each of the {rules.seats} seats")
        deal = replace(first, before=tuple(read_numbers(state["before"], "before", MOST_NUMBER)))
        game = deal.start_game()
    except RulesError as problem:
        raise BadTable(f"its deal cannot be played: {problem}") from None
    if game.is_over or game.decision_number:
        raise BadTable("what comes before its first hand is no whole number of hands")
    return deal


def marks_state(marks: Marks) -> dict[str, Any]:
    """Return a person's helps as JSON values."""
    return {"opened": list(marks.opened), "undone": marks.undone, "hints": marks.hints}


def read_marks(state: Mapping[str, Any]) -> Marks:
    """Return a person's helps. Raises `BadTable`."""
    opened = read_numbers(state["opened"], "opened", NOBODYS_HANDS)
    return Marks(tuple(opened), read_number(state["undone"], "undone"), read_number(state["hints"], "hints"))


def load_object(text: str) -> dict[str, Any]:
    """Return the JSON object of a text of bounded size. Raises `BadTable`."""
    if len(text) > MOST_CHARACTERS:
        raise BadTable(f"{len(text)} characters were given: accepted are at most {MOST_CHARACTERS}")
    try:
        state = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise BadTable("this is no practice table: it is no JSON") from None
    if not isinstance(state, dict):
        raise BadTable("this is no practice table: it is no JSON object")
    return state


def check_fields(state: Any, fields: set[str], what: str) -> None:
    """Raise `BadTable` unless *state* is an object with these fields and no others."""
    if not isinstance(state, dict) or set(state) != fields:
        raise BadTable(f"this is not {what}: it has to have the fields {', '.join(sorted(fields))}, and no others")


def read_number(value: Any, what: str, below: int = MOST_NUMBER) -> int:
    """Return a whole number from 0 to *below* - 1. Raises `BadTable`."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < below:
        raise BadTable(f"its {what} is not, or has not only, whole numbers from 0 to {below - 1}")
    return value


def read_numbers(value: Any, what: str, below: int, read: Callable[[Any, str, int], int] = read_number) -> list[int]:
    """Return a list of whole numbers. Raises `BadTable`."""
    if not isinstance(value, list) or len(value) > MOST_DECISIONS:
        raise BadTable(f"its {what} is no list of at most {MOST_DECISIONS} numbers")
    return [read(each, what, below) for each in value]


def _seed(value: Any) -> bytes:
    try:
        return bytes.fromhex(value)
    except (TypeError, ValueError):
        raise BadTable("its seed is not written in hexadecimal digits") from None


def _names(value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise BadTable("its bots are no list of names")
    return value


def _refuse(word: str) -> None:
    raise ValueError(word)
