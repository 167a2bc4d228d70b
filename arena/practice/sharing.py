"""Share a practice deal as one word of text, and compare players' points hand by hand."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from zlib import compress, decompressobj, error

from arena.practice.deals import ActionRefusedError, BadTableError, Deal
from arena.practice.narration import places
from arena.practice.saving import (
    MAX_CHARACTERS,
    MAX_HANDS,
    aids_state,
    check_fields,
    deal_state,
    load_object,
    read_aids,
    read_deal,
    read_number,
    read_numbers,
)
from arena.practice.table import Aids, Table
from arena.rules import RulesError, configure, options_of, replay
from arena.rules.records.record import to_record

FORMAT: Final = "arena-deal/1"
START: Final = "deal-"


@dataclass(frozen=True)
class DealResult:
    """A person's result on a deal: its seat, its points in each hand from number *first* on, and its aids."""

    seat: int
    first: int
    points: tuple[int, ...]
    aids: Aids


@dataclass(frozen=True)
class Line:
    """One hand, numbered from 0, with the points of each compared player; None if not played yet."""

    hand: int
    points: list[int | None]


def result_of(table: Table) -> DealResult:
    """Return the person's result on the table's deal, for all hands finished so far."""
    first = table.deal.start_game().hand_number
    points = [hand.deltas[table.deal.seat] for hand in table.game.hands[first:] if hand.is_over]
    return DealResult(table.deal.seat, first, tuple(points), table.aids)


def compare(own: Table, others: Sequence[DealResult]) -> list[Line]:
    """Return a line for each hand that the person has finished.

    The first points of a line are the person's, followed by those of *others*. Other hands stay hidden, so that their
    results reveal nothing.
    """
    result = result_of(own)
    hands = range(result.first, result.first + len(result.points))
    return [Line(hand, [_points_of(each, hand) for each in (result, *others)]) for hand in hands]


def record_of(table: Table) -> dict[str, Any]:
    """Return a record of the hands that have ended, as of a game of so many hands. Raises `ActionRefusedError`.

    The record contains the seed, from which later hands can be computed.
    """
    game, deal = table.game, table.deal
    hands = [hand for hand in game.hands if hand.is_over]
    if not hands:
        raise ActionRefusedError("there is nothing to replay: no hand of this table has ended")
    rules = deal.rules
    if not game.is_over:
        rules = configure(rules.name, options=options_of(rules) | {"format": {"kind": "hands", "count": len(hands)}})
    names = [f"{name} ({bot})" for name, bot in zip(places(rules.seats, deal.seat), deal.bots, strict=True)]
    names[deal.seat] = "You"
    try:
        ended = replay(rules, deal.seed, [action for hand in hands for _, _, action in hand.decisions()])
        return to_record(ended, "practice", names)
    except RulesError:  # scores of a series begin again with each of its games, and bids may depend on the score
        raise ActionRefusedError("hands of an open series have no replay: play the series to its end first") from None


def _points_of(result: DealResult, hand: int) -> int | None:
    place = hand - result.first
    return result.points[place] if 0 <= place < len(result.points) else None


def to_code(table: Table) -> str:
    """Return one word of text with the table's deal and the person's result so far.

    The word contains the seed, from which a program can compute all cards.
    """
    result = result_of(table)
    state = {"format": FORMAT, "deal": deal_state(table.deal), "points": list(result.points), **aids_state(result.aids)}
    packed = compress(json.dumps(state, separators=(",", ":")).encode(), 9)
    return START + urlsafe_b64encode(packed).decode().rstrip("=")


def from_code(code: str) -> tuple[Deal, DealResult]:
    """Return the deal and the sender's result from a word of `to_code`. Raises `BadTableError`."""
    if not code.startswith(START) or len(code) > MAX_CHARACTERS:
        raise BadTableError(
            f"not a deal code: a deal code begins with {START} and has at most {MAX_CHARACTERS} characters"
        )
    unpacker = decompressobj()
    word = code[len(START) :]
    try:
        data = unpacker.decompress(urlsafe_b64decode(word + "=" * (-len(word) % 4)), MAX_CHARACTERS)
        text = data.decode()
    except (ValueError, error):
        raise BadTableError("not a deal code: a part is missing or changed; copy the whole code") from None
    if not unpacker.eof or unpacker.unused_data:
        raise BadTableError("not a deal code: it is cut off or too long; copy the whole code")
    state = load_object(text)
    check_fields(state, {"format", "deal", "points", "opened", "undone", "hints"}, "a deal code")
    if state["format"] != FORMAT:
        raise BadTableError(f"not a deal code: the format is not {FORMAT}")
    deal = read_deal(state["deal"])
    points = read_numbers(state["points"], "points", MAX_HANDS, _read_points)
    return deal, DealResult(deal.seat, deal.start_game().hand_number, tuple(points), read_aids(state))


def _read_points(value: object, what: str, below: int) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and -below < value < 0:
        return value
    return read_number(value, what, below)
